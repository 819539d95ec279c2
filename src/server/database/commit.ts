import type { Kysely, Transaction } from 'kysely';
import type { LiveActionName } from '../../contract/live.ts';
import type { SyncTable } from '../../contract/endpoints/sync.ts';
import { markAt, nextMark } from './marks.ts';
import { answerTo, type Asker, findOperation, rememberOperation, standingThen } from './operations.ts';
import { type FarmHead, lockFarm, writeAlone, writeIn } from './scope.ts';
import type { Tables } from './tables.ts';

interface Announcement {
  readonly action: LiveActionName;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One committed write of an organization, as the live side hears of it. */
export interface Committed {
  readonly organizationId: string;
  readonly seq: number;
  readonly mark: string;
  readonly epoch: string;
  readonly key: string | null;
  readonly announcements: readonly Announcement[];
}

export interface Outcome {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly replayed: boolean;
  /** The sequence of the commit that holds the effect, and its mark; null where nothing changed. */
  readonly seq: number | null;
  readonly mark: string | null;
  /** Which life of the farm it was written in; null outside farms. */
  readonly epoch: string | null;
  readonly committed: Committed | null;
}

interface WriteRequest extends Asker {
  readonly organizationId: string;
  readonly key: string | null;
  /** Its answer is nobody's to read again: nothing of it is kept, and its key is judged anew. */
  readonly isSecret: boolean;
  readonly fingerprint: string;
  readonly receivedAt: string;
  /** A phone brings back what this database lost: it is counted, for the owner to read. */
  readonly isHealing?: boolean;
}

export interface CommitParts {
  readonly trx: Transaction<Tables>;
  readonly organizationId: string;
  readonly seq: number;
  /** The farm's present life, where it began because this database is an older copy; null for a farm that lost nothing. */
  readonly restored: string | null;
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
    const head = await lockFarm(trx, request.organizationId);
    const earlier = isLedgered(request) ? await replayIn(trx, request, head) : null;
    if (earlier) return earlier;
    const seq = head.seq + 1;
    const touched = new Map<string, { table: SyncTable; rowId: string }>();
    const announcements: Announcement[] = [];
    const answer = await work({
      trx,
      organizationId: request.organizationId,
      seq,
      restored: head.isRestored ? head.epoch : null,
      touch: (table, rowId) => touched.set(`${table}|${rowId}`, { table, rowId }),
      announce: (action, payload) => announcements.push({ action, payload }),
      ifUndone: (act) => undoing.push(act),
    });
    const changed = touched.size > 0;
    if (changed && request.isHealing) await countReturned(trx, request.organizationId, head, touched);
    const mark = changed ? await writeChanges(trx, request, head, [...touched.values()]) : null;
    const seqOfEffect = changed ? seq : null;
    if (isLedgered(request)) {
      await rememberOperation(trx, { ...ledgerRow(request.organizationId, request, answer), seq: seqOfEffect });
    }
    const { organizationId, key } = request;
    const { epoch } = head;
    const committed = mark === null ? null : { organizationId, seq, mark, epoch, key, announcements };
    progress.isAtCommit = true;
    return { answer, replayed: false, seq: seqOfEffect, mark, epoch, committed };
  });

/** The answer that a key of this farm got before. */
async function replayIn(trx: Transaction<Tables>, request: WriteRequest, { epoch }: FarmHead): Promise<Outcome | null> {
  const earlier = await replay(trx, request.organizationId, request);
  if (earlier === null || earlier.seq === null) return earlier && { ...earlier, epoch };
  return { ...earlier, epoch, mark: await markAt(trx, request.organizationId, earlier.seq) };
}

/** One more record that a phone brought back to a restored farm: its owner reads the number. */
async function countReturned(
  trx: Transaction<Tables>,
  organizationId: string,
  { epoch }: FarmHead,
  touched: Map<string, { table: SyncTable; rowId: string }>,
): Promise<void> {
  await trx
    .updateTable('lives')
    .set((row) => ({ returned: row('returned', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('epoch', '=', epoch)
    .execute();
  touched.set('organization', { table: 'organization', rowId: organizationId });
}

/** A write of a person's own things, outside organizations: the same promise, without a sequence. */
export const runPersonal = (
  db: Kysely<Tables>,
  request: Omit<WriteRequest, 'organizationId'>,
  work: (trx: Transaction<Tables>) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Outcome> =>
  writeAlone(db, async (trx) => {
    const scope = `user:${request.userId}`;
    const earlier = isLedgered(request) ? await replay(trx, scope, request) : null;
    if (earlier) return earlier;
    const answer = await work(trx);
    // A refusal that leaves a trace is judged anew when its key comes again: the password may be the right one then.
    const isRemembered = isLedgered(request) && !('refusal' in answer);
    if (isRemembered) await rememberOperation(trx, ledgerRow(scope, request, answer));
    return { answer, replayed: false, seq: null, mark: null, epoch: null, committed: null };
  });

/** Whether its answer is kept under its key. */
const isLedgered = ({ key, isSecret }: Pick<WriteRequest, 'key' | 'isSecret'>): boolean => key !== null && !isSecret;

async function replay(
  trx: Transaction<Tables>,
  scope: string,
  request: Omit<WriteRequest, 'organizationId'>,
): Promise<Outcome | null> {
  const row = await findOperation(trx, scope, request.key ?? '');
  if (!row) return null;
  if (row.fingerprint !== request.fingerprint) throw new KeyMismatch();
  return { answer: answerTo(request, row), replayed: true, seq: row.seq, mark: null, epoch: null, committed: null };
}

const ledgerRow = (
  scope: string,
  request: Omit<WriteRequest, 'organizationId'>,
  answer: Readonly<Record<string, unknown>>,
) => ({
  scope,
  key: request.key ?? '',
  user_id: request.userId,
  ...standingThen(request.standing),
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

/** What a commit aside touches and says. */
interface Aside {
  readonly touched: readonly { readonly table: SyncTable; readonly rowId: string }[];
  readonly announcements: readonly Announcement[];
  readonly nowMs: number;
}

/**
 * A commit of a farm that is part of a write outside it (a person changes his telephone): its own number, after the farm's row is held.
 * What it gives is to be announced after the commit.
 */
export async function commitAside(
  trx: Transaction<Tables>,
  organizationId: string,
  { touched, announcements, nowMs }: Aside,
): Promise<Committed> {
  const head = await lockFarm(trx, organizationId);
  const receivedAt = new Date(nowMs).toISOString();
  const mark = await writeChanges(trx, { organizationId, key: null, receivedAt }, head, touched);
  return { organizationId, seq: head.seq + 1, mark, epoch: head.epoch, key: null, announcements };
}

/** Writes a commit after the head: its number, its mark, and what it touched. Gives the mark. */
async function writeChanges(
  trx: Transaction<Tables>,
  request: Pick<WriteRequest, 'organizationId' | 'key' | 'receivedAt'>,
  head: FarmHead,
  touched: readonly { readonly table: SyncTable; readonly rowId: string }[],
): Promise<string> {
  const { organizationId, key, receivedAt } = request;
  const seq = head.seq + 1;
  const mark = nextMark(head.mark, seq, key);
  await trx.updateTable('organizations').set({ seq, mark }).where('id', '=', organizationId).execute();
  await trx.insertInto('commits').values({ organization_id: organizationId, seq, mark, at: receivedAt }).execute();
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
  return mark;
}
