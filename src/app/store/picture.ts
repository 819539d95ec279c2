import type { SyncTable } from '#contract/endpoints/sync.ts';
import type { Member } from '#contract/endpoints/account.ts';
import type { Category } from '#domain/farm/categories.ts';
import type { Campo, Lot, Rodeo } from '#domain/farm/places.ts';
import type { Cell } from '#domain/movements/ledger.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { keyValues, seenTables, startingWith, type Tables } from './disk.ts';
import { historyTables } from './history.ts';
import { readLinks } from './invoice-links.ts';
import { lastDaysIn, type Layers, movementsById, readMovements } from './movement-set.ts';
import type { RainRow, ThingRow } from './rows.ts';
import type { Ask, MovementQuery, Picture, LotBook } from './store.ts';
import { lot as lotThing } from '#domain/things/lot.ts';
import { count } from '#domain/movements/kinds/system.ts';
import { type Op, rejected } from './op.ts';

/** Longer answers are not cached: a search reads a year of rows once. */
const mostRows = 120;
/** The questions of two screens. */
const mostAnswers = 32;

/** Asks about the confirmed rows; `read` runs on a cache miss. */
export type AskRows = <T>(question: readonly unknown[], read: () => PromiseLike<T>) => PromiseLike<T>;

const rowsOf = (answer: unknown): number => (Array.isArray(answer) ? answer.length : 1);

/**
 * Answers about the confirmed rows, cached by version (versions.ts): under the same version a transaction would read the same. Saves
 * are laid over them, so that a question after a save reads only the version. Cached once answered: no transaction awaits another's read.
 */
export class KnownAnswers {
  private version: string | null = null;
  private readonly answers = new Map<string, unknown>();

  /** `version`: as the transaction found it; null: no caching. */
  under(version: string | null): AskRows {
    if (version === null) return (_question, read) => read();
    if (this.version !== version) this.answers.clear();
    this.version = version;
    return <T>(question: readonly unknown[], read: () => PromiseLike<T>): PromiseLike<T> => {
      const name = JSON.stringify(question);
      if (this.version === version && this.answers.has(name)) return Promise.resolve(this.answers.get(name) as T);
      return read().then((answer) => {
        if (this.version === version && rowsOf(answer) <= mostRows) this.keep(name, answer);
        return answer;
      });
    };
  }

  private keep(name: string, answer: unknown): void {
    this.answers.set(name, answer);
    for (const oldest of [...this.answers.keys()].slice(0, -mostAnswers)) this.answers.delete(oldest);
  }
}

/** Records read per lot. A lot with more waits for the server's result. */
const mostRecords = 500;

/** Lots, each with the first day on which the outbox changes its book. */
type Since = ReadonlyMap<string, string>;

const textAt = (fields: Readonly<Record<string, unknown>> | null | undefined, name: string): string | undefined => {
  const value = fields?.[name];
  return typeof value === 'string' ? value : undefined;
};

const lotsIn = ({ metadata }: Movement): string[] =>
  (Array.isArray(metadata.postings) ? (metadata.postings as { readonly lot_id?: string | null }[]) : []).flatMap(
    ({ lot_id: lot }) => lot ?? [],
  );

/** The first day on which an op changes a book; it may be in its body or in `shown`. */
function firstDayOf({ shown, body, recordedAt }: Op, confirmed: Movement | undefined): string {
  const day =
    textAt(shown, 'date') ??
    textAt(body, 'date') ??
    textAt(shown, 'animals_on') ??
    textAt(body, 'animals_on') ??
    recordedAt.slice(0, 10);
  return confirmed && confirmed.date < day ? confirmed.date : day;
}

/** Lots that the outbox changes, each since its first day. */
export function changedSince(ops: readonly Op[], byId: ReadonlyMap<string, Movement>): Since {
  const since = new Map<string, string>();
  for (const op of ops) {
    const { subject, state, movementType } = op;
    if ((subject !== 'movement' && subject !== lotThing.name) || state === rejected || state === 'discarded') continue;
    const confirmed = byId.get(op.entityId);
    const day = firstDayOf(op, confirmed);
    const note = (lot: string | null | undefined): void => {
      if (typeof lot !== 'string') return;
      const before = since.get(lot);
      if (before === undefined || day < before) since.set(lot, day);
    };
    for (const { lot } of op.postings) note(lot);
    if (confirmed) lotsIn(confirmed).forEach(note);
    if (movementType === count.type) note(textAt(op.shown, 'lot_id'));
  }
  return since;
}

