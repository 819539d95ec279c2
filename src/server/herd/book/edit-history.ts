import type { MovementRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';

/** Appends an edit to a movement's history, which only grows (trust.md row 61). */
export async function appendEdit(
  call: Call,
  commit: Commit,
  row: Pick<MovementRow, 'id' | 'payload'>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { count } = await commit.trx
    .selectFrom('edits')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('movement_id', '=', row.id)
    .executeTakeFirstOrThrow();
  await commit.trx
    .insertInto('edits')
    .values({
      organization_id: commit.organizationId,
      movement_id: row.id,
      n: Number(count) + 1,
      // Only the carrier is known to have said it.
      edited_by: call.carrier ?? call.actor?.userId ?? null,
      edited_at: new Date(call.now).toISOString(),
      before: row.payload,
      after: JSON.stringify(after),
    })
    .execute();
}
