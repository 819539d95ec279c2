import type { RunStatement } from '../statement.ts';

/** A lot's water as last seen, and the day (domain.md §2.2). */
export async function lotWater(run: RunStatement): Promise<void> {
  await run('alter table lots add column water text');
  await run('alter table lots add column water_on text');
}
