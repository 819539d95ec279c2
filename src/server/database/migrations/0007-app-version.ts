import type { RunStatement } from '../statement.ts';

/** Which version of the app a session was used with last (wire.md, things on the wire). */
export async function appVersion(run: RunStatement): Promise<void> {
  await run('alter table sessions add column app_version text');
}
