import { expect } from 'vitest';
import { type BlockReport, liveBlock, type Over, replayCommand } from './blocks.ts';

/** What a failing test says: each day that ended badly, with the one command that lives it again. */
export const toldOf = ({ failures }: Pick<BlockReport, 'failures'>, over: Over): readonly string[] =>
  failures.map(({ seed, message }) => `${replayCommand(seed, over)}\n${message}`);

/** Lives so many days from a seed on; fails for each that ends badly. */
export async function expectGoodDays(over: Over, first: number, count: number): Promise<BlockReport> {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const report = await liveBlock(seeds, over);
  expect(toldOf(report, over)).toEqual([]);
  return report;
}
