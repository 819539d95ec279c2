import type { RunStatement } from '../statement.ts';

/** How much water a lot had when somebody last passed by, and the day of it (domain.md §2.2). */
export async function lotWater(run: RunStatement): Promise<void> {
  await run('alter table lots add column water text');
  await run('alter table lots add column water_on text');
}
