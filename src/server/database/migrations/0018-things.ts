import type { RunStatement } from '../statement.ts';

/** Declared things (src/domain/things): one table for all, with the thing's kind and name beside its form. */
export async function things(run: RunStatement): Promise<void> {
  await run(`create table things (
    id text primary key, organization_id text not null, created_by text, created_at text not null, updated_at text not null,
    version integer not null, deleted integer not null, deleted_by text, deleted_at text, content text not null,
    edits text not null, thing text not null, name text not null)`);
  await run(`create index things_of_organization on things (organization_id, thing, id)`);
}
