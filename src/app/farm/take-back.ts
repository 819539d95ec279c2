import { offlineSentences } from '#contract/sentences-offline.ts';
import type { Farm } from '#sync/farm.ts';
import { toastError, toastSuccess } from '#ui';

interface TakenBack {
  /** Said if nothing was sent; `deleted`: if it became a deletion. */
  readonly untraced?: string;
  readonly deleted?: string;
}

/** 'Deshacer' of records saved together: unsent ones leave no trace, others are deleted (ux.md §1.2). Gives whether they are gone. */
export async function takeBack(farm: Farm, ids: readonly string[], words: TakenBack = {}): Promise<boolean> {
  const { untraced = offlineSentences.undone, deleted = offlineSentences.deletedInstead } = words;
  const back = await farm.acts.deleteMovements(ids);
  if (!back.ok) {
    toastError(back.problem.reason === 'invalid' ? offlineSentences.othersDepend : back.problem.message);
    return false;
  }
  const { count, kept, unsent } = back.value;
  if (kept > 0) {
    toastError(offlineSentences.othersDepend);
    return false;
  }
  toastSuccess(unsent === count ? untraced : deleted);
  return true;
}
