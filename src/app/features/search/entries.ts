import { compareNames, type NameOf, plainThings, searchable, wordsOfRow } from '#domain';
import type { Holdings, ThingView } from '#sync/farm.ts';
import { makers } from './described-entries.ts';
import { type Entry, entry, type Subject } from './entry.ts';

export { type Entry, headingOf, type Subject } from './entry.ts';

function namesIn({ lots, things }: Holdings): NameOf {
  const rows = [
    ...lots.map(({ lot }) => lot),
    ...[things.rodeo, things.campo, things.category].flat().map(({ row }) => row),
  ];
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (_, id) => names.get(id) ?? null;
}

type PlainView = ThingView<Readonly<Record<string, unknown>> & { readonly id: string }>;

/** Things made of fields are found by each field. */
function plainEntries(held: Holdings): Entry[] {
  const nameOf = namesIn(held);
  const all = held.things as Readonly<Record<string, readonly PlainView[] | undefined>>;
  return plainThings.flatMap((thing) =>
    (all[thing.name] ?? []).map(({ row, state }) => {
      const said = wordsOfRow(thing, row, nameOf);
      const shown = thing.shown.map((name) => said[name]);
      return entry(thing.name, { id: row.id, state }, thing.nameOf(row), shown, Object.values(said));
    }),
  );
}

/** In display order. */
export const subjects: readonly Subject[] = [
  ...(Object.keys(makers) as (keyof typeof makers)[]),
  ...plainThings.map(({ name }) => name),
];

/** Entries of everything small on the phone. */
export const entriesOf = (held: Holdings): readonly Entry[] => [
  ...Object.values(makers).flatMap((make) => make(held)),
  ...plainEntries(held),
];

/** Normalized words of a query. */
export const wordsOf = (text: string): readonly string[] => searchable(text).split(/\s+/).filter(Boolean);

/** By name: equal, prefix, start of a word, anywhere; else elsewhere. */
function rankOf({ name }: Entry, whole: string): number {
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  if (name.includes(` ${whole}`)) return 2;
  return name.includes(whole) ? 3 : 4;
}

/** Open before closed, newest first, then by name. */
const inOrder = (a: Entry, b: Entry): number =>
  Number(a.isOver) - Number(b.isOver) || (a.when < b.when ? 1 : a.when > b.when ? -1 : compareNames(a.title, b.title));

/** Entries with every word of the query, best first. */
export function matching(entries: readonly Entry[], words: readonly string[]): readonly Entry[] {
  if (words.length === 0) return [];
  const whole = words.join(' ');
  return entries
    .filter((one) => words.every((word) => one.words.includes(word)))
    .map((one) => ({ one, rank: rankOf(one, whole) }))
    .toSorted((a, b) => a.rank - b.rank || inOrder(a.one, b.one))
    .map(({ one }) => one);
}
