import type { Movement } from '#domain/movements/movement.ts';
import { type Disk, type Row, startingWith, type Tables } from './disk.ts';
import { hashSet, idsIn } from './hash-set.ts';
import {
  type BlockHead,
  blockKey,
  type BlockRow,
  type ContentsRow,
  dropBlocks,
  newestFirst,
  type RainsRow,
  rainsKey,
  readContents,
  wordsOf,
} from './history.ts';
import { orderKey, type Rain, rainOf } from './rows.ts';
import { inSlices } from './pace.ts';
import type { Breathe } from './store.ts';

/** A page of a whole load, its movements cut into blocks; of no set yet. */
export interface MadePage {
  readonly fresh: readonly Movement[];
  /** Movements that the set may have already (changed between two pages): they belong among the rows. */
  readonly again: readonly Movement[];
  /** Null: nothing to show. */
  readonly first: string | null;
  /** Two tabs that stage the same page write over nothing of each other's. */
  readonly mark: string;
  readonly heads: readonly BlockHead[];
  readonly texts: readonly string[];
  readonly rains: Readonly<Record<string, Rain>>;
}

/**
 * A page of the history on its way in, so that no save waits for it: made ready outside any transaction, its blocks written in one of their
 * own, shown by its contents (decision 63).
 */
export interface HistoryPage {
  readonly scope: string;
  /** Null: nothing to show. */
  readonly contents: ContentsRow | null;
  readonly blocks: readonly Row[];
  readonly fresh: readonly Movement[];
  readonly again: readonly Movement[];
}

/**
 * Whose blocks lie in a set unshown: one page's at most, the last that was staged. Without its claim a page is not shown, so whoever takes
 * the claim may drop the blocks.
 */
interface ClaimRow extends Row {
  /** The key that its contents will have. */
  readonly page: string;
  readonly count: number;
}

const claims = 'claims/';
export const claimKey = (scope: string): string => `${claims}${scope}`;

/** Chromium puts longer texts into files of their own: slower to write and to read. */
const longestBlock = 48_000;

/** Makes a page of a whole load ready; `isKnown`: what the set may have. */
export async function makePage(
  movements: readonly Movement[],
  isKnown: (id: string) => boolean,
  breathe: Breathe,
): Promise<MadePage> {
  const again = new Set(movements.filter(({ id }) => isKnown(id)));
  const fresh = movements.filter((movement) => !again.has(movement));
  const written: Written[] = [];
  await inSlices(fresh, breathe, (movement) => {
    written.push({ order: orderKey(movement), movement, text: JSON.stringify(movement) });
  });
  written.sort(newestFirst);
  const heads: BlockHead[] = [];
  const texts: string[] = [];
  for (const block of cut(written)) {
    await breathe();
    texts.push(`[${block.map((one) => one.text).join(',')}]`);
    heads.push(headOf(block));
  }
  const rains = fresh.flatMap((movement): [string, Rain][] => {
    const rain = rainOf(movement);
    return rain ? [[movement.id, rain]] : [];
  });
  const first = written[0]?.order ?? null;
  return { fresh, again: [...again], first, mark: crypto.randomUUID(), heads, texts, rains: Object.fromEntries(rains) };
}

/** The rows of a page in a set. */
export function pageIn(scope: string, { fresh, again, first, mark, heads, texts, rains }: MadePage): HistoryPage {
  if (first === null) return { scope, fresh, again, contents: null, blocks: [] };
  const key = `${scope}/${first}/${mark}`;
  const blocks: Row[] = texts.map((text, index) => ({ key: blockKey({ key }, index), text }) satisfies BlockRow as Row);
  blocks.push({ key: rainsKey({ key }), rains } satisfies RainsRow as Row);
  return { scope, fresh, again, contents: { key, mark, blocks: heads, hidden: [] }, blocks };
}

/** Blocks in one transaction: what a page of a whole load has. One of the feed may have ten times as many. */
export const blocksAtOnce = 32;

/** Writes its blocks, which nobody reads yet. What another page left unshown in this set goes. */
export async function stagePage(disk: Disk, { scope, contents, blocks }: HistoryPage): Promise<void> {
  if (contents === null) return;
  const key = claimKey(scope);
  const claim: ClaimRow = { key, page: contents.key, count: contents.blocks.length };
  await disk.transact('move', ['blocks'], async (tables) => {
    const asked = tables.blocks.get<ClaimRow>([key]);
    await tables.blocks.put([claim, ...blocks.slice(0, blocksAtOnce)]);
    const [left] = await asked;
    // Its own: a transaction that was lost after it was done is tried again.
    if (left && left.page !== contents.key) await dropClaimed(tables, left);
  });
  for (let at = blocksAtOnce; at < blocks.length; at += blocksAtOnce)
    await disk.transact('move', ['blocks'], async (tables) => {
      const [held] = await tables.blocks.get<ClaimRow>([key]);
      // Lost meanwhile: it will not be shown, and nobody would drop them.
      if (held?.page === contents.key) await tables.blocks.put(blocks.slice(at, at + blocksAtOnce));
    });
}

/**
 * Shows it; `isStaged`: its blocks were written before, and not with the contents. Nothing is written, and 'gone': they are gone by now;
 * 'known': the set has one of its movements.
 */
export async function showPage(
  tables: Tables,
  { scope, contents, blocks, fresh }: HistoryPage,
  isStaged: boolean,
): Promise<'shown' | 'gone' | 'known'> {
  if (contents === null) return 'shown';
  const key = claimKey(scope);
  const [claim] = isStaged ? await tables.blocks.get<ClaimRow>([key]) : [];
  if (isStaged && claim?.page !== contents.key) return 'gone';
  const isKnown = idsIn(scope, await readContents(tables, scope));
  if (fresh.some(({ id }) => isKnown(id))) return 'known';
  await tables.contents.put([contents]);
  if (isStaged) await tables.blocks.remove([key]);
  else await tables.blocks.put(blocks);
  return 'shown';
}

/** Drops what lies unshown in these sets (all that begin so), but in one. */
export async function dropUnshown(tables: Pick<Tables, 'blocks'>, sets: string, except?: string): Promise<void> {
  for (const claim of await tables.blocks.range<ClaimRow>(startingWith(`${claims}${sets}`))) {
    if (except !== undefined && claim.key === claimKey(except)) continue;
    await dropClaimed(tables, claim);
    await tables.blocks.remove([claim.key]);
  }
}

const dropClaimed = (tables: Pick<Tables, 'blocks'>, { page, count }: ClaimRow): PromiseLike<unknown> =>
  dropBlocks(tables, { key: page }, count);

interface Written {
  readonly order: string;
  readonly movement: Movement;
  readonly text: string;
}

function cut(written: readonly Written[]): readonly (readonly Written[])[] {
  const blocks: Written[][] = [];
  let length = Infinity;
  for (const one of written) {
    length += one.text.length + 1;
    if (length > longestBlock) {
      blocks.push([]);
      length = one.text.length;
    }
    blocks.at(-1)?.push(one);
  }
  return blocks;
}

const headOf = (block: readonly Written[]): BlockHead => ({
  newest: block[0]?.order ?? '',
  oldest: block.at(-1)?.order ?? '',
  count: block.length,
  ids: hashSet(block.map(({ movement }) => movement.id)),
  words: hashSet(block.flatMap(({ movement }) => wordsOf(movement))),
});
