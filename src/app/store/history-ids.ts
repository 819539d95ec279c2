import { hashesIn, hashOf } from './hash-set.ts';

/** What is asked of a page of the history. */
interface Page {
  /** Given once. */
  readonly mark: string;
  readonly blocks: readonly { readonly ids: string }[];
}

/** Hashes of the ids in the pages that were looked at last, of one set: each page of a load asks for five hundred among all before it. */
let looked = { scope: '', marks: new Set<string>(), hashes: new Set<number>() };

/** Nobody asks any more: the load is whole. */
export function forgetIds(): void {
  looked = { scope: '', marks: new Set(), hashes: new Set() };
}

/** Whether these pages of a set may speak of a movement: 'no' is certain. Only pages that came since the last question are looked through. */
export function idsIn(scope: string, contents: readonly Page[]): (id: string) => boolean {
  const there = contents.filter(({ mark }) => looked.marks.has(mark)).length;
  // What a page says under its mark stays; where one went, what it said went with it.
  if (looked.scope !== scope || there !== looked.marks.size) looked = { scope, marks: new Set(), hashes: new Set() };
  const { marks, hashes } = looked;
  for (const page of contents) {
    if (marks.has(page.mark)) continue;
    marks.add(page.mark);
    for (const { ids } of page.blocks) for (const hash of hashesIn(ids)) hashes.add(hash);
  }
  return (id) => hashes.has(hashOf(id));
}
