import { lot as lotThing } from '#domain/things/lot.ts';
import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/account.ts';
import { farmEndpoints } from '#contract/endpoints/farm.ts';
import { movementEndpoints } from '#contract/endpoints/movements.ts';
import type { Change, SyncTable } from '#contract/endpoints/sync.ts';
import { type Op, rejected } from '#store/op.ts';
import { maybeSent } from '../outbox/send.ts';
import { replacing } from '../outbox/outbox.ts';
import { isoAt } from '../ports.ts';
import type { PullPorts } from '../pull/pull-ports.ts';
import { cellId } from '#domain/movements/ledger.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Fields that our rows always have and the specification's may lack (product.md §3). */
const defaults: Readonly<Partial<Record<SyncTable, Readonly<Record<string, unknown>>>>> = {
  lots: {
    hectares: 0,
    order: 0,
    deleted: false,
    campo_id: null,
    use: null,
    is_grazing: true,
    receptivity_ev_ha: null,
    notes: null,
    version: 1,
    animals: [],
  },
  categories: {
    sex: 'mixto',
    min_age_months: null,
    max_age_months: null,
    next_id: null,
    ev: 1,
    senasa_code: null,
    is_breeding_female: false,
    order: 0,
    active: true,
  },
  rodeos: {
    activity: null,
    breed: null,
    target_daily_gain_kg: null,
    color: null,
    active: true,
    deleted: false,
    animals: [],
  },
  members: { state: 'activo' },
  movements: {
    count: {},
    rodeoId: null,
    detail: null,
    reference: null,
    animals: [],
    created_by: null,
    version: 1,
    deleted: false,
  },
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withDefaults = (table: SyncTable, rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => {
    const whole = { ...defaults[table], ...row };
    if (table !== 'movements') return whole;
    const metadata = {
      lot_id: null,
      deletedBy: null,
      editHistory: [],
      ...(isRecord(row.metadata) && row.metadata),
    };
    // Deleted if it says by whom (product.md §2).
    const deleted = row.deleted === true || metadata.deletedBy !== null;
    return { ...whole, updated_at: row.updated_at ?? row.created_at, deleted, metadata };
  });

const linesOf = (row: Row): readonly Readonly<Record<string, unknown>>[] => {
  const animals = row.animals;
  return Array.isArray(animals) ? animals.filter(isRecord) : [];
};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Balances from lots and rodeos: a rodeo's lines name their lot; a lot's remainder is in no rodeo. */
function cellsOf(lots: readonly Row[], rodeos: readonly Row[]): readonly Row[] {
  const heads = new Map<string, { lot: string | null; rodeo: string | null; category: string; head: number }>();
  const add = (lot: string | null, rodeo: string | null, category: string, head: number): void => {
    const id = cellId({ lot, rodeo, category });
    const before = heads.get(id) ?? { lot, rodeo, category, head: 0 };
    heads.set(id, { ...before, head: before.head + head });
  };
  for (const rodeo of rodeos) {
    for (const line of linesOf(rodeo)) {
      const [lot, category, count] = [textOf(line.lot_id), textOf(line.category_id), line.count];
      if (category === null || typeof count !== 'number') continue;
      add(lot, rodeo.id, category, count);
      if (lot !== null) add(lot, null, category, -count);
    }
  }
  for (const lot of lots) {
    for (const line of linesOf(lot)) {
      const category = isRecord(line.category) ? textOf(line.category.id) : null;
      if (category !== null && typeof line.count === 'number') add(lot.id, null, category, line.count);
    }
  }
  return [...heads.values()]
    .filter(({ head }) => head !== 0)
    .map(({ lot, rodeo, category, head }) => ({
      id: cellId({ lot, rodeo, category }),
      lot_id: lot,
      rodeo_id: rodeo,
      category_id: category,
      head,
    }));
}

type Fields = Readonly<Record<string, unknown>>;

/** Sent with a record, but no part of its content. */
const beside = new Set(['cid', 'recorded_at', 'offline', 'base_version', 'adds_to', 'invoice_id']);

/** Clocks differ; a row from long before the sending is another record. */
const earlierByMs = 24 * 3_600_000;

/**
 * The one row that is surely this record, or null: its own id, or equal in all that was typed, author and time, with no second such row. A
 * guess would lose one (decision 0004). `taken`: rows known to be others.
 */
function duplicateOf(op: Op, rows: readonly Fields[], taken: ReadonlySet<string>): string | null {
  const own = rows.find((row) => row.cid === op.entityId || row.id === op.entityId);
  if (own) return String(own.id);
  const alike = rows.filter((row) => !taken.has(String(row.id)) && isAlike(op, row));
  const [only] = alike;
  return alike.length === 1 && only ? String(only.id) : null;
}

function isAlike(op: Op, row: Fields): boolean {
  if (op.subject === 'movement' && row.type !== op.movementType) return false;
  const author = row.created_by;
  if (typeof author === 'string' && author !== op.userId) return false;
  const made = Date.parse(String(row.created_at));
  if (made < Date.parse(op.firstSentAt ?? op.recordedAt) - earlierByMs) return false;
  return Object.entries(op.body ?? {}).every(([name, typed]) => beside.has(name) || isSame(typed, fieldOf(row, name)));
}

function fieldOf(row: Fields, name: string): unknown {
  if (name === 'rodeo_id' && row.rodeoId !== undefined) return row.rodeoId;
  const metadata = row.metadata;
  if (row[name] !== undefined || typeof metadata !== 'object' || metadata === null) return row[name];
  return (metadata as Fields)[name];
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function isSame(typed: unknown, stored: unknown): boolean {
  if (isEmpty(typed)) return isEmpty(stored);
  if (Array.isArray(typed)) {
    if (!Array.isArray(stored) || stored.length !== typed.length) return false;
    return typed.every((part) => stored.some((other) => isSame(part, other)));
  }
  if (typeof typed === 'object' && typed !== null) {
    if (typeof stored !== 'object' || stored === null) return false;
    return Object.entries(typed).every(([name, part]) => isSame(part, (stored as Fields)[name]));
  }
  // A day may come back with a time.
  if (typeof typed === 'string' && typeof stored === 'string')
    return stored === typed || stored.startsWith(`${typed}T`);
  return typed === stored;
}

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

const isRow = (value: unknown): value is Row => isRecord(value) && typeof value.id === 'string';

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
