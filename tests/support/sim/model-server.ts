import type { Change } from '../../../src/contract/endpoints/sync.ts';
import { kindEndpoints } from '../../../src/contract/endpoints/movements.ts';
import { isProblemCode, type ProblemCode, problems } from '../../../src/contract/problems.ts';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import { type Cell, cellId, difference, type Posting, reversed } from '../../../src/domain/movements/ledger.ts';
import { putIn } from '../../../src/domain/movements/postings.ts';
import { complete, parsePayload } from '../../../src/domain/movements/prepare.ts';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { withUnsexed } from '../../../src/domain/farm/unsexed.ts';
import type { MovementType } from '../../../src/domain/movements/types.ts';
import type { Mutation } from './bugs.ts';
import { farmRows, organizationId } from './farm-rows.ts';
import { digestOf, onTheWire, postingsIn, rowId } from './model-rows.ts';

type Row = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, unknown>>;
interface Remembered {
  readonly reply: Reply;
  readonly print: string;
}
interface Entry {
  readonly seq: number;
  readonly table: string;
  readonly id: string;
  readonly key: string | null;
}

class Refused extends Error {
  readonly code: ProblemCode;
  constructor(code: ProblemCode) {
    super(code);
    this.code = code;
  }
}

/** What the model says live after a commit. */
export interface Announcement {
  readonly action: string;
  readonly organization_id: string;
  readonly seq: number;
  readonly prev_seq: number;
  readonly epoch: string;
  /** Only for phones with a bug: rows come from the feed (decision 0009). */
  readonly changes: readonly Change[];
}

const today = '2026-11-21';

/**
 * The sync protocol in its fewest lines (offline.md §2.5), in memory: rows by table, one sequence a commit, a ledger of keys in the
 * effect's own step. It is what the phones' protocol is proved against; each call is atomic.
 */
export class ModelServer {
  epoch = 'epoch-1';
  seq = 0;
  rows = new Map<string, Map<string, Row>>();
  ledger = new Map<string, Remembered>();
  /** Keys in the order their effects were applied. */
  applied: string[] = [];
  feed: Entry[] = [];
  readonly listeners = new Set<(message: Announcement) => void>();
  /** Refusals that a test asks for: by the path's part. */
  readonly refuseNext: { readonly path: string; readonly code: ProblemCode }[] = [];
  /** What a test looks at: every call that arrived. */
  readonly calls: Omit<Request, 'token'>[] = [];
  private touched: { readonly table: string; readonly id: string }[] = [];
  private totals: Readonly<Record<string, number>> | null = null;
  private readonly bug: Mutation | null;

  constructor(bug: Mutation | null = null) {
    this.bug = bug;
    for (const [table, rows] of Object.entries(farmRows)) {
      this.rows.set(table, new Map(rows.map((row): [string, Row] => [rowId(row as Row), row])));
    }
    for (const table of ['movements', 'members', 'organization'])
      if (!this.rows.has(table)) this.rows.set(table, new Map());
  }

  /** A copy to come back to. Restored, the server lives another life and knows nothing of what came after the copy. */
  backup(): () => void {
    const { rows, ledger, applied, feed, seq } = this;
    const copy = structuredClone({ rows, ledger, applied, feed, seq });
    return () => {
      this.epoch = `${this.epoch}+`;
      Object.assign(this, copy);
    };
  }

  call(request: Omit<Request, 'token'>, userId: string): Reply {
    this.calls.push(request);
    try {
      if (request.path.endsWith('/ops')) return this.writeAll(request, userId);
      return request.method === 'GET' ? this.read(request) : this.write(request, userId);
    } catch (thrown) {
      if (thrown instanceof Refused) return this.refusal(thrown.code);
      throw thrown;
    }
  }

  private answer(body: Body, seq: number | null = null): Reply {
    const marks = { seq, epoch: this.epoch, replayed: false, serverTimeMs: null };
    return { outcome: 'answer', status: 200, body: { ok: true, ...body }, marks };
  }

  private refusal(code: ProblemCode): Reply {
    const { status, message } = problems[code];
    const problem = { code, status, message, issues: [], retryAfterMs: null, requestId: null };
    return {
      outcome: 'refused',
      problem,
      marks: { seq: this.seq, epoch: this.epoch, replayed: false, serverTimeMs: null },
    };
  }

