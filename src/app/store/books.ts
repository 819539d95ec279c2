import { lot as lotThing } from '#domain/things/lot.ts';
import { count } from '#domain/movements/kinds/system.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { type Op, rejected } from './op.ts';
import type { LotBook, MovementQuery } from './store.ts';

/** Records read per lot. A lot with more waits for the server's result. */
const mostRecords = 500;

/** Lots, each with the first day on which the outbox changes its book. */
type Since = ReadonlyMap<string, string>;

const textAt = (fields: Readonly<Record<string, unknown>> | null | undefined, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

const lotsIn = ({ metadata }: Movement): string[] =>
  (Array.isArray(metadata['postings']) ? (metadata['postings'] as { readonly lot_id?: string | null }[]) : []).flatMap(
    ({ lot_id: lot }) => lot ?? [],
  );

/** The lots whose book an op changes, and since when; its day may be in its body or in `shown`. */
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

/** Lots that the outbox changes, each since its first day. */
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

const countsIn = (ops: readonly Op[]) =>
  ops.flatMap(({ movementType, shown }) =>
    movementType === count.type && Array.isArray(shown?.['counted'])
      ? [{ lot: textAt(shown, 'lot_id') ?? '', date: textAt(shown, 'date') ?? '' }]
      : [],
  );

/** Cache key of `readBooks`: under one version of the confirmed rows, equal keys give equal books. */
export const booksKey = (ops: readonly Op[], changed: Since): string =>
  JSON.stringify([[...changed], countsIn(ops).map(({ lot, date }) => [lot, date])]);

/**
 * The confirmed records of lots where a count follows a waiting change (domain.md §3.7), from the first such count on. `asked`: lots about
 * to be counted, since that day.
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
