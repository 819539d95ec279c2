import { lot as lotThing } from '#domain/things/lot.ts';
import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/account.ts';
import { farmEndpoints } from '#contract/endpoints/farm.ts';
import { movementEndpoints } from '#contract/endpoints/movements.ts';
import type { Change, SyncTable } from '#contract/endpoints/sync.ts';
import { type Op, rejected } from '#store/op.ts';
import { cellsOf, type Row, withDefaults } from './rows.ts';
import { maybeSent } from '../outbox/classify.ts';
import { replacing } from '../outbox/deps.ts';
import { isoAt } from '../ports.ts';
import type { PullPorts } from '../pull/pull-ports.ts';
import { duplicateOf } from './duplicate.ts';

/** The specification's calls, and where the answer has the rows. Without the first three there is no farm to show. */
const calls = [
  { table: 'lots', part: 'lots', path: farmEndpoints.lots.path, isNeeded: true },
  { table: 'categories', part: 'categories', path: farmEndpoints.categories.path, isNeeded: true },
  { table: 'movements', part: 'movements', path: movementEndpoints.movements.path, isNeeded: true },
  { table: 'rodeos', part: 'rodeos', path: farmEndpoints.rodeos.path, isNeeded: false },
  { table: 'campos', part: 'campos', path: farmEndpoints.campos.path, isNeeded: false },
  { table: 'members', part: 'users', path: accountEndpoints.members.path, isNeeded: false },
] as const satisfies readonly { table: SyncTable; part: string; path: string; isNeeded: boolean }[];

type Lists = Map<SyncTable, readonly Row[]>;

/** Fetches every list anew from a backend without a feed, and looks up unsure records in them. */
export async function pullLists(ports: PullPorts): Promise<'done' | 'failed'> {
  const { store, clock, organizationId } = ports;
  const { ops } = await store.outbox(organizationId);
  // What was acked before the lists were requested is in them.
  const confirmed = new Set(ops.filter((op) => op.state === 'acked').map((op) => op.opId));
  const asked = clock.now();
  const lists: Lists = new Map();
  for (const call of calls) {
    if (!ports.isCurrent()) return 'failed';
    const rows = await askList(ports, call.path, call.part);
    if (rows === 'failed' || (rows === null && call.isNeeded)) return 'failed';
    if (rows !== null) lists.set(call.table, withDefaults(call.table, rows));
  }
  lists.set('cells', cellsOf(lists.get('lots') ?? [], lists.get('rodeos') ?? []));
  await settleUnsure(ports, lists, asked);
  const changes = new Map(
    [...lists].map(([table, rows]) => [table, rows.map((row): Change => ({ table, id: row.id, row }))]),
  );
  const outcome = await store.applyLists(organizationId, { lists: changes, confirmed, at: isoAt(clock.now()) });
  return outcome === 'applied' ? 'done' : 'failed';
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRow = (value: unknown): value is Row => isRecord(value) && typeof value['id'] === 'string';

/** A list's rows; null if the backend has no such call. */
async function askList(ports: PullPorts, path: string, part: string): Promise<readonly Row[] | null | 'failed'> {
  const { net, organizationId, onReply } = ports;
  const filled = fillPath(path, { org: organizationId });
  const reply = await net.call({ method: 'GET', path: filled, timeoutMs: constants.httpTimeoutMs });
  onReply(reply);
  if (reply.outcome === 'refused') return reply.problem.status === 404 ? null : 'failed';
  if (reply.outcome !== 'answer') return 'failed';
  const list = isRecord(reply.body) ? reply.body[part] : null;
  return Array.isArray(list) && list.every(isRow) ? list : 'failed';
}

/** An unsure record surely in the lists has arrived; one that is not, after a while, is for the person to judge. */
async function settleUnsure({ store, organizationId, clock }: PullPorts, lists: Lists, asked: number): Promise<void> {
  const archived = await store.archived(organizationId, '', 5_000);
  await store.changeOutbox(organizationId, ({ ops }) => {
    const taken = new Set([...archived, ...ops].flatMap((op) => (op.ack?.serverId ? [op.ack.serverId] : [])));
    const changed = ops
      .filter((op) => op.isUnsure === true)
      .flatMap((op): Op[] => {
        const rows = lists.get(op.subject === lotThing.name ? 'lots' : 'movements') ?? [];
        const duplicate =
          op.subject === lotThing.name || op.subject === 'movement' ? duplicateOf(op, rows, taken) : null;
        if (duplicate !== null) {
          taken.add(duplicate);
          const ack = { seq: null, epoch: null, serverId: duplicate };
          return [{ ...op, isUnsure: false, state: 'acked', ack, ackedAt: isoAt(clock.now()), problem: null }];
        }
        // Too early: a slow server may still be working.
        if (op.nextAt > asked) return [];
        const problem = { code: maybeSent, status: null, message: null, issues: [] };
        return [{ ...op, isUnsure: false, state: rejected, problem }];
      });
    return { edit: replacing(ops, changed), result: null };
  });
}
