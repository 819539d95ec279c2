import { setImmediate } from 'node:timers/promises';
import {
  type Outcome,
  runWrite,
  type Work,
  writeOne,
  type WriteRequest,
  type WriteShared,
} from '../database/commit.ts';
import {
  inFarm,
  inStep,
  longestMs,
  lookUpAnswers,
  mostOperations,
  type OpenFarm,
  type Progress,
} from '../database/open-farm.ts';
import type { Db } from '../database/tables.ts';
import { isForeseen } from './problem-of.ts';

interface Waiting {
  readonly request: WriteRequest;
  readonly work: Work;
  readonly stands: (outcome: Outcome) => void;
  readonly fails: (error: unknown) => void;
}

/**
 * Queues single writes, in order per farm. Those of one turn of the loop, or that came during the last transaction, share the next (decision
 * 0045); a lone one does not wait.
 */
export function shareWrites(db: Db, longest = longestMs): WriteShared {
  const queues = new Map<string, Waiting[]>();
  const serve = async (organizationId: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) {
      await setImmediate();
      queue.unshift(...(await doTogether(db, takeFrom(queue), longest)));
    }
    queues.delete(organizationId);
  };
  return (request, work) =>
    new Promise((stands, fails) => {
      const { organizationId } = request;
      const one: Waiting = { request, work, stands, fails };
      const queue = queues.get(organizationId);
      if (queue) {
        queue.push(one);
        return;
      }
      const begun = [one];
      queues.set(organizationId, begun);
      void serve(organizationId, begun);
    });
}

/** The next batch. A secret answer goes alone: no key can repeat it. */
function takeFrom(queue: Waiting[]): readonly Waiting[] {
  const secret = queue.findIndex(({ request }) => request.isSecret);
  const many = secret === -1 ? queue.length : Math.max(1, secret);
  return queue.splice(0, Math.min(many, mostOperations));
}

async function doAlone(db: Db, { request, work, stands, fails }: Waiting): Promise<void> {
  try {
    stands(await runWrite(db, request, work));
  } catch (error) {
    fails(error);
  }
}

/**
 * Runs writes of one farm in one transaction, each in a savepoint; returns those left for the next. An unforeseen failure is rolled back and
 * retried alone. A failed commit may have succeeded: it fails all in it.
 */
async function doTogether(db: Db, writes: readonly Waiting[], longest: number): Promise<readonly Waiting[]> {
  const [first] = writes;
  if (first && writes.length === 1) {
    await doAlone(db, first);
    return [];
  }
  const progress: Progress = { isAtCommit: false };
  let steps: Steps = { told: [], alone: [], left: [] };
  try {
    await inFarm(
      db,
      first?.request.organizationId ?? '',
      async (farm) => {
        steps = await doSteps(farm, writes, longest);
      },
      progress,
    );
    for (const tell of steps.told) tell();
    for (const one of steps.alone) await doAlone(db, one);
    return steps.left;
  } catch (error) {
    if (!progress.isAtCommit) for (const one of writes) await doAlone(db, one);
    else for (const one of writes) if (!steps.left.includes(one)) one.fails(error);
    return progress.isAtCommit ? steps.left : [];
  }
}

interface Steps {
  /** Settles each write after the commit, refusals too: they may rest on an earlier write's effect. */
  readonly told: readonly (() => void)[];
  readonly alone: readonly Waiting[];
  readonly left: readonly Waiting[];
}

async function doSteps(farm: OpenFarm, writes: readonly Waiting[], longest: number): Promise<Steps> {
  const told: (() => void)[] = [];
  const alone: Waiting[] = [];
  await lookUpAnswers(
    farm,
    writes.flatMap(({ request }) => request.key ?? []),
  );
  const began = performance.now();
  for (const [at, one] of writes.entries()) {
    if (at > 0 && performance.now() - began >= longest) return { told, alone, left: writes.slice(at) };
    try {
      const outcome = await inStep(farm, () => writeOne(farm, one.request, one.work));
      told.push(() => one.stands(outcome));
    } catch (error) {
      if (farm.isBroken) throw error;
      if (isForeseen(error)) told.push(() => one.fails(error));
      else alone.push(one);
    }
  }
  return { told, alone, left: [] };
}
