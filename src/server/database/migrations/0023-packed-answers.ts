import type { RunStatement } from '../statement.ts';

/** A column for packed answers, and indexes of only the records they are used for. */
export async function packedAnswers(run: RunStatement): Promise<void> {
  for (const statement of statements) await run(statement);
}

const statements = [
  'alter table operations add column packed blob',
  'drop index movements_by_cycle',
  'create index movements_by_cycle on movements (organization_id, cycle_id, date) where cycle_id is not null',
  'drop index movements_by_parent',
  'create index movements_by_parent on movements (organization_id, parent_id) where parent_id is not null',
];
