import { lot as lotThing } from '#domain/things/lot.ts';
import { count } from '#domain/movements/kinds/system.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { type Op, rejected } from './op.ts';
import type { LotBook, MovementQuery } from './store.ts';

/** Records that are looked through for one lot. Where it has more since its first count that matters, the phone waits for the server's word. */
const mostRecords = 500;

/** A lot, and the first day on which what waits changes its book. */
type Since = ReadonlyMap<string, string>;

const textAt = (fields: Readonly<Record<string, unknown>> | null | undefined, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

/** The lots in which a confirmed movement has lines. */
const lotsIn = ({ metadata }: Movement): string[] =>
  (Array.isArray(metadata['postings']) ? (metadata['postings'] as { readonly lot_id?: string | null }[]) : []).flatMap(
    ({ lot_id: lot }) => lot ?? [],
  );

/** What an act changes the book of, and since when; whatever it says of days it says in its body or beside it. */
function touchedBy(
  op: Op,
  confirmed: Movement | undefined,
): { readonly lots: readonly string[]; readonly from: string } {
  const day = ['date', 'animals_on'].flatMap((name) => textAt(op.shown, name) ?? textAt(op.body, name) ?? [])[0];
  const from = [day ?? op.recordedAt.slice(0, 10), confirmed?.date ?? '9999'].toSorted()[0] ?? '';
  const counted = op.movementType === count.type ? (textAt(op.shown, 'lot_id') ?? []) : [];
  const lots = [...op.postings.flatMap(({ lot }) => lot ?? []), ...(confirmed ? lotsIn(confirmed) : [])];
  return { lots: lots.concat(counted), from };
}

/** The lots that the outbox changes, each since its first day. */
export function changedSince(ops: readonly Op[], byId: ReadonlyMap<string, Movement>): Since {
  const since = new Map<string, string>();
  for (const op of ops) {
    if (
      (op.subject !== 'movement' && op.subject !== lotThing.name) ||
      op.state === rejected ||
      op.state === 'discarded'
    )
      continue;
    const { lots, from } = touchedBy(op, byId.get(op.entityId));
    for (const lot of lots) since.set(lot, [from, since.get(lot) ?? '9999'].toSorted()[0] ?? from);
  }
  return since;
}

const isRecount = ({ metadata, deleted }: Movement): boolean =>
  !deleted && metadata['kind'] === 'recount' && Array.isArray(metadata['counted']);

/** The counts that wait. */
const countsIn = (ops: readonly Op[]) =>
  ops.flatMap(({ movementType, shown }) =>
    movementType === count.type && Array.isArray(shown?.['counted'])
      ? [{ lot: textAt(shown, 'lot_id') ?? '', date: textAt(shown, 'date') ?? '' }]
      : [],
  );

/** What `readBooks` asks of the outbox, as one text: under one version of the confirmed rows, the same text gives the same books. */
export const booksKey = (ops: readonly Op[], changed: Since): string =>
  JSON.stringify([[...changed], countsIn(ops).map(({ lot, date }) => [lot, date])]);

/**
 * The confirmed records of the lots in which a count comes after what waits (domain.md §3.7), since the first of these counts: a few by
 * their index. `asked`: lots of which somebody is about to count, since that day.
 */
export async function readBooks(
  read: (query: MovementQuery) => PromiseLike<readonly Movement[]>,
  ops: readonly Op[],
  changed: Since,
  asked: Since = new Map(),
): Promise<ReadonlyMap<string, LotBook>> {
  const first = [...changed.values()].toSorted()[0];
  if (first === undefined && asked.size === 0) return new Map();
  const confirmed = first === undefined ? [] : await read({ type: count.type, from: first, limit: mostRecords });
  const counts = [
    ...confirmed.filter(isRecount).map(({ date, metadata }) => ({ lot: metadata.lot_id ?? '', date })),
    ...countsIn(ops),
    ...[...asked].map(([lot, date]) => ({ lot, date })),
  ];
  const books = new Map<string, LotBook>();
  for (const lot of new Set([...changed.keys(), ...asked.keys()])) {
    const since = changed.get(lot) ?? '';
    const [from] = counts.flatMap((count) => (count.lot === lot && count.date >= since ? count.date : [])).toSorted();
    if (from === undefined) continue;
    const movements = await read({ lotId: lot, from, limit: mostRecords });
    if (movements.length < mostRecords) books.set(lot, { from, movements });
  }
  return books;
}
