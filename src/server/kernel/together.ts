import { headers as headerNames } from '../../contract/constants.ts';
import { inFarm, longestMs, lookUpAnswers, mostOperations, type Progress } from '../database/open-farm.ts';
import type { AdmitPorts, Inside } from './admit.ts';
import type { CoreRequest, CoreResponse, Verdict } from './exchange.ts';
import type { PerformPorts } from './perform.ts';
import { bearerOf } from './read-request.ts';
import { matchRoute } from './routes.ts';
import { shareWrites } from './write-queue.ts';

export type Answering = (request: CoreRequest, inside: Inside) => Promise<CoreResponse>;

/** Replaces the ports while a transaction is open: everything is read through it. */
type Within = Pick<PerformPorts, 'db' | 'farmDb' | 'open'> & Pick<AdmitPorts, 'authenticate'>;

/** Judges a call, in the given transaction or its own (null). In an open one it throws what is unforeseen. */
export type Judging = (within: Within | null, request: CoreRequest, inside: Inside) => Promise<Verdict>;

interface Ports extends PerformPorts, AdmitPorts {
  readonly handlers: Readonly<Record<string, { readonly kind: string }>>;
  readonly sharedMs?: number;
}

/** Adds a queue of single writes where the ports bring none. */
export const withWriteQueue = <P extends Pick<Ports, 'farmDb' | 'sharedMs'> & Partial<Pick<Ports, 'writeShared'>>>(
  ports: P,
): P & Pick<Ports, 'writeShared'> => ({
  ...ports,
  writeShared: ports.writeShared ?? shareWrites(ports.farmDb, ports.sharedMs),
});

export interface Asked {
  readonly request: CoreRequest;
  readonly inside: NonNullable<Inside>;
}

/** Judges one operation in the open transaction. 'alone': it needs its own; 'later': this one has lasted long enough. */
export type Step = (asked: Asked) => Promise<Verdict | 'alone' | 'later'>;

export type Stood<T> =
  | { readonly result: T }
  /** All was rolled back; this many operations run each in its own transaction. */
  | { readonly alone: number };

/**
 * Judges operations of one farm in one transaction, each in a savepoint. `run` may run again: a transaction that loses a race restarts. Throws
 * where the commit's outcome is unknown.
 */
export type Together = <T>(operations: readonly Asked[], run: (step: Step) => Promise<T>) => Promise<Stood<T>>;

/** Only farm writes whose answers may be stored share a transaction. */
function goesIn(handlers: Ports['handlers'], { request }: Asked): boolean {
  const route = matchRoute(request.method, request.path);
  return route !== null && handlers[route.name]?.kind === 'write' && !route.endpoint.isSecret;
}

const keysOf = (operations: readonly Asked[]): string[] =>
  operations.flatMap(({ request: { headers } }) => headers[headerNames.idempotencyKey]?.toLowerCase() ?? []);

/** See `Together`. Nothing is broadcast before the commit. */
export async function judgeTogether<T>(
  ports: Ports,
  judge: Judging,
  operations: readonly Asked[],
  run: (step: Step) => Promise<T>,
): Promise<Stood<T>> {
  const [first] = operations;
  if (!first || !goesIn(ports.handlers, first)) return { alone: 1 };
  // A session may have ended meanwhile: authenticate again before each transaction.
  const actor = await ports.authenticate(bearerOf(first.request), ports.now()).catch(() => null);
  if (!actor) return { alone: operations.length };
  const afterCommit: (() => void)[] = [];
  const progress: Progress = { isAtCommit: false };
  try {
    const result = await inFarm(
      ports.farmDb,
      first.inside.organizationId,
      async (farm) => {
        afterCommit.length = 0;
        await lookUpAnswers(farm, keysOf(operations.slice(0, mostOperations)));
        const open = { farm, whenItStands: (act: () => void) => afterCommit.push(act) };
        const within: Within = { db: farm.trx, farmDb: farm.trx, authenticate: async () => actor, open };
        const began = performance.now();
        let taken = 0;
        return await run(async (asked) => {
          if (!goesIn(ports.handlers, asked)) return 'alone';
          if (taken === mostOperations || (taken > 0 && performance.now() - began >= (ports.sharedMs ?? longestMs)))
            return 'later';
          taken += 1;
          return await judge(within, asked.request, asked.inside).catch((error: unknown) => {
            if (farm.isBroken) throw error;
            return 'alone' as const;
          });
        });
      },
      progress,
    );
    for (const act of afterCommit) act();
    return { result };
  } catch (error) {
    if (progress.isAtCommit) throw error;
    return { alone: operations.length };
  }
}
