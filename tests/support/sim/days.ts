import { replayCommand, simulate } from './simulate.ts';

const asked = process.env['SIM_SEED'];

/** The seeds of a block, or the one that is asked for by name. */
export const seedsFrom = (first: number, count: number): readonly number[] =>
  asked === undefined ? Array.from({ length: count }, (_, index) => first + index) : [Number(asked)];

/** Lives the days of these seeds; a day that ends badly says how to live it again. Gives the number of acts. */
export async function liveDays(seeds: readonly number[], live = simulate): Promise<number> {
  let acts = 0;
  for (const seed of seeds) {
    const report = await live({ seed }).catch((error: unknown) => {
      throw new Error(`${replayCommand(seed)}\n${String(error)}`, { cause: error });
    });
    acts += report.acts;
  }
  return acts;
}
