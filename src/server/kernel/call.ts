import type { Endpoint } from '../../contract/endpoint.ts';
import type { endpoints } from '../../contract/endpoints.ts';
import type { Problem } from '../../contract/problems.ts';
import type { Role } from '../../domain/people/roles.ts';
import type { CommitParts } from '../database/commit.ts';
import type { Db, Trx } from '../database/tables.ts';

/** A foreseen refusal, answered by its code; anything else thrown is a bug. */
export class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Throws a refusal by its code. */
export function refuse(code: Problem['code'], rest: Omit<Problem, 'code'> = {}): never {
  throw new Refusal({ code, ...rest });
}

/** Throws a refusal about one part of the body. */
export function refuseAt(code: Problem['code'], path: string, message: string): never {
  refuse(code, { issues: [{ path, message }] });
}

export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly isSuperAdmin: boolean;
}

export interface Call<B = unknown> {
  /** Null only for calls without a token. The author, where another member brings his record. */
  readonly actor: Actor | null;
  /** Who brought the record for its author; null if the author himself. */
  readonly carrier: string | null;
  readonly organizationId: string | null;
  readonly role: Role | null;
  /** Whether the caller has left the team and brings earlier records. */
  readonly hasLeft: boolean;
  /** Whether a phone brings back an edit older than one already applied: it goes into the history and changes nothing else. */
  readonly isOvertaken?: boolean;
  /** Whether a phone brings back an edit that the server had before it was restored. */
  readonly isReturned?: boolean;
  /** Its fields that newer edits set already; those that are lost with them are left out of the body. */
  readonly overtaken?: ReadonlySet<string>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: B;
  readonly key: string | null;
  /** Milliseconds since 1970, by the server's clock. */
  readonly now: number;
  /** An id for a new row. */
  readonly newId: () => string;
  readonly userAgent: string | null;
  readonly appVersion: string | null;
  /** Network address; null for calls from inside. */
  readonly address: string | null;
  /** The Authorization header's token, for calls that take a one-time token; else null. */
  readonly oneTimeToken: string | null;
  /** The known-device token from an earlier log-in, as sent. */
  readonly knownDevice: string | null;
  /** Runs after the commit (mail, broadcasts): never for a write that was refused, retried or replayed. */
  readonly afterCommit: (effect: () => unknown) => void;
  /** After the commit, tells the office that something new awaits its decision. */
  readonly tellReviewers: () => void;
}

/** The fields of a success; the edge adds `ok: true`. A long list of a read may be an `InParts` (`in-parts.ts`). */
export type Answer = Readonly<Record<string, unknown>>;

/** A write's transaction: one sequence number, one list of changes and broadcasts. */
export type Commit = Omit<CommitParts, 'restored'>;

export type Read<B = unknown> = (call: Call<B>, db: Db) => Promise<Answer>;
export type Write<B = unknown> = (call: Call<B>, commit: Commit) => Promise<Answer>;
export type PersonalWrite<B = unknown, P = void> = (call: Call<B>, trx: Trx, prepared: P) => Promise<Answer>;
/** Slow work before a personal write's transaction, which blocks all other writers. */
export type Preparation<B, P> = (call: Call<B>, db: Db) => Promise<P>;

export type Reading = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
/** The result of a read that stores its answers: the answer, maybe packed (`packed.ts`), and what to store. Plain data: it may cross threads. */
export type KeptAnswer = ({ readonly answer: Answer } | { readonly packed: Uint8Array }) & { readonly keep: unknown };
export interface Keeping {
  readonly keep: unknown;
  readonly packed: Uint8Array | null;
}
/** A read that stores what it made. Without `mayKeep` nothing can be stored and the answer must not rely on it. */
export interface KeptRead<B = unknown> {
  readonly run: (call: Call<B>, reading: Reading, mayKeep: boolean) => Promise<KeptAnswer>;
  /** Stores what `run` made. False: another was faster, and an answer that relies on it must be made anew. */
  readonly keep: (trx: Trx, organizationId: string, made: Keeping) => Promise<boolean>;
}

/** Serves an endpoint whose body is `B`. `prepare` returns what a personal write's transaction runs. */
export type Handler<B = never> =
  | { readonly kind: 'read'; readonly run: Read<B> }
  | ({ readonly kind: 'kept' } & KeptRead<B>)
  | { readonly kind: 'write'; readonly run: Write<B> }
  | { readonly kind: 'personal'; readonly prepare: Preparation<B, (trx: Trx) => Promise<Answer>> };

/** Handlers by endpoint name (`createLot`, `create.BIRTH` …). */
export type Handlers = Readonly<Record<string, Handler>>;

type BodyOf<E> = E extends Endpoint<infer B> ? B['_zod']['output'] : never;

/** A call to this endpoint, with its body. */
export type CallTo<N extends keyof typeof endpoints> = Call<BodyOf<(typeof endpoints)[N]>>;

/** Handlers by name, each typed by its own endpoint's body. */
export type EndpointHandlers = { readonly [N in keyof typeof endpoints]?: Handler<BodyOf<(typeof endpoints)[N]>> };

/** Declares a read. */
export const read = <B>(run: Read<B>): Handler<B> => ({ kind: 'read', run });
/** Declares a read that stores its answers. */
export const keptRead = <B>(read: KeptRead<B>): Handler<B> => ({ kind: 'kept', ...read });
/** Declares a write inside an organization. */
export const write = <B>(run: Write<B>): Handler<B> => ({ kind: 'write', run });
/** Declares a personal write. */
export const personalWrite = <B>(run: PersonalWrite<B>): Handler<B> => preparedWrite(async () => undefined, run);
/** Declares a personal write with slow work before it: what that reads may have changed when the transaction begins. */
export const preparedWrite = <B, P>(prepare: Preparation<B, P>, run: PersonalWrite<B, P>): Handler<B> => ({
  kind: 'personal',
  prepare: async (call, db) => {
    const prepared = await prepare(call, db);
    return (trx) => run(call, trx, prepared);
  },
});

/** The id in the call's path. */
export const idOf = ({ params }: Call): string => params.id ?? '';

/** The call's farm; empty outside farms. */
export const farmOf = ({ organizationId }: Call): string => organizationId ?? '';

/** The caller; empty where there is none. */
export const userOf = ({ actor }: Call): string => actor?.userId ?? '';

/** The caller's role; the lowest where there is none. */
export const roleOf = ({ role }: Call): Role => role ?? 'user';
