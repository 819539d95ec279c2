import type { Kysely, Transaction } from 'kysely';
import type { LiveActionName } from '../../contract/live.ts';
import type { SyncTable } from '../../contract/endpoints/sync.ts';
import { findOperation, rememberOperation } from './operations.ts';
import { lockFarm, writeAlone, writeIn } from './scope.ts';
import type { Tables } from './tables.ts';

interface Announcement {
  readonly action: LiveActionName;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One committed write of an organization, as the live side hears of it. */
export interface Committed {
  readonly organizationId: string;
  readonly seq: number;
  readonly key: string | null;
  readonly announcements: readonly Announcement[];
}

export interface Outcome {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly replayed: boolean;
  /** The sequence of the commit that holds the effect; null where nothing changed. */
  readonly seq: number | null;
  readonly committed: Committed | null;
}

interface WriteRequest {
  readonly organizationId: string;
  readonly userId: string;
  readonly key: string | null;
  readonly fingerprint: string;
  readonly receivedAt: string;
}

export interface CommitParts {
  readonly trx: Transaction<Tables>;
  readonly organizationId: string;
  readonly seq: number;
  readonly touch: (table: SyncTable, rowId: string) => void;
  readonly announce: (action: LiveActionName, payload: Readonly<Record<string, unknown>>) => void;
  /** Takes back what the transaction cannot (a file that was written), should it not stand in the end. */
  readonly ifUndone: (act: () => Promise<void>) => void;
}

/** Thrown when a key comes again with another body. The edge turns it into IDEMPOTENCY_MISMATCH. */
export class KeyMismatch extends Error {}

/**
 * A write inside an organization: effect, changes and the ledger row of its key in one transaction, one sequence number a commit.
 * The writes of a farm wait for one another, so the second arrival of a key finds the first one's answer. A refusal leaves no trace and
 * is judged anew when it comes again.
 */
export async function runWrite(
  db: Kysely<Tables>,
  request: WriteRequest,
  work: (parts: CommitParts) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Outcome> {
  const undoing: (() => Promise<void>)[] = [];
  const undo = async (): Promise<void> => {
    for (const act of undoing.splice(0)) await act();
  };
  const progress = { isAtCommit: false };
  try {
    return await attempt(db, request, work, { undoing, undo, progress });
  } catch (error) {
    // A connection that breaks at the commit says nothing of whether it stands: bytes that a row may name are left to the sweep.
    if (!progress.isAtCommit) await undo();
    throw error;
  }
}

/** What a write does outside its transaction: how to take it back, and whether nothing but the commit is left. */
interface Outside {
  readonly undoing: (() => Promise<void>)[];
  readonly undo: () => Promise<void>;
  readonly progress: { isAtCommit: boolean };
}

const attempt = (
  db: Kysely<Tables>,
  request: WriteRequest,
  work: (parts: CommitParts) => Promise<Readonly<Record<string, unknown>>>,
  { undoing, undo, progress }: Outside,
): Promise<Outcome> =>
  writeIn(db, request.organizationId, async (trx) => {
    // A transaction that lost a race begins anew: what its first try left outside is taken back before.
    progress.isAtCommit = false;
    await undo();
    const last = await lockFarm(trx, request.organizationId);
    const earlier = request.key === null ? null : await replay(trx, request.organizationId, request);
    if (earlier) return earlier;
    const seq = last + 1;
    const touched = new Map<string, { table: SyncTable; rowId: string }>();
    const announcements: Announcement[] = [];
    const answer = await work({
      trx,
      organizationId: request.organizationId,
      seq,
      touch: (table, rowId) => touched.set(`${table}|${rowId}`, { table, rowId }),
      announce: (action, payload) => announcements.push({ action, payload }),
      ifUndone: (act) => undoing.push(act),
    });
    const changed = touched.size > 0;
    if (changed) await writeChanges(trx, request, seq, [...touched.values()]);
    const seqOfEffect = changed ? seq : null;
    if (request.key !== null) {
      await rememberOperation(trx, { ...ledgerRow(request.organizationId, request, answer), seq: seqOfEffect });
    }
    const committed = changed ? { organizationId: request.organizationId, seq, key: request.key, announcements } : null;
    progress.isAtCommit = true;
    return { answer, replayed: false, seq: seqOfEffect, committed };
  });

/** A write of a person's own things, outside organizations: the same promise, without a sequence. */
export const runPersonal = (
  db: Kysely<Tables>,
  request: Omit<WriteRequest, 'organizationId'>,
  work: (trx: Transaction<Tables>) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Outcome> =>
  writeAlone(db, async (trx) => {
    const scope = `user:${request.userId}`;
    const earlier = request.key === null ? null : await replay(trx, scope, request);
    if (earlier) return earlier;
    const answer = await work(trx);
    // A refusal that leaves a trace is judged anew when its key comes again: the password may be the right one then.
    const isRemembered = request.key !== null && !('refusal' in answer);
    if (isRemembered) await rememberOperation(trx, ledgerRow(scope, request, answer));
    return { answer, replayed: false, seq: null, committed: null };
  });

async function replay(
  trx: Transaction<Tables>,
  scope: string,
  request: Omit<WriteRequest, 'organizationId'>,
): Promise<Outcome | null> {
  const row = await findOperation(trx, scope, request.key ?? '');
  if (!row) return null;
  if (row.fingerprint !== request.fingerprint) throw new KeyMismatch();
  const answer = JSON.parse(row.body) as Readonly<Record<string, unknown>>;
  return { answer, replayed: true, seq: row.seq, committed: null };
}

const ledgerRow = (
  scope: string,
  request: Omit<WriteRequest, 'organizationId'>,
  answer: Readonly<Record<string, unknown>>,
) => ({
  scope,
  key: request.key ?? '',
  user_id: request.userId,
  fingerprint: request.fingerprint,
  status: 200,
  body: JSON.stringify(answer),
  seq: null,
  server_id: serverIdOf(answer),
  received_at: request.receivedAt,
});

/** The id of the thing that an answer carries under its name: what another backend's client would have to map. */
function serverIdOf(answer: Readonly<Record<string, unknown>>): string | null {
  for (const part of Object.values(answer)) {
    if (part !== null && typeof part === 'object' && 'id' in part && typeof part.id === 'string') return part.id;
  }
  return null;
}

/**
 * A commit of a farm that is part of a write outside it (a person changes his telephone): its own number, after the farm's row is held.
 * What it gives is to be announced after the commit.
 */
export async function commitAside(
  trx: Transaction<Tables>,
  organizationId: string,
  touched: readonly { readonly table: SyncTable; readonly rowId: string }[],
  announcements: readonly Announcement[],
): Promise<Committed> {
  const seq = (await lockFarm(trx, organizationId)) + 1;
  await writeChanges(trx, { organizationId, key: null }, seq, touched);
  return { organizationId, seq, key: null, announcements };
}

async function writeChanges(
  trx: Transaction<Tables>,
  request: Pick<WriteRequest, 'organizationId' | 'key'>,
  seq: number,
  touched: readonly { readonly table: SyncTable; readonly rowId: string }[],
): Promise<void> {
  const { organizationId, key } = request;
  await trx.updateTable('organizations').set({ seq }).where('id', '=', organizationId).execute();
  for (let start = 0; start < touched.length; start += 100) {
    const rows = touched.slice(start, start + 100);
    await trx
      .insertInto('changes')
      .values(
        rows.map(({ table, rowId }) => ({
          organization_id: organizationId,
          seq,
          table_name: table,
          row_id: rowId,
          key,
        })),
      )
      .execute();
  }
}
