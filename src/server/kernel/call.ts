import type { Kysely, Transaction } from 'kysely';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { endpoints } from '../../contract/endpoints.ts';
import type { LiveActionName } from '../../contract/live.ts';
import type { Problem } from '../../contract/problems.ts';
import type { Role } from '../../domain/people/roles.ts';
import type { Touch } from '../database/open-farm.ts';
import type { Tables } from '../database/tables.ts';

/** A foreseen refusal: the request edge answers it as JSON by its code; everything else that is thrown is a bug. */
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

/** Throws a refusal that says what is wrong with one part of the body. */
export function refuseAt(code: Problem['code'], path: string, message: string): never {
  refuse(code, { issues: [{ path, message }] });
}

/** Who calls: the person and the session his token belongs to. */
export interface Actor {
  readonly userId: string;
  readonly sessionId: string;
  readonly isSuperAdmin: boolean;
}

/** A call that has passed the edge: its token, its place in the organization and its shape are checked. */
export interface Call<B = unknown> {
  /** Null only for calls that ask for no token. Of a record that another member brings, its author. */
  readonly actor: Actor | null;
  /** Who brought the record of another; null where everybody speaks for himself. */
  readonly carrier: string | null;
  readonly organizationId: string | null;
  readonly role: Role | null;
  /** Whether the caller has left the team and brings what he recorded before. */
  readonly hasLeft: boolean;
  /** Whether a later correction of the same came before this one, which a phone brings back: it stays in the history, and changes nothing. */
  readonly isOvertaken?: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: B;
  /** The Idempotency-Key, if one came. */
  readonly key: string | null;
  /** Milliseconds since 1970, from the one clock of the server. */
  readonly now: number;
  readonly userAgent: string | null;
  /** Which version of the app calls; null for what says none. */
  readonly appVersion: string | null;
  /** The caller's network address; null for a call that came over no network. */
  readonly address: string | null;
  /** What the Authorization header carries, for calls that ask for a one-time token; null for all others. */
  readonly oneTimeToken: string | null;
  /** What the device shows that a log-in told it, as it was sent; null for what shows nothing. */
  readonly knownDevice: string | null;
  /** Does something once the write stands (mail, live connections): never for a write that was refused, begun anew or replayed. */
  readonly afterCommit: (effect: () => unknown) => void;
  /** Says to the office, once the write stands, that something new waits for its decision. */
  readonly tellReviewers: () => void;
}

/** The named parts of a success; `ok: true` is put in by the edge. A long list of a read may be an `InParts` (`in-parts.ts`). */
export type Answer = Readonly<Record<string, unknown>>;

/** The writing half of a call: one transaction, one sequence number, one list of changes and announcements. */
export interface Commit {
  readonly trx: Transaction<Tables>;
  readonly organizationId: string;
  /** The sequence that this commit will carry. */
  readonly seq: number;
  /** Notes that a row changed: it goes into the feed with this commit. */
  readonly touch: Touch;
  /** Says a live message after the commit, to the members only; `seq`, `prev_seq`, `epoch` and `key` are put in. */
  readonly announce: (action: LiveActionName, payload: Answer) => void;
  /** Takes back what the transaction cannot (a file that was written), should it not stand in the end. */
  readonly ifUndone: (act: () => Promise<void>) => void;
  /** Writes the changes and answers of the operations before this one into their tables: whoever reads those asks for it first. */
  readonly writeDown: () => Promise<void>;
}

/** Reads of one snapshot. */
export type Read<B = unknown> = (call: Call<B>, db: Kysely<Tables>) => Promise<Answer>;
/** A write inside an organization. */
export type Write<B = unknown> = (call: Call<B>, commit: Commit) => Promise<Answer>;
/** A write of a person's own things, outside organizations (accounts, sessions, a new organization). */
export type PersonalWrite<B = unknown, P = void> = (
  call: Call<B>,
  trx: Transaction<Tables>,
  prepared: P,
) => Promise<Answer>;
/** Slow work that a personal write needs, done before its transaction: the database writes nothing for anybody meanwhile. */
export type Preparation<B, P> = (call: Call<B>, db: Kysely<Tables>) => Promise<P>;

/** Reads of one snapshot of the call's farm. */
export type Reading = <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
/**
 * What a read that keeps its answers comes to: the answer, maybe packed (`packed.ts`), and what to write down for the next. Plain data, for
 * it may come from another thread.
 */
export type KeptAnswer = ({ readonly answer: Answer } | { readonly packed: Uint8Array }) & { readonly keep: unknown };
/** What is to be written down, and the answer that it is about, where that is packed. */
export interface Keeping {
  readonly keep: unknown;
  readonly packed: Uint8Array | null;
}
/** A read that keeps what it made. `mayKeep` false: nothing can be written down, and the answer must not count on it. */
export interface KeptRead<B = unknown> {
  readonly run: (call: Call<B>, reading: Reading, mayKeep: boolean) => Promise<KeptAnswer>;
  /** Writes down what `run` wants kept. False: somebody was faster, and an answer that counts on it is to be made anew. */
  readonly keep: (trx: Transaction<Tables>, organizationId: string, made: Keeping) => Promise<boolean>;
}

/** What serves an endpoint whose body is `B`. Of a personal write, `prepare` gives what its transaction runs. */
export type Handler<B = never> =
  | { readonly kind: 'read'; readonly run: Read<B> }
  | ({ readonly kind: 'kept' } & KeptRead<B>)
  | { readonly kind: 'write'; readonly run: Write<B> }
  | { readonly kind: 'personal'; readonly prepare: Preparation<B, (trx: Transaction<Tables>) => Promise<Answer>> };

/** Handlers by the endpoint's name in the contract's table (`createLot`, `create.BIRTH` …). */
export type Handlers = Readonly<Record<string, Handler>>;

/** What a call's own schema gives of its body. */
type BodyOf<E> = E extends Endpoint<infer B> ? B['_zod']['output'] : never;

/** Handlers by name, each for the body of its own endpoint: what it takes is read off the contract's table. */
export type EndpointHandlers = { readonly [N in keyof typeof endpoints]?: Handler<BodyOf<(typeof endpoints)[N]>> };

/** Declares a read. */
export const read = <B>(run: Read<B>): Handler<B> => ({ kind: 'read', run });
/** Declares a read that keeps what it made. */
export const keptRead = <B>(read: KeptRead<B>): Handler<B> => ({ kind: 'kept', ...read });
/** Declares a write inside an organization. */
export const write = <B>(run: Write<B>): Handler<B> => ({ kind: 'write', run });
/** Declares a write of a person's own things. */
export const personalWrite = <B>(run: PersonalWrite<B>): Handler<B> => preparedWrite(async () => undefined, run);
/** Declares a write of a person's own things with slow work before it: what is read there may have changed when the write begins. */
export const preparedWrite = <B, P>(prepare: Preparation<B, P>, run: PersonalWrite<B, P>): Handler<B> => ({
  kind: 'personal',
  prepare: async (call, db) => {
    const prepared = await prepare(call, db);
    return (trx) => run(call, trx, prepared);
  },
});

/** The id that the call's path names. */
export const idOf = ({ params }: Call): string => params['id'] ?? '';

/** The farm that the call is about; empty outside farms. */
export const farmOf = ({ organizationId }: Call): string => organizationId ?? '';

/** The person who calls; empty where nobody is asked for. */
export const userOf = ({ actor }: Call): string => actor?.userId ?? '';

/** The caller's role in the farm; the least where there is none. */
export const roleOf = ({ role }: Call): Role => role ?? 'user';
