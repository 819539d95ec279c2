import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The fields that an edit sets. */
export interface Edited {
  readonly organizationId: string;
  readonly epoch: string;
  readonly rowId: string;
  readonly fields: readonly string[];
}

/** Which fields of an edit a later one has set since the restore. */
export async function setLater(
  db: Kysely<Tables>,
  { organizationId, epoch, rowId, fields }: Edited,
  rank: number,
): Promise<ReadonlySet<string>> {
  if (fields.length === 0) return new Set();
  const rows = await db
    .selectFrom('edit_ranks')
    .select('field')
    .where('organization_id', '=', organizationId)
    .where('epoch', '=', epoch)
    .where('row_id', '=', rowId)
    .where('field', 'in', fields)
    .where('rank', '>', rank)
    .execute();
  return new Set(rows.map((row) => row.field));
}

/** Stores an edit's rank, so that an older one coming after it takes no field back. */
export async function noteRank(
  db: Kysely<Tables>,
  { organizationId, epoch, rowId, fields }: Edited,
  rank: number,
): Promise<void> {
  if (fields.length === 0) return;
  await db
    .insertInto('edit_ranks')
    .values(fields.map((field) => ({ organization_id: organizationId, epoch, row_id: rowId, field, rank })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'epoch', 'row_id', 'field']).doUpdateSet({ rank }))
    .execute();
}
