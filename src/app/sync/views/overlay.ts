import type { Names } from '#domain/movements/define.ts';
import { byId } from '#domain/rows.ts';
import { lot as lotThing } from '#domain/things/lot.ts';
import type { Lot } from '#domain/farm/places.ts';
import {
  addPostings,
  type Cell,
  cellsOf,
  difference,
  type Posting,
  reversed,
  type Sums,
} from '#domain/movements/ledger.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import type { Op } from '#store/op.ts';
import type { Picture } from '#store/store.ts';
import { isSummed } from '#store/whole.ts';
import { counts, lotFields, lotsOrder, orderIn } from '../things/things.ts';
import { keeping } from './keeping.ts';
import { namesOf } from './names.ts';
import { opsAbout } from './op-index.ts';
import { bookedBy, deleted, edited, optimisticMovement, postingsOf } from './optimistic.ts';
import { type Changed, followCounts } from './recounted.ts';

type OverlaidLot = Lot & { readonly isOptimistic?: boolean };

/** What a fold was made of. */
type Folded = Pick<Picture, 'ops' | 'lots' | 'cells' | 'byId' | 'sync'>;

/** The outbox folded over the confirmed rows, in order. */
interface Fold {
  readonly picture: Folded;
  readonly movements: ReadonlyMap<string, Movement>;
  readonly cells: readonly Cell[];
  readonly lots: readonly OverlaidLot[];
  /** The next fold goes on with them; null: nothing was added to the confirmed cells. */
  readonly sums: Sums | null;
}

/** The last fold over these lots, as long as they live. */
const folds = new WeakMap<readonly Lot[], Fold>();

/** Goes on where the last fold ended: a save adds one op. What was sent or fetched meanwhile has it begin anew. */
function foldOf(picture: Picture): Fold {
  const last = folds.get(picture.lots);
  const before = last && isOver(last.picture, picture) ? last : null;
  const { ops, sync, byId, cells } = picture;
  if (before?.picture.ops.length === ops.length) return before;
  folds.delete(picture.lots);
  const movements = new Map(before?.movements);
  const deltas: Posting[] = [];
  let lots = before?.lots ?? picture.lots;
  for (const op of ops.slice(before?.picture.ops.length)) {
    if (op.subject === lotThing.name) lots = foldLot(picture, lots, op, deltas);
    else if (op.subject === 'movement' && counts(op)) foldMovement(picture, movements, op, deltas);
  }
  let [sums, summed] = [before?.sums ?? null, before?.cells ?? cells];
  if (deltas.length > 0) {
    sums = addPostings(sums ?? addPostings(new Map(), cells), deltas);
    summed = cellsOf(sums);
  }
  const fold: Fold = { picture: { ops, lots: picture.lots, cells, byId, sync }, movements, cells: summed, lots, sums };
  folds.set(picture.lots, fold);
  return fold;
}

/** Whether a fold of the first would begin that of the second, for it is over the very same rows and its ops come first there. */
const isOver = ({ ops, cells, byId, sync }: Folded, picture: Folded): boolean =>
  cells === picture.cells &&
  // Once all rows are here it tells nothing (`isSummed`).
  (sync === picture.sync || (sync.cursor !== null && picture.sync.cursor !== null)) &&
  ops.every((op, at) => op === picture.ops[at] && byId.get(op.entityId) === picture.byId.get(op.entityId));

/** The farm as this person left it: the outbox over the confirmed rows. */
export interface Overlay {
  readonly picture: Folded;
  /** Movements that the outbox is about, by id; others are as confirmed. */
  readonly movements: ReadonlyMap<string, Movement>;
  readonly cells: readonly Cell[];
  readonly lots: readonly OverlaidLot[];
  readonly names: Names;
  /** A thing's newest op. */
  readonly opOf: (id: string) => Op | undefined;
}

type Lists = Pick<Picture, 'books' | 'categories' | 'rodeos' | 'campos'>;

const overlaid = keeping(
  (
    { picture, movements, cells, lots }: Fold,
    books: Lists['books'],
    categories: Lists['categories'],
    rodeos: Lists['rodeos'],
    campos: Lists['campos'],
  ): Overlay => {
    const names = namesOf({ categories, rodeos, campos }, lots);
    const followed = books.size === 0 ? null : withCounts(picture, movements, books, cells, names);
    let withHeads: readonly OverlaidLot[] | null = null;
    const stock = followed?.cells ?? cells;
    return {
      picture,
      movements: followed
        ? new Map([...movements, ...followed.counts.map((one) => [one.id, one] as const)])
        : movements,
      cells: stock,
      names,
      opOf: (id) => opsAbout(picture.ops)(id).at(-1),
      // Few ask for them.
      get lots() {
        return (withHeads ??= withAnimals(lots, stock, categories));
      },
    };
  },
);

/** Rebase on read (offline.md §2.6): nothing unconfirmed is ever written among the confirmed rows. */
export const overlay = (picture: Picture): Overlay =>
  overlaid(foldOf(picture), picture.books, picture.categories, picture.rodeos, picture.campos);

