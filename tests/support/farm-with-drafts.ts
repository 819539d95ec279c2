import { type FakeFarm, fakeFarm, type FarmValues } from './fake-farm.tsx';

export type Drafts = Record<string, Readonly<Record<string, unknown>> | null>;

/** A farm whose drafts are really there when they are asked for: what a reload, or another window, finds. */
export function farmWithDrafts(drafts: Drafts, values: Partial<FarmValues> = {}): FakeFarm {
  const farm = fakeFarm(values);
  return {
    ...farm,
    views: { ...farm.views, draft: async (key) => Promise.resolve(drafts[key] ?? null) },
    saveDraft: async (key, draft) => {
      drafts[key] = draft && (structuredClone(draft) as Readonly<Record<string, unknown>>);
      return Promise.resolve(true);
    },
  };
}
