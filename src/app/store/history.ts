import type { Movement } from '#domain/movements/movement.ts';
import { keysOf, type Range, type Row, startingWith, type Tables } from './disk.ts';
import { asksFor } from './hash-set.ts';
import { orderKey, placeWords, type Rain } from './rows.ts';

/**
 * The history of a set, as a whole load brings it: movements by the hundred in one record, since every record costs the disk the same. A
 * movement that changes later goes to `movements` and is hidden here: in one of the two, never in both (decision 50).
 */
export interface ContentsRow extends Row {
  /** Unique: what was read of these blocks under it stays true. */
  readonly mark: string;
  /** Newest first, as are the movements in them. */
  readonly blocks: readonly BlockHead[];
  /** Movements now elsewhere, or gone. */
  readonly hidden: readonly string[];
}

export interface BlockHead {
  /** Order keys of its first and last movement. */
  readonly newest: string;
  readonly oldest: string;
  readonly count: number;
  /** Its ids and index words, as hash sets. */
  readonly ids: string;
  readonly words: string;
}

export interface BlockRow extends Row {
  readonly text: string;
}

/** What the page's rains add to the sums: subtracted without reading the block. */
export interface RainsRow extends Row {
  readonly rains: Readonly<Record<string, Rain>>;
}

export const historyTables = ['contents', 'blocks'] as const;

/** Pages per transaction. */
const pagesAtOnce = 10;

export const newestFirst = (a: { readonly order: string }, b: { readonly order: string }): number =>
  a.order < b.order ? 1 : -1;

export const blockKey = ({ key }: Row, index: number): string => `${key}/${index}`;
export const rainsKey = ({ key }: Row): string => `${key}/rains`;

/** Decoded blocks, least recently used first: lists are paged through. */
const decoded = new Map<string, readonly Movement[]>();
const mostDecoded = 40;

function remember(name: string, movements: readonly Movement[]): void {
  decoded.delete(name);
  decoded.set(name, movements);
  for (const oldest of [...decoded.keys()].slice(0, -mostDecoded)) decoded.delete(oldest);
}

interface Place {
  readonly page: ContentsRow;
  readonly index: number;
  readonly head: BlockHead;
}

export const placesIn = (contents: readonly ContentsRow[]): Place[] =>
  contents.flatMap((page) => page.blocks.map((head, index): Place => ({ page, index, head })));

export const readContents = (tables: Tables, scope: string): PromiseLike<ContentsRow[]> =>
  tables.contents.range<ContentsRow>(startingWith(`${scope}/`));

/** The movements of these blocks, hidden ones too; cached. */
export async function readBlocks(tables: Tables, places: readonly Place[]): Promise<(readonly Movement[])[]> {
  const nameOf = ({ page, index }: Place): string => `${page.mark}/${index}`;
  const known = new Map(places.map((place) => [nameOf(place), decoded.get(nameOf(place))]));
  const missing = places.filter((place) => known.get(nameOf(place)) === undefined);
  if (missing.length > 0) {
    const rows = await tables.blocks.get<BlockRow>(missing.map(({ page, index }) => blockKey(page, index)));
    for (const [at, place] of missing.entries())
      known.set(nameOf(place), JSON.parse(rows[at]?.text ?? '[]') as readonly Movement[]);
  }
  return places.map((place) => {
    const movements = known.get(nameOf(place)) ?? [];
    remember(nameOf(place), movements);
    return movements;
  });
}

export const seenOf = ({ page }: Place, movements: readonly Movement[]): readonly Movement[] => {
  if (page.hidden.length === 0) return movements;
  const hidden = new Set(page.hidden);
  return movements.filter(({ id }) => !hidden.has(id));
};

function placesOf(contents: readonly ContentsRow[], ids: readonly string[]): Place[] {
  const asked = ids.map((id) => ({ id, isIn: asksFor(id) }));
  return placesIn(contents).filter(({ page, head }) =>
    asked.some(({ id, isIn }) => isIn(head.ids) && !page.hidden.includes(id)),
  );
}

