import type { RunStatement } from '../statement.ts';

/** Rate limits shared by several processes. Rows live as long as their window. */
export async function limitWindows(run: RunStatement): Promise<void> {
  await run('create table limit_windows (name text primary key, hits integer not null, ends_at bigint not null)');
}
