import { bugs, type Bug, harmless, type Mutation, type PlantedBug } from './bugs.ts';
import { openGround } from './core-farm.ts';
import { Violation } from './invariants.ts';
import { type Day, type DayReport, simulate } from './simulate.ts';

/** The one command that lives a day again. */
export const replayCommand = (seed: number): string => `npm run sim -- --seed ${seed}`;

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

/** Lives the days of these seeds over the client's and the server's own cores; what ends badly is told and the others go on. */
export async function liveBlock(seeds: readonly number[]): Promise<BlockReport> {
  const ground = await openGround();
  const reports: DayReport[] = [];
  const failures: { seed: number; message: string }[] = [];
  for (const seed of seeds) {
    try {
      reports.push(await simulate({ seed, ground }));
    } catch (error) {
      failures.push({ seed, message: error instanceof Violation ? error.message : String((error as Error).stack) });
    }
  }
  ground.close();
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

interface Bad {
  readonly seed: number;
  readonly message: string;
}

const firstDays = (most: number): readonly number[] => Array.from({ length: most }, (_, index) => index + 1);

/** A day of so many that a bug does not survive, and what was wrong with it; null when it was never noticed as what it is. */
export function firstCaught(bug: Bug, most: number): Promise<Bad | null> {
  const { seenAs, seenOn = 1 }: PlantedBug = bugs[bug];
  return firstBad(bug, [seenOn, ...firstDays(most)], (message) => seenAs.test(message));
}

/** Days without locks between tabs: the first that ends badly, null when none does. */
export const firstHarmed = (days: number): Promise<Bad | null> => firstBad(harmless, firstDays(days), () => true);

async function firstBad(
  bug: Mutation,
  seeds: readonly number[],
  isMeant: (message: string) => boolean,
): Promise<Bad | null> {
  const ground = await openGround();
  try {
    for (const seed of seeds) {
      const message = await endOf({ seed, bug, ground });
      if (message !== null && isMeant(message)) return { seed, message };
    }
    return null;
  } finally {
    ground.close();
  }
}

async function endOf(day: Pick<Day, 'seed' | 'bug' | 'ground'>): Promise<string | null> {
  try {
    await simulate({ ...day, acts: busy, lookEvery: 1 });
    return null;
  } catch (error) {
    if (error instanceof Violation) return error.message;
    throw error;
  }
}
