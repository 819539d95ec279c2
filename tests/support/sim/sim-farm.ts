import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { Cell } from '../../../src/domain/movements/ledger.ts';

type Row = Readonly<Record<string, unknown>>;

/** Names of the farm's things that people of a simulated day speak of. */
export interface FarmIds {
  readonly ombu: string;
  readonly cria: string;
  readonly invernada: string;
  readonly sur: string;
  readonly ternero: string;
  readonly vaca: string;
  readonly novillito: string;
}

/** What a server holds, to compare phones with. */
export interface Truth {
  readonly seq: number;
  readonly movements: readonly Row[];
  readonly lots: readonly Row[];
  readonly cells: readonly Cell[];
  /** What its tables are known by, as it tells phones. */
  readonly digests: Readonly<Record<string, string>>;
  /** Keys that it has answered for good. */
  readonly keys: ReadonlySet<string>;
  /** Keys in the order of their effects, as its feed knows them: an effect that came twice stands there twice. */
  readonly applied: readonly string[];
}

/** A call as a phone makes it. */
export type FarmCall = (request: Omit<Request, 'token'>, userId: string) => Promise<Reply>;

/** A server with one farm on it, as a simulated day needs it. */
export interface SimFarm {
  readonly organizationId: string;
  readonly people: readonly string[];
  readonly ids: FarmIds;
  /** Movements and lots that were there before the day. */
  readonly before: ReadonlySet<string>;
  readonly listeners: Set<(message: unknown) => void>;
  /** What its server did not foresee. */
  readonly unforeseen: readonly unknown[];
  readonly call: FarmCall;
  readonly truth: () => Promise<Truth>;
  /** Takes a copy of the server's file; what it gives puts that copy back, as often as it is asked to. */
  readonly backup: () => Promise<() => Promise<void>>;
  /** What the doctor finds wrong in its database. */
  readonly examine: () => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}
