import { expect } from 'vitest';
import { type BlockReport, liveBlock, replayCommand } from './blocks.ts';

/** What a failing test says: each day that ended badly, with the one command that lives it again. */
export const reportedOf = ({ failures }: Pick<BlockReport, 'failures'>): readonly string[] =>
  failures.map(({ seed, message }) => `${replayCommand(seed)}\n${message}`);

/** Lives so many days from a seed on; fails for each that ends badly. */
export async function expectGoodDays(first: number, count: number): Promise<BlockReport> {
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  const report = await liveBlock(seeds);
  expect(reportedOf(report)).toEqual([]);
  return report;
}
