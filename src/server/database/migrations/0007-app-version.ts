import type { RunStatement } from '../statement.ts';

/** The app version a session was last used with (wire.md, things on the wire). */
export async function appVersion(run: RunStatement): Promise<void> {
  await run('alter table sessions add column app_version text');
}
