import type { RunStatement } from '../statement.ts';

/** What an item of the store room looks like: the name of one photo (domain.md §2.5). */
export async function assetPhoto(run: RunStatement): Promise<void> {
  await run('alter table assets add column photo text');
}
