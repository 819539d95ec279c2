import type { RunStatement } from '../statement.ts';

/** The photo of a store room item (domain.md §2.5). */
export async function assetPhoto(run: RunStatement): Promise<void> {
  await run('alter table assets add column photo text');
}