  private read(request: Omit<Request, 'token'>): Reply {
    if (request.path === '/api/health') return this.answer({ version: '1', database: 'sqlite', time: today });
    const server_time = `${today}T12:00:00.000Z`;
    if (request.path.endsWith('/snapshot')) {
      const tables = ['lots', 'cells', 'categories', 'rodeos', 'campos', 'members', 'movements'];
      const changes = tables.flatMap((table) => this.all(table));
      return this.answer({ epoch: this.epoch, to: this.seq, changes, server_time, next_page: null });
    }
    const since = Number(request.query?.['since']);
    if (request.query?.['epoch'] !== this.epoch || since > this.seq) return this.refusal('RESYNC');
    // Rows of an older snapshot than the acknowledgements: a copy of the database that lags behind.
    const latest = this.bug === 'acks-ahead' ? Math.max(since, this.seq - 1) : this.seq;
    const to = Math.min(latest, since + 3);
    const entries = this.feed.filter((entry) => entry.seq > since && entry.seq <= to);
    const shown = this.bug === 'split-commit' ? entries.slice(0, 3) : entries;
    const changes = this.rowsAt(shown);
    const acked = this.bug === 'acks-ahead' ? this.feed.filter((entry) => entry.seq > since) : shown;
    const keys = new Map(acked.flatMap((entry) => (entry.key ? [[entry.key, entry.seq]] : [])));
    const acks = [...keys].map(([key, seq]) => ({ key, seq, server_id: null }));
    const isAsked = request.query?.['digest'] !== undefined && to === this.seq;
    const digest = isAsked && { digest: this.digests() };
    return this.answer({
      epoch: this.epoch,
      from: since,
      to,
      more: to < latest,
      changes,
      acks,
      server_time,
      ...digest,
    });
  }

