import type { RunStatement } from '../statement.ts';

/**
 * Things that are made of fields (src/domain/things): one table for all of them, with which thing a row is and what it is called beside the
 * document of its form.
 */
export async function things(run: RunStatement): Promise<void> {
  await run(`create table things (
    id text primary key, organization_id text not null, created_by text, created_at text not null, updated_at text not null,
    version integer not null, deleted integer not null, deleted_by text, deleted_at text, content text not null,
    edits text not null, thing text not null, name text not null)`);
  await run(`create index things_of_organization on things (organization_id, thing, id)`);
}
