import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Which fields of a row an edit is about. */
export interface Edited {
  readonly organizationId: string;
  readonly epoch: string;
  readonly rowId: string;
  readonly fields: readonly string[];
}

/** Of the fields of an edit those that a later one has set since the farm was restored. */
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

/** Notes how late an edit was: one that comes after it and was made before does not take its fields back. */
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
