import { startingWith, type Tables } from './disk.ts';
import { asksFor } from './hash-set.ts';
import { placesIn, readBlocks, readContents, seenOf, wordsOf } from './history.ts';
import { type MovementRow, orderKey } from './rows.ts';

/** The day of each lot's newest movement, queried together: one by one, a thousand would take seconds. */
export async function lastDaysIn(
  tables: Tables,
  scope: string,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wordOf = (id: string): string => `L/${id}`;
  const asked = lotIds.map((id) => ({ ...startingWith(`${scope}/${wordOf(id)}/`), index: 'places', reverse: true }));
  const rows = await Promise.all(asked.map((range) => tables.movements.range<MovementRow>({ ...range, limit: 1 })));
  const older = await newestIn(tables, scope, lotIds.map(wordOf));
  return new Map(
    lotIds.flatMap((id, index): [string, string][] => {
      const days = (rows[index] ?? []).map(({ movement }): string => movement.date);
      const day = older.get(wordOf(id))?.split('|')[0];
      const last = [...days, ...(day === undefined ? [] : [day])].toSorted().at(-1);
      return last === undefined ? [] : [[id, last]];
    }),
  );
}

/** The order key of each word's newest movement, where there is one; each block is read at most once. */
async function newestIn(tables: Tables, scope: string, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const asked = words.map((word) => ({ word, isIn: asksFor(word) }));
  const found = new Map<string, string>();
  const places = placesIn(await readContents(tables, scope)).toSorted((a, b) =>
    a.head.newest < b.head.newest ? 1 : -1,
  );
  for (const place of places) {
    const open = asked.filter(({ word }) => (found.get(word) ?? '') < place.head.newest);
    if (open.length === 0) break;
    const wanted = new Set(open.filter(({ isIn }) => isIn(place.head.words)).map(({ word }) => word));
    const [movements = []] = wanted.size === 0 ? [] : await readBlocks(tables, [place]);
    for (const movement of seenOf(place, movements)) {
      const order = orderKey(movement);
      const newer = wordsOf(movement).filter((word) => wanted.has(word) && (found.get(word) ?? '') < order);
      for (const word of newer) found.set(word, order);
    }
  }
  return found;
}
