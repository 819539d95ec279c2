import { createHash, randomBytes } from 'node:crypto';
import type { LiveActionName } from '../../contract/live.ts';
import type { SyncTable } from '../../contract/endpoints/sync.ts';
import { answerTo, type Asker, findOperation, rememberOperation, standingThen, keptOf } from './operations.ts';
import { inFarm, type OpenFarm, type Touch, type Touched, writeDown } from './open-farm.ts';
import { type FarmHead, lockFarm, writeAlone } from './scope.ts';
import { type Db, type OperationRow, rowsWhere, type Trx, updateWhere } from './tables.ts';

interface Announcement {
  readonly action: LiveActionName;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A committed write of an organization, as broadcast. */
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
  /** The commit that holds the effect; null where nothing changed. */
  readonly seq: number | null;
  readonly mark: string | null;
  readonly epoch: string | null;
  readonly committed: Committed | null;
}

export interface WriteRequest extends Asker {
  readonly organizationId: string;
  readonly key: string | null;
  /** The answer is never stored, and its key is judged anew. */
  readonly isSecret: boolean;
  readonly fingerprint: string;
  readonly receivedAt: string;
  /** The id that the caller gave what it makes. */
  readonly cid?: string | undefined;
  /** A phone brings back what this database lost: counted for the owner. */
  readonly isHealing?: boolean;
}

export interface CommitParts {
  readonly trx: Trx;
  readonly organizationId: string;
  readonly seq: number;
  /** The present life, if it began because this database is an older copy; else null. */
  readonly restored: string | null;
  readonly touch: Touch;
  readonly announce: (action: LiveActionName, payload: Readonly<Record<string, unknown>>) => void;
  /** Undoes what a rollback cannot (a written file). */
  readonly ifUndone: (act: () => Promise<void>) => void;
  /** Flushes the changes and answers of earlier operations to their tables: call it before reading those. */
  readonly writeDown: () => Promise<void>;
}

/** A key came again with another body: answered as IDEMPOTENCY_MISMATCH. */
export class KeyMismatch extends Error {}

/**
 * A write of an organization: effect, changes and ledger row in one transaction with one sequence number. A farm's writes are serialized, so a
 * repeated key finds the first answer. A refusal leaves no trace and is judged anew.
 */
export const runWrite = (db: Db, request: WriteRequest, work: Work): Promise<Outcome> =>
  inFarm(db, request.organizationId, (farm) => writeOne(farm, request, work));

export type Work = (parts: CommitParts) => Promise<Readonly<Record<string, unknown>>>;

export type WriteShared = (request: WriteRequest, work: Work) => Promise<Outcome>;

/** The same in an open transaction: the outcome holds only once that commits. */
export async function writeOne(
  farm: OpenFarm,
  request: Omit<WriteRequest, 'organizationId'>,
  work: Work,
): Promise<Outcome> {
  const { organizationId, trx, head } = farm;
  const { epoch } = head;
  const earlier = isLedgered(request) ? await replayIn(farm, request) : null;
  if (earlier) return earlier;
  const seq = head.seq + 1;
  const touched = new Map<string, Touched>();
  const announcements: Announcement[] = [];
  const answer = await work({
    trx,
    organizationId,
    seq,
    restored: head.isRestored ? epoch : null,
    touch: (table, rowId, how) => touched.set(`${table}|${rowId}`, { table, rowId, isMade: how === 'made' }),
    announce: (action, payload) => announcements.push({ action, payload }),
    ifUndone: (act) => farm.undoing.push(act),
    writeDown: () => writeDown(farm),
  });
  const { key } = request;
  const changed = touched.size > 0;
  if (changed && request.isHealing) await countReturned(trx, organizationId, head, touched);
  const mark = changed ? nextMark(head.mark, seq, key) : null;
  const row = isLedgered(request) ? { ...ledgerRow(organizationId, request, answer), seq: changed ? seq : null } : null;
  farm.answers.delete(key ?? '');
  const { commits, changes, operations } = farm.unwritten;
  farm.unwritten = {
    commits: mark === null ? commits : [...commits, { seq, mark, at: request.receivedAt }],
    changes: [...changes, ...[...touched.values()].map((one) => ({ ...one, seq }))],
    operations: row === null ? operations : [...operations, row],
  };
  if (mark !== null) farm.head = { ...head, seq, mark };
  const committed = mark === null ? null : { organizationId, seq, mark, epoch, key, announcements };
  return { answer, replayed: false, seq: changed ? seq : null, mark, epoch, committed };
}