  /** What the rows of each table are known by. */
  digests(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.rows].map(([table, rows]) => [table, digestOf(rows)]));
  }

  private rowsAt(entries: readonly Entry[]): Change[] {
    return entries.map(({ table, id }) => ({ table, id, row: this.rows.get(table)?.get(id) ?? null }));
  }

  private all(table: string): Change[] {
    return [...(this.rows.get(table) ?? [])].map(([id, row]) => ({ table, id, row }));
  }

  private write(request: Omit<Request, 'token'>, userId: string): Reply {
    const { idempotencyKey: key, method, path, body } = request;
    const print = JSON.stringify([method, path, body ?? null]);
    const known = key === undefined ? undefined : this.remembered(key);
    if (known) return known.print === print ? this.replay(known.reply) : this.refusal('IDEMPOTENCY_MISMATCH');
    const reply = this.commit(request, userId, key ?? null);
    // As the core does: a refusal leaves no trace and is judged anew.
    if (key === undefined || reply.outcome !== 'answer') return reply;
    if (this.bug === 'ledger-apart' && this.seq % 3 === 0)
      return { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'died' };
    this.ledger.set(key, { reply, print });
    return reply;
  }

  /** As the core's batch: one after the other, each with its key, and nothing said of sequence or life. */
  private writeAll({ body }: Omit<Request, 'token'>, userId: string): Reply {
    const { operations } = body as { operations: (Pick<Request, 'method' | 'path' | 'body'> & { key: string })[] };
    const results = operations.map(({ key, method, path, body: typed }) => {
      const [bare = path] = path.split('?');
      const wanted = [...this.refuseNext];
      const reply = this.write({ method, path: bare, body: typed, idempotencyKey: key }, userId);
      if (reply.outcome === 'answer') return { key, status: 200, body: reply.body };
      if (reply.outcome === 'unreachable') return { key, status: 500, body: { ok: false } };
      // Phones ask again alone what a batch refuses: a refusal that a test wants is for that call.
      this.refuseNext.splice(0, this.refuseNext.length, ...wanted);
      return { key, status: reply.problem.status, body: { ok: false, code: reply.problem.code } };
    });
    return {
      outcome: 'answer',
      status: 200,
      body: { ok: true, results },
      marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
    };
  }

  private remembered(key: string): Remembered | undefined {
    const keys = [...this.ledger.keys()];
    if (this.bug === 'no-lock-no-ledger') return undefined;
    if (this.bug === 'short-ledger' && !keys.slice(-2).includes(key)) return undefined;
    // Its twin has been written, but after the check of this one.
    if (this.bug === 'check-then-act' && keys.at(-1) === key) return undefined;
    return this.ledger.get(key);
  }

  /** The remembered answer, said in the server's present life. */
  private replay(reply: Reply): Reply {
    if (reply.outcome === 'unreachable') return reply;
    return { ...reply, marks: { ...reply.marks, epoch: this.epoch, replayed: true } };
  }

  private commit(request: Omit<Request, 'token'>, userId: string, key: string | null): Reply {
    this.touched = [];
    const asked = this.refuseNext.findIndex(({ path }) => request.path.includes(path));
    if (asked >= 0) {
      const [wanted] = this.refuseNext.splice(asked, 1);
      if (wanted) return this.refusal(wanted.code);
    }
    try {
      const body = this.apply(this.bug === 'absolute-counts' ? this.withoutTotals(request) : request, userId);
      if (this.bug !== 'time-cursor' || this.applied.length % 3 === 0) this.seq += 1;
      if (key !== null) this.applied.push(key);
      for (const { table, id } of this.touched) this.feed.push({ seq: this.seq, table, id, key });
      this.announce();
      return this.answer(body, this.seq);
    } catch (thrown) {
      if (thrown instanceof Refused && isProblemCode(thrown.code)) return this.refusal(thrown.code);
      throw thrown;
    }
  }

  private withoutTotals(request: Omit<Request, 'token'>): Omit<Request, 'token'> {
    const { totals, ...body } = (request.body ?? {}) as Body;
    this.totals = (totals as Readonly<Record<string, number>> | undefined) ?? null;
    return request.body === undefined ? request : { ...request, body };
  }

  private announce(): void {
    const message: Announcement = {
      action: 'update-movements',
      organization_id: organizationId,
      seq: this.seq,
      prev_seq: this.seq - 1,
      epoch: this.epoch,
      changes: this.rowsAt(this.feed.filter((entry) => entry.seq === this.seq)),
    };
    for (const listener of this.listeners) listener(message);
  }

  private put(table: string, id: string, row: Row): void {
    this.rows.get(table)?.set(id, row);
    this.touched.push({ table, id });
  }

  private book(postings: readonly Posting[]): void {
    for (const posting of postings) {
      const id = cellId(posting);
      const before = this.rows.get('cells')?.get(id)?.['head'];
      const head = this.totals?.[id] ?? (typeof before === 'number' ? before : 0) + posting.head;
      const { lot, rodeo, category } = posting;
      this.put('cells', id, { lot_id: lot, rodeo_id: rodeo, category_id: category, head });
    }
  }

  cells(): Cell[] {
    return [...(this.rows.get('cells')?.values() ?? [])].map((row) => ({
      lot: row['lot_id'] as string | null,
      rodeo: row['rodeo_id'] as string | null,
      category: row['category_id'] as string,
      head: row['head'] as number,
    }));
  }

  private apply({ method, path, body }: Omit<Request, 'token'>, userId: string): Body {
    const typed = (body ?? {}) as Body;
    if (path.startsWith('/api/lot/')) return this.applyLot(method, path, typed);
    const id = path.split('/').at(-1) ?? '';
    if (method === 'DELETE') return this.deleteMovement(id, userId);
    for (const [type, { create, edit }] of kindEndpoints) {
      if (method === 'POST' && path === create.path.replace('{org}', organizationId)) {
        return this.createMovement(type, typed, userId);
      }
      if (method === 'PUT' && path === edit.path.replace('{org}', organizationId).replace('{id}', id)) {
        return this.editMovement(type, id, typed, userId);
      }
    }
    throw new Refused('NOT_FOUND');
  }

  private prepared(type: MovementType, body: Body) {
    const kind = recordedKind(type);
    const parsed = kind && parsePayload(kind, body, today);
    if (!kind || !parsed?.ok) throw new Refused('INVALID_BODY');
    const farm = { categories: withUnsexed(organizationId, farmRows.categories), cells: this.cells() };
    const whole = complete(kind, parsed.value, farm);
    if (!whole.ok) throw new Refused('INVALID_BODY');
    const lots = whole.value.postings.map((posting) => posting.lot);
    if (lots.some((lot) => lot !== null && !this.rows.get('lots')?.has(lot))) throw new Refused('DEPENDENCY_MISSING');
    return whole.value;
  }

  private createMovement(type: MovementType, body: Body, userId: string): Body {
    const { payload, postings, lot, rodeo } = this.prepared(type, body);
    const id = typeof body['cid'] === 'string' ? body['cid'] : `server-${this.seq + 1}`;
    this.book(postings);
    const created_at = typeof body['recorded_at'] === 'string' ? body['recorded_at'] : `${today}T12:00:00.000Z`;
    const movement = {
      ...onTheWire(payload, postings, lot, rodeo),
      id,
      type,
      organization_id: organizationId,
      created_at,
      updated_at: created_at,
      created_by: userId,
      version: 1,
      deleted: false,
      cid: body['cid'] ?? null,
      reference: null,
    };
    this.put('movements', id, movement);
    return { movement };
  }

  private editMovement(type: MovementType, id: string, body: Body, userId: string): Body {
    const before = this.rows.get('movements')?.get(id);
    if (!before) throw new Refused('DEPENDENCY_MISSING');
    if (before['deleted'] === true) return { movement: before };
    const { payload, postings, lot, rodeo } = this.prepared(type, body);
    this.book(difference(postingsIn(before), postings));
    const now = onTheWire(payload, postings, lot, rodeo);
    const history = (before['metadata'] as { editHistory: unknown[] }).editHistory;
    const editHistory = [...history, { editedBy: userId, editedAt: String(body['recorded_at']) }];
    const movement = {
      ...before,
      ...now,
      version: Number(before['version']) + 1,
      metadata: { ...now.metadata, editHistory },
    };
    this.put('movements', id, movement);
    return { movement };
  }

  private deleteMovement(id: string, userId: string): Body {
    const before = this.rows.get('movements')?.get(id);
    if (!before) throw new Refused('NOT_FOUND');
    if (before['deleted'] === true) return {};
    this.book(reversed(postingsIn(before)));
    const metadata = { ...(before['metadata'] as Row), deletedBy: userId };
    this.put('movements', id, { ...before, deleted: true, metadata });
    return {};
  }

  private applyLot(method: string, path: string, body: Body): Body {
    const lots = this.rows.get('lots');
    if (method === 'POST') {
      const id = typeof body['cid'] === 'string' ? body['cid'] : `lot-${this.seq + 1}`;
      const { animals, ...typed } = body;
      const kept = Object.entries(typed).filter(([name]) => name !== 'cid' && name !== 'offline');
      const lot = {
        ...farmRows.lots[0],
        ...Object.fromEntries(kept),
        id,
        order: (lots?.size ?? 0) + 1,
        version: 1,
        animals: [],
      };
      this.put('lots', id, lot);
      const lines = (animals ?? []) as { type: string; count: number }[];
      if (lines.length > 0) this.openLot(id, lines);
      return { lot };
    }
    const id = method === 'DELETE' ? (path.split('/').at(-1) ?? '') : String(body['id']);
    const before = lots?.get(id);
    if (!before || before['deleted'] === true) throw new Refused('NOT_FOUND');
    if (method === 'DELETE' && this.cells().some((cell) => cell.lot === id && cell.head !== 0)) {
      throw new Refused('LOT_NOT_EMPTY');
    }
    const changes = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'offline'));
    this.put('lots', id, method === 'DELETE' ? { ...before, deleted: true } : { ...before, ...changes });
    return { lot: lots?.get(id), alreadyDeleted: false };
  }

  private openLot(lot: string, lines: readonly { type: string; count: number }[]): void {
    const postings = putIn(lines, lot, null);
    this.book(postings);
    const at = `${today}T00:00:00.000Z`;
    const id = `opening-${lot}`;
    this.put('movements', id, {
      ...onTheWire({ date: today, animals: lines }, postings, lot, null),
      id,
      type: 'AUDIT_RECORD',
      organization_id: organizationId,
      created_at: at,
      updated_at: at,
      created_by: null,
      version: 1,
      deleted: false,
      reference: null,
    });
  }
}
