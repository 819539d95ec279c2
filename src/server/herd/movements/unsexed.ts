import { unsexedCategory, unsexedIdOf } from '../../../domain/farm/unsexed.ts';
import type { CategoryRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { presentCategory } from '../../kernel/present.ts';
import { madeBy } from '../../rows/stored.ts';

/** Makes the category of unsexed calves in the commit that first names it; needs no further right. */
export async function makeUnsexed(
  call: Call,
  commit: Commit,
  lines: readonly { readonly type: string }[],
): Promise<void> {
  const id = unsexedIdOf(commit.organizationId);
  if (lines.every((line) => line.type !== id)) return;
  const row: CategoryRow = {
    ...unsexedCategory(commit.organizationId),
    ...madeBy(call, commit, id),
    is_breeding_female: 0,
    active: 0,
  };
  const { numInsertedOrUpdatedRows: made } = await commit.trx
    .insertInto('categories')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (!made) return;
  commit.touch('categories', id);
  commit.announce('category-created', { category: presentCategory(row) });
}