async function replayIn(farm: OpenFarm, request: Omit<WriteRequest, 'organizationId'>): Promise<Outcome | null> {
  const { trx, organizationId, unwritten } = farm;
  const key = request.key ?? '';
  const known = unwritten.operations.find((one) => one.key === key) ?? farm.answers.get(key);
  const row = known === undefined ? await findOperation(trx, organizationId, key) : known;
  if (!row) return null;
  const { epoch } = farm.head;
  const earlier = { ...replayed(request, row), epoch };
  const { seq } = row;
  if (seq === null) return earlier;
  const own = unwritten.commits.find((commit) => commit.seq === seq);
  return { ...earlier, mark: own ? own.mark : await markAt(trx, organizationId, seq) };
}

/** Counts a record brought back to a restored farm, for its owner. */
async function countReturned(
  trx: Trx,
  organizationId: string,
  { epoch }: FarmHead,
  touched: Map<string, Touched>,
): Promise<void> {
  await updateWhere(trx, 'lives', { organization_id: organizationId, epoch })
    .set((row) => ({ returned: row('returned', '+', 1) }))
    .execute();
  touched.set('organization', { table: 'organization', rowId: organizationId, isMade: false });
}

/** A write of a person's own things, outside organizations: the same guarantees without a sequence. */
export const runPersonal = (
  db: Db,
  request: Omit<WriteRequest, 'organizationId'>,
  work: (trx: Trx) => Promise<Readonly<Record<string, unknown>>>,
): Promise<Outcome> =>
  writeAlone(db, async (trx) => {
    const scope = `user:${request.userId}`;
    const earlier = isLedgered(request) ? await findOperation(trx, scope, request.key ?? '') : undefined;
    if (earlier) return replayed(request, earlier);
    const answer = await work(trx);
    // A refusal that leaves a trace is judged anew under its key: the password may be right then.
    const isRemembered = isLedgered(request) && !('refusal' in answer);
    if (isRemembered) await rememberOperation(trx, ledgerRow(scope, request, answer));
    return { answer, replayed: false, seq: null, mark: null, epoch: null, committed: null };
  });

const isLedgered = ({ key, isSecret }: Pick<WriteRequest, 'key' | 'isSecret'>): boolean => key !== null && !isSecret;

function replayed(request: Omit<WriteRequest, 'organizationId'>, row: OperationRow): Outcome {
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
  ...keptOf(JSON.stringify(answer)),
  seq: null,
  // The answer to a count has the lot or the item beside the record.
  server_id: request.cid ?? serverIdOf(answer),
  received_at: request.receivedAt,
});

function serverIdOf(answer: Readonly<Record<string, unknown>>): string | null {
  for (const part of Object.values(answer)) {
    if (part !== null && typeof part === 'object' && 'id' in part && typeof part.id === 'string') return part.id;
  }
  return null;
}

interface WithoutCall {
  readonly touched: readonly { readonly table: SyncTable; readonly rowId: string }[];
  readonly announcements: readonly Announcement[];
  readonly nowMs: number;
}

/** A farm's commit inside a write outside it (a person changes his telephone). The caller broadcasts it after the commit. */
export async function commitWithoutCall(
  trx: Trx,
  organizationId: string,
  { touched, announcements, nowMs }: WithoutCall,
): Promise<Committed> {
  const head = await lockFarm(trx, organizationId);
  const seq = head.seq + 1;
  const mark = nextMark(head.mark, seq, null);
  const commits = [{ seq, mark, at: new Date(nowMs).toISOString() }];
  const changes = touched.map((one) => ({ ...one, seq, isMade: false }));
  await writeDown({
    organizationId,
    bare: trx,
    head: { ...head, seq, mark },
    unwritten: { commits, changes, operations: [] },
  });
  return { organizationId, seq, mark, epoch: head.epoch, key: null, announcements };
}

/** The mark of a commit, chained to the one before: who has it knows all before it. Its random part tells apart two histories from one copy. */
export const nextMark = (before: string, seq: number, key: string | null): string =>
  createHash('sha256')
    .update(`${before} ${seq} ${key ?? ''} `)
    .update(randomBytes(16))
    .digest('base64url')
    .slice(0, 22);

/** The mark of a commit; null where none is stored (commits from before marks existed). */
export async function markAt(db: Db, organizationId: string, seq: number): Promise<string | null> {
  const row = await rowsWhere(db, 'commits', { organization_id: organizationId, seq })
    .select('mark')
    .executeTakeFirst();
  return row?.mark ?? null;
}
