import type { RunStatement } from '../statement.ts';

/** Photos and voice notes of records: their bytes lie in the data folder under `place`. */
export async function blobs(run: RunStatement): Promise<void> {
  await run(`create table blobs (
    organization_id text not null references organizations (id), digest text not null, type text not null,
    size integer not null, place text not null, created_by text not null, created_at text not null,
    primary key (organization_id, digest))`);
}
