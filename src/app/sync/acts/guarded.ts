import { offlineSentences } from '#contract/sentences-offline.ts';
import { failure, type Result } from '#domain/result.ts';
import { StorageFailure } from '#store/store.ts';
import type { Saved, SaveProblem } from '../farm.ts';

/** A disk that failed twice: not saved; the form keeps what was typed (offline.md F7). */
export async function guarded<T = Saved>(task: () => Promise<Result<T, SaveProblem>>): Promise<Result<T, SaveProblem>> {
  try {
    return await task();
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    const message = thrown.isFull ? offlineSentences.noSpace : offlineSentences.notSaved;
    return failure({ reason: 'storage', message });
  }
}
