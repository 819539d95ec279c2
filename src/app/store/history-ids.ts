import { hashesIn, hashOf } from './hash-set.ts';

interface Page {
  /** Unique. */
  readonly mark: string;
  readonly blocks: readonly { readonly ids: string }[];
}

/** Id hashes of one set's pages, cached: each page of a load looks up five hundred ids in all earlier pages. */
let looked = { scope: '', marks: new Set<string>(), hashes: new Set<number>() };

/** Frees them: the load is complete. */
export function forgetIds(): void {
  looked = { scope: '', marks: new Set(), hashes: new Set() };
}

/** Whether these pages may hold a movement: false is certain. Only new pages are read. */
export function idsIn(scope: string, contents: readonly Page[]): (id: string) => boolean {
  const there = contents.filter(({ mark }) => looked.marks.has(mark)).length;
  // A mark's content never changes; if a page went, start over.
  if (looked.scope !== scope || there !== looked.marks.size) looked = { scope, marks: new Set(), hashes: new Set() };
  const { marks, hashes } = looked;
  for (const page of contents) {
    if (marks.has(page.mark)) continue;
    marks.add(page.mark);
    for (const { ids } of page.blocks) for (const hash of hashesIn(ids)) hashes.add(hash);
  }
  return (id) => hashes.has(hashOf(id));
}