const isRecount = ({ metadata, deleted }: Movement): boolean =>
  !deleted && metadata.kind === 'recount' && Array.isArray(metadata.counted);

const countsIn = (ops: readonly Op[]) =>
  ops.flatMap(({ movementType, shown }) =>
    movementType === count.type && Array.isArray(shown?.counted)
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

/** What a picture reads in one transaction. `keyValues`: the version (versions.ts). */
export const pictureTables = [...seenTables, ...historyTables, 'ids', keyValues] as const;

export type Base = Pick<Picture, 'lots' | 'categories' | 'rodeos' | 'campos' | 'members' | 'cells'>;

export const listIn = async <T>(tables: Tables, scope: string, name: SyncTable): Promise<readonly T[]> =>
  (await tables.things.range<ThingRow>(startingWith(`${scope}/${name}/`))).map((row) => row.thing as T);

export async function readBase(tables: Tables, scope: string): Promise<Base> {
  const list = <T>(name: SyncTable): Promise<readonly T[]> => listIn<T>(tables, scope, name);
  const [lots, categories, rodeos, campos, members, cells] = await Promise.all([
    list<Lot>('lots'),
    list<Category>('categories'),
    list<Rodeo>('rodeos'),
    list<Campo>('campos'),
    list<Member>('members'),
    list<{ lot_id: string | null; rodeo_id: string | null; category_id: string; head: number }>('cells'),
  ]);
  return {
    lots,
    categories,
    rodeos,
    campos,
    members,
    cells: cells.map((row): Cell => ({
      lot: row.lot_id,
      rodeo: row.rodeo_id,
      category: row.category_id,
      head: row.head,
    })),
  };
}

/** What only this picture asks for, asked together. `lots`: of the same transaction. */
export async function readAsked(
  tables: Tables,
  seen: Layers,
  { ids, movements, lastByLot, rainYear, invoicesOf = [] }: Ask,
  { lots, askRows }: { readonly lots: () => Promise<readonly Lot[]>; readonly askRows: AskRows },
) {
  const { scope } = seen;
  const newest = async (): Promise<ReadonlyMap<string, string>> => await lastDays(tables, seen, await lots());
  const [byId, found, newestDays, rain, links] = await Promise.all([
    ids ? askRows(['ids', ids], () => movementsById(tables, seen, ids)) : new Map<string, Movement>(),
    movements ? askMovements(tables, seen, movements, askRows) : [],
    lastByLot ? askRows(['lastByLot'], newest) : new Map<string, string>(),
    rainYear === undefined
      ? new Map<string, number>()
      : askRows(['rain', rainYear], () => readRain(tables, scope, rainYear)),
    readLinks(tables, scope, invoicesOf),
  ]);
  return { byId, movements: found, lastByLot: newestDays, rain, invoicesOf: links };
}

export const askMovements = (
  tables: Tables,
  seen: Layers,
  query: MovementQuery,
  askRows: AskRows,
): PromiseLike<readonly Movement[]> => askRows(['movements', query], () => readMovements(tables, seen, query));

async function lastDays(tables: Tables, seen: Layers, lots: readonly Lot[]): Promise<ReadonlyMap<string, string>> {
  if (seen.over === null)
    return await lastDaysIn(
      tables,
      seen.scope,
      lots.map(({ id }) => id),
    );
  const newest = await Promise.all(lots.map((lot) => readMovements(tables, seen, { lotId: lot.id, limit: 1 })));
  return new Map(
    lots.flatMap((lot, index): [string, string][] => {
      const [movement] = newest[index] ?? [];
      return movement ? [[lot.id, movement.date]] : [];
    }),
  );
}

async function readRain(tables: Tables, scope: string, year: string): Promise<Map<string, number>> {
  const rows = await tables.rain.range<RainRow>(startingWith(`${scope}/${year}-`));
  return new Map(rows.map((row) => [row.key.slice(scope.length + 1), row.hundredths / 100]));
}
