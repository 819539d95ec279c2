import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { Result } from '../../src/domain/result.ts';
import { type FakeFarm, fakeFarm, type FarmValues } from './fake-farm.tsx';

export type Drafts = Record<string, Readonly<Record<string, unknown>> | null>;

/** A farm whose drafts are really there when they are asked for: what a reload, or another window, finds. */
export function farmWithDrafts(drafts: Drafts, values: Partial<FarmValues> = {}): FakeFarm {
  const farm = fakeFarm(values);
  /** A save takes its draft with it. */
  const saving =
    <T, A extends readonly [string, T, string?]>(save: (...args: A) => Promise<Result<Saved, SaveProblem>>) =>
    async (...args: A) => {
      const saved = await save(...args);
      if (saved.ok && args[2] !== undefined) drafts[args[2]] = null;
      return saved;
    };
  return {
    ...farm,
    acts: {
      ...farm.acts,
      recordMovement: saving(farm.acts.recordMovement),
      recordMovements: saving(farm.acts.recordMovements),
    },
    views: { ...farm.views, draft: async (key) => Promise.resolve(drafts[key] ?? null) },
    saveDraft: async (key, draft) => {
      drafts[key] = draft && (structuredClone(draft) as Readonly<Record<string, unknown>>);
      return Promise.resolve(true);
    },
  };
}
