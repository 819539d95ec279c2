import { type Audit, auditSummary } from '#domain/movements/audit.ts';
import type { Names } from '#domain/movements/define.ts';
import { type Cell, difference, type Posting, reversed } from '#domain/movements/ledger.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import {
  byMoment,
  type Entry,
  type Found,
  type Moment,
  replay,
  type Stated,
  standingBefore,
  statedOf,
} from '#domain/movements/recount.ts';
import type { LotBook, Picture } from '#store/store.ts';
import { bookedBy, postingsOf } from './optimistic.ts';

/** A record before and after what waits; null: not there. */
export interface Changed {
  readonly before: Movement | null;
  readonly after: Movement | null;
}

interface Waiting {
  readonly picture: Pick<Picture, 'books' | 'cells'>;
  readonly changes: readonly Changed[];
  readonly folded: readonly Cell[];
  readonly names: Names;
}

/** The counted lots' cells, and the counts that change. */
interface Followed {
  readonly cells: readonly Cell[];
  readonly counts: readonly Movement[];
}

const momentOf = ({ date, created_at: at, id }: Pick<Movement, 'date' | 'created_at' | 'id'>): Moment => ({
  date,
  at,
  id,
});

/** A movement as a count; null for others, and if its place was gone. */
function auditIn({ metadata }: Pick<Movement, 'metadata'>): Audit | null {
  const audit = metadata as unknown as Audit;
  return audit.kind === 'recount' && Array.isArray(audit.counted) && metadata.was === undefined ? audit : null;
}

interface Place {
  readonly lot: string;
  readonly category: string;
}

/** A count's statement on a category in a lot; undefined if none. */
export const statedIn = (movement: Pick<Movement, 'metadata'>, { lot, category }: Place): Stated | undefined => {
  const audit = auditIn(movement);
  return audit && audit.lot_id === lot ? statedOf(audit, category) : undefined;
};

const linesIn = (postings: readonly Posting[], { lot, category }: Place) =>
  postings.filter((one) => one.lot === lot && one.category === category).map(({ rodeo, head }) => ({ rodeo, head }));

const entryOf = (movement: Movement, place: Place): Entry => ({
  moment: momentOf(movement),
  lines: linesIn(postingsOf(movement), place),
  stated: statedIn(movement, place),
});

/** Lines removed or added by what waits: never a count. */
const plain = (movement: Movement, lines: readonly Posting[], place: Place): Entry => ({
  moment: momentOf(movement),
  lines: linesIn(lines, place),
});

/** A place's book with what waits, from its first known day, and the balance before. */
function bookWith(place: Place, { from, movements }: LotBook, changes: readonly Changed[], cells: readonly Cell[]) {
  const changing = changes.flatMap(({ before }) => before ?? []);
  const changed = new Set(changing.map(({ id }) => id));
  const others = movements.filter((movement) => !isDeleted(movement) && !changed.has(movement.id));
  const confirmed = [...others, ...changing.filter(({ date }) => date >= from)];
  const standing = standingBefore(
    linesIn(cells, place),
    confirmed.map((movement) => entryOf(movement, place)),
  );
  const entries = others.map((movement) => entryOf(movement, place));
  const earlier: Posting[] = [];
  const touching: Moment[] = [];
  for (const { before, after } of changes) {
    if (before) {
      const own = postingsOf(before);
      // A record's child is a record of its own in the book, and goes with it.
      const gone = before.date < from ? bookedBy(before) : bookedBy(before).slice(own.length);
      if (before.date < from) earlier.push(...reversed(gone));
      else entries.push(plain(before, reversed(gone), place));
      if (linesIn(bookedBy(before), place).length > 0 || statedIn(before, place)) touching.push(momentOf(before));
    }
    if (after) {
      const entry = entryOf(after, place);
      if (after.date < from) earlier.push(...postingsOf(after));
      else entries.push(entry);
      if (entry.lines.length > 0 || entry.stated) touching.push(entry.moment);
    }
  }
  const [first] = touching.toSorted(byMoment);
  return { standing: [...standing, ...linesIn(earlier, place)], entries, first };
}

/**
 * Replays the books of lots with a count after what waits (domain.md §3.7), as the server will: a count's difference is what was counted
 * less the balance at its moment. `folded`: cells of all other lots, with what waits added.
 */
export function followCounts({ picture, changes, folded, names }: Waiting): Followed {
  const ends = new Map<string, readonly Cell[]>();
  const found = new Map<string, Map<string, Found>>();
  const touched = changes.map(lotsOf);
  for (const [lot, book] of picture.books) {
    const own = changes.filter((_, at) => touched[at]?.has(lot));
    for (const category of categoriesOf(lot, own)) {
      const place = { lot, category };
      const { standing, entries, first } = bookWith(place, book, own, picture.cells);
      if (!first) continue;
      // What was derived earlier stays.
      const end = replay(
        standing,
        entries.map(({ moment, lines, stated }) => ({
          moment,
          lines,
          ...(byMoment(moment, first) >= 0 && { stated }),
        })),
      );
      ends.set(
        `${lot} ${category}`,
        end.standing.map((one) => ({ ...place, ...one })),
      );
      for (const [id, one] of end.found) found.set(id, (found.get(id) ?? new Map<string, Found>()).set(category, one));
    }
  }
  const known = new Map([...picture.books.values()].flatMap(({ movements }) => movements).map((one) => [one.id, one]));
  for (const { after } of changes) if (after) known.set(after.id, after);
  return {
    cells: [
      ...folded.filter(({ lot, category }) => !ends.has(`${lot ?? ''} ${category}`)),
      ...[...ends.values()].flat(),
    ],
    counts: [...known.values()].flatMap((movement) => {
      const ofIt = found.get(movement.id);
      return ofIt ? recounted(movement, ofIt, names) : [];
    }),
  };
}

/** Lots in whose books a change has lines, or which it counts. */
const lotsOf = ({ before, after }: Changed): ReadonlySet<string | null | undefined> =>
  new Set(
    [before, after].flatMap((movement) =>
      movement ? [...bookedBy(movement).map(({ lot }) => lot), auditIn(movement)?.lot_id] : [],
    ),
  );

/** Categories of a lot that what waits changes or counts. */
const categoriesOf = (lot: string, changes: readonly Changed[]): ReadonlySet<string> =>
  new Set(
    changes
      .flatMap(({ before, after }) => [before, after])
      .flatMap((movement) =>
        movement
          ? [
              ...bookedBy(movement).flatMap((line) => (line.lot === lot ? line.category : [])),
              ...(auditIn(movement)?.lot_id === lot ? (auditIn(movement)?.counted ?? []).map(({ type }) => type) : []),
            ]
          : [],
      ),
  );

/** A count with its result against the book of its moment; nothing if unchanged. */
function recounted(movement: Movement, found: ReadonlyMap<string, Found>, names: Names): Movement[] {
  const audit = auditIn(movement);
  if (!audit) return [];
  const counted = audit.counted.map((line) => {
    const one = found.get(line.type);
    return one ? { ...line, expected: one.expected, difference: one.difference } : line;
  });
  const before = postingsOf(movement);
  const postings = [
    ...before.filter(({ category }) => !found.has(category)),
    ...[...found].flatMap(([category, { lines }]) => lines.map((line) => ({ lot: audit.lot_id, category, ...line }))),
  ];
  const isSame = counted.every(({ expected }, at) => expected === audit.counted[at]?.expected);
  if (isSame && difference(before, postings).length === 0) return [];
  const reference = auditSummary({ ...audit, counted }, names);
  return [{ ...movement, reference, metadata: { ...movement.metadata, counted, postings } }];
}
