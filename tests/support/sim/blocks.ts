import { bugs, type Bug, harmless } from './bugs.ts';
import { coreFarm, openCore } from './core-farm.ts';
import { Violation } from './invariants.ts';
import { type DayReport, simulate } from './simulate.ts';

/** Over what the days are lived: the server's own core, or the model of its protocol, which lives three days in the time of one. */
export type Over = 'core' | 'model';

/** The one command that lives a day again. */
export const replayCommand = (seed: number, over: Over = 'core'): string =>
  `npm run sim -- --seed ${seed}${over === 'model' ? ' --model' : ''}`;

/** Days in which bugs are looked for are full ones: some need two tabs that fetch at the same moment. */
const busy = 30;

/** What came of a block of days. */
export interface BlockReport {
  readonly days: number;
  readonly acts: number;
  readonly steps: number;
  readonly crashes: number;
  readonly restores: number;
  readonly thrownAway: number;
  readonly failures: readonly { readonly seed: number; readonly message: string }[];
}

/** Lives the days of these seeds over the client's own core; what ends badly is told and the others go on. */
export async function liveBlock(seeds: readonly number[], over: Over): Promise<BlockReport> {
  const backend = await openCore();
  const reports: DayReport[] = [];
  const failures: { seed: number; message: string }[] = [];
  for (const seed of seeds) {
    try {
      reports.push(await simulate(over === 'core' ? { seed, openFarm: (day) => coreFarm(backend, day) } : { seed }));
      const unforeseen = backend.bugs.splice(0);
      if (unforeseen.length > 0) failures.push({ seed, message: `the server: ${unforeseen.join()}` });
    } catch (error) {
      failures.push({ seed, message: error instanceof Violation ? error.message : String((error as Error).stack) });
    }
  }
  await backend.close();
  const sum = (field: 'acts' | 'steps' | 'crashes' | 'restores' | 'thrownAway'): number =>
    reports.reduce((total, report) => total + report[field], 0);
  return {
    days: seeds.length,
    acts: sum('acts'),
    steps: sum('steps'),
    crashes: sum('crashes'),
    restores: sum('restores'),
    thrownAway: sum('thrownAway'),
    failures,
  };
}

/** The first day of so many that a bug does not survive, and what was wrong with it; null when it was never noticed as what it is. */
export async function firstCaught(
  bug: Bug,
  most: number,
): Promise<{ readonly seed: number; readonly message: string } | null> {
  for (let seed = 1; seed <= most; seed += 1) {
    const message = await endOf({ seed, bug });
    if (message !== null && bugs[bug].seenAs.test(message)) return { seed, message };
  }
  return null;
}

/** Days without locks between tabs: the first that ends badly, null when none does. */
export async function firstHarmed(days: number): Promise<{ readonly seed: number; readonly message: string } | null> {
  for (let seed = 1; seed <= days; seed += 1) {
    const message = await endOf({ seed, bug: harmless });
    if (message !== null) return { seed, message };
  }
  return null;
}

async function endOf(day: { readonly seed: number; readonly bug: Bug | typeof harmless }): Promise<string | null> {
  try {
    await simulate({ ...day, acts: busy, lookEvery: 1 });
    return null;
  } catch (error) {
    if (error instanceof Violation) return error.message;
    throw error;
  }
}