export async function historyById(
  tables: Tables,
  scope: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Movement>> {
  const found = new Map<string, Movement>();
  if (ids.length === 0) return found;
  const places = placesOf(await readContents(tables, scope), ids);
  const wanted = new Set(ids);
  const blocks = await readBlocks(tables, places);
  for (const [at, place] of places.entries())
    for (const movement of seenOf(place, blocks[at] ?? []))
      if (wanted.has(movement.id)) found.set(movement.id, movement);
  return found;
}

/** What these movements add to the rain sums, where they do. */
export async function historyRains(
  tables: Tables,
  scope: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Rain>> {
  const places = placesOf(await readContents(tables, scope), ids);
  const pages = [...new Set(places.map(({ page }) => page))];
  const rows = await tables.blocks.get<RainsRow>(pages.map(rainsKey));
  const found = new Map<string, Rain>();
  for (const [at, page] of pages.entries())
    for (const id of ids) {
      const rain = page.hidden.includes(id) ? undefined : rows[at]?.rains[id];
      if (rain) found.set(id, rain);
    }
  return found;
}

/** Movements with a word (a kind, a place) between two order keys, `from` inclusive. */
interface HistoryQuery {
  /** Null: all. */
  readonly word: string | null;
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

/** The index words of a movement. */
export const wordsOf = (movement: Movement): readonly string[] => [`T/${movement.type}`, ...placeWords(movement)];

/** Newest first. */
export async function readHistory(tables: Tables, scope: string, query: HistoryQuery): Promise<readonly Movement[]> {
  const { word, from, to, limit } = query;
  const isIn = word === null ? null : asksFor(word);
  const places = placesIn(await readContents(tables, scope))
    .filter(({ head }) => head.newest >= from && head.oldest < to && (isIn === null || isIn(head.words)))
    .toSorted((a, b) => (a.head.newest < b.head.newest ? 1 : -1));
  let found: { readonly order: string; readonly movement: Movement }[] = [];
  for (let at = 0, most = 1; at < places.length; most = Math.min(2 * most, 8)) {
    const next = places.slice(at, at + most);
    const last = found[limit - 1];
    // Pages may overlap by a movement or two: go on until the rest is older.
    if (last && (next[0]?.head.newest ?? '') < last.order) break;
    const blocks = await readBlocks(tables, next);
    const fitting = next.flatMap((place, index) =>
      seenOf(place, blocks[index] ?? [])
        .map((movement) => ({ order: orderKey(movement), movement }))
        .filter(({ order, movement }) => order >= from && order < to && (!word || wordsOf(movement).includes(word))),
    );
    found = [...found, ...fitting].toSorted(newestFirst).slice(0, limit);
    at += next.length;
  }
  return found.map(({ movement }) => movement);
}

export async function readPage(tables: Tables, page: ContentsRow): Promise<readonly Movement[]> {
  const places = placesIn([page]);
  const blocks = await readBlocks(tables, places);
  return places.flatMap((place, at) => seenOf(place, blocks[at] ?? []));
}

/** Hides movements: they are elsewhere by now, or gone. */
export async function hideHistory(tables: Tables, scope: string, ids: readonly string[]): Promise<void> {
  const asked = ids.map((id) => ({ id, isIn: asksFor(id) }));
  const changed = (await readContents(tables, scope)).flatMap((page): ContentsRow[] => {
    const news = asked.filter(
      ({ id, isIn }) => !page.hidden.includes(id) && page.blocks.some(({ ids: known }) => isIn(known)),
    );
    return news.length === 0 ? [] : [{ ...page, hidden: [...page.hidden, ...news.map(({ id }) => id)] }];
  });
  await tables.contents.put(changed);
}

/** Drops some pages of these sets unread; gives whether there were any. */
export async function dropHistory(tables: Tables, range: Pick<Range, 'from' | 'to'>): Promise<boolean> {
  const pages = await tables.contents.range<ContentsRow>({ ...range, limit: pagesAtOnce });
  await dropPages(tables, pages);
  return pages.length > 0;
}

export async function dropPages(tables: Tables, pages: readonly ContentsRow[]): Promise<void> {
  for (const page of pages) await dropBlocks(tables, page, page.blocks.length);
  await tables.contents.remove(keysOf(pages));
}

/** Drops a page's blocks, of which there are so many. */
export const dropBlocks = (tables: Pick<Tables, 'blocks'>, page: Row, count: number): PromiseLike<unknown> =>
  tables.blocks.remove([...Array.from({ length: count }, (_, index) => blockKey(page, index)), rainsKey(page)]);