/** Replays counts that follow a waiting change (domain.md §3.7). */
function withCounts(
  picture: Folded,
  movements: ReadonlyMap<string, Movement>,
  books: Picture['books'],
  folded: readonly Cell[],
  names: Names,
): ReturnType<typeof followCounts> {
  const standing = (movement: Movement | null): Movement | null => (movement && !isDeleted(movement) ? movement : null);
  const changes = [...movements].flatMap(([id, movement]): Changed[] => {
    const before = picture.byId.get(id) ?? null;
    return movement === before ? [] : [{ before: standing(before), after: standing(movement) }];
  });
  const confirmed = new Set(picture.lots.map(({ id }) => id));
  const opened = picture.ops
    .filter((op) => op.subject === lotThing.name && op.act === 'create' && counts(op) && !confirmed.has(op.entityId))
    .map((op): Changed => ({ before: null, after: openedBy(op) }));
  return followCounts({ picture: { books, cells: picture.cells }, changes: [...changes, ...opened], folded, names });
}

/** An unsent lot's animals, as the record that the server will write. */
function openedBy(op: Op): Movement {
  const movement = optimisticMovement(op);
  const since = op.body?.animals_on;
  return typeof since === 'string' ? { ...movement, date: since } : movement;
}

function foldMovement(picture: Folded, movements: Map<string, Movement>, op: Op, deltas: Posting[]): void {
  const confirmed = picture.byId.get(op.entityId);
  const current = movements.get(op.entityId) ?? confirmed;
  if (op.act === 'create') {
    movements.set(op.entityId, confirmed ?? optimisticMovement(op));
    // Carried for another, it may have arrived from his phone: the cells hold it already.
    if (!(isSummed(picture.sync, 'cells', op) ?? confirmed)) deltas.push(...op.postings);
    return;
  }
  if (!current) return;
  // A waiting record carries its child's lines; a confirmed one's child has its own, and follows it.
  const standing = current === confirmed ? bookedBy(current) : postingsOf(current);
  const before = isDeleted(current) ? [] : standing;
  const isIn = isSummed(picture.sync, 'cells', op);
  if (op.act === 'delete') {
    movements.set(op.entityId, deleted(current, op));
    if (!isIn) deltas.push(...reversed(before));
  } else if (!isDeleted(current)) {
    movements.set(op.entityId, edited(current, op));
    if (!isIn) deltas.push(...difference(before, op.postings));
  }
}

function foldLot({ sync }: Folded, lots: readonly OverlaidLot[], op: Op, deltas: Posting[]): readonly OverlaidLot[] {
  if (op.act === 'create') {
    const isThere = lots.some((lot) => lot.id === op.entityId);
    if (counts(op) && !(isSummed(sync, 'cells', op) ?? isThere)) deltas.push(...op.postings);
    return isThere ? lots : [...lots, optimisticLot(op, lots)];
  }
  if (!counts(op)) return lots;
  if (op.entityId === lotsOrder) {
    const order = orderIn(op.body);
    return lots.map((lot) => ({ ...lot, order: order.get(lot.id) ?? lot.order }));
  }
  const changed = (lot: Lot): Partial<Lot> => (op.act === 'delete' ? { deleted: true } : lotFields(op.body, lot));
  return lots.map((lot) => (lot.id === op.entityId ? { ...lot, ...changed(lot) } : lot));
}

const optimisticLot = (op: Op, lots: readonly OverlaidLot[]): OverlaidLot => ({
  campo_id: null,
  use: null,
  is_grazing: true,
  receptivity_ev_ha: null,
  notes: null,
  name: '',
  hectares: 0,
  ...lotFields(op.body),
  id: op.entityId,
  order: lots.reduce((most, lot) => Math.max(most, lot.order), 0) + 1,
  deleted: false,
  version: 0,
  animals: [],
  isOptimistic: true,
});

/** A lot's table sums its rodeos (domain.md §1.1): from the cells, so that lists and totals agree. */
function withAnimals(
  lots: readonly OverlaidLot[],
  cells: readonly Cell[],
  categories: Lists['categories'],
): readonly OverlaidLot[] {
  const inLot = new Map<string | null, Map<string, number>>();
  for (const { lot, category, head } of cells) {
    const sums = inLot.get(lot) ?? new Map<string, number>();
    inLot.set(lot, sums.set(category, (sums.get(category) ?? 0) + head));
  }
  return lots.map((lot) => {
    const animals = [...(inLot.get(lot.id) ?? [])].flatMap(([id, count]) => {
      const name = byId(categories, id)?.name ?? '';
      const known = lot.animals.find((animal) => animal.category.id === id);
      return count === 0 ? [] : [{ id: known?.id ?? id, count, category: { id, name } }];
    });
    return { ...lot, animals };
  });
}

export interface Scene {
  readonly picture: Picture;
  readonly over: Overlay;
}

export const sceneOf = (picture: Picture): Scene => ({ picture, over: overlay(picture) });
