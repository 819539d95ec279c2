import { type Day, type DayReport, simulate } from './simulate.ts';

const asked = process.env['SEED'];

/** The seeds of a block, or the one that is asked for by name. */
export const seedsFrom = (first: number, count: number): readonly number[] =>
  asked === undefined ? Array.from({ length: count }, (_, index) => first + index) : [Number(asked)];

/** The one command that lives a day again. */
export const replayCommand = (seed: number, file: string): string =>
  `SEED=${seed} npx vitest run --config tests/vitest.config.ts tests/sync/${file}`;

type Live = (day: Pick<Day, 'seed'>) => Promise<Pick<DayReport, 'acts'>>;

/** Lives the days of these seeds; a day that ends badly says how to live it again. Gives the number of acts. */
export async function liveDays(file: string, seeds: readonly number[], live: Live = simulate): Promise<number> {
  let acts = 0;
  for (const seed of seeds) {
    const report = await live({ seed }).catch((error: unknown) => {
      throw new Error(`${replayCommand(seed, file)}\n${String(error)}`, { cause: error });
    });
    acts += report.acts;
  }
  return acts;
}
