import type { Names } from '#domain/movements/define.ts';
import { byId } from '#domain/rows.ts';
import { lot as lotThing } from '#domain/things/lot.ts';
import type { Lot } from '#domain/farm/places.ts';
import { type Cell, difference, type Posting, reversed, sumByCell } from '#domain/movements/ledger.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import type { Op } from '#store/op.ts';
import type { Picture } from '#store/store.ts';
import { isSummed } from '#store/whole.ts';
import { counts, lotsOrder, orderIn } from '../things/things.ts';
import { namesOf } from './names.ts';
import { bookedBy, deleted, edited, optimisticMovement, postingsOf } from './optimistic.ts';
import { type Changed, followCounts } from './recounted.ts';

type OverlaidLot = Lot & { readonly isOptimistic?: boolean };

/** The farm as this person left it: the outbox folded over the confirmed rows, in order. */
export interface Overlay {
  /** Movements that the outbox is about, by id; others are as confirmed. */
  readonly movements: ReadonlyMap<string, Movement>;
  readonly cells: readonly Cell[];
  readonly lots: readonly OverlaidLot[];
  readonly opOf: ReadonlyMap<string, Op>;
}

/** Rebase on read (offline.md §2.6): nothing unconfirmed is ever written among the confirmed rows. */
export function overlay(picture: Picture): Overlay {
  const movements = new Map<string, Movement>();
  const deltas: Posting[] = [];
  let lots: readonly OverlaidLot[] = picture.lots;
  for (const op of picture.ops) {
    if (op.subject === lotThing.name) lots = foldLot(picture, lots, op, deltas);
    else if (op.subject === 'movement' && counts(op)) foldMovement(picture, movements, op, deltas);
  }
  const folded = deltas.length === 0 ? picture.cells : sumByCell([...picture.cells, ...deltas]);
  const { cells, counts: recounts } = withCounts(picture, movements, lots, folded);
  for (const movement of recounts) movements.set(movement.id, movement);
  return {
    movements,
    cells,
    lots: lots.map((lot) => withAnimals(lot, cells, picture)),
    opOf: new Map(picture.ops.map((op) => [op.entityId, op])),
  };
}

/** Replays counts that follow a waiting change (domain.md §3.7). */
function withCounts(
  picture: Picture,
  movements: ReadonlyMap<string, Movement>,
  lots: readonly OverlaidLot[],
  folded: readonly Cell[],
): ReturnType<typeof followCounts> {
  if (picture.books.size === 0) return { cells: folded, counts: [] };
  const standing = (movement: Movement | null): Movement | null => (movement && !isDeleted(movement) ? movement : null);
  const changes = [...movements].flatMap(([id, movement]): Changed[] => {
    const before = picture.byId.get(id) ?? null;
    return movement === before ? [] : [{ before: standing(before), after: standing(movement) }];
  });
  const opened = picture.ops
    .filter((op) => op.subject === lotThing.name && op.act === 'create' && counts(op))
    .filter((op) => picture.lots.every(({ id }) => id !== op.entityId))
    .map((op): Changed => ({ before: null, after: openedBy(op) }));
  return followCounts({ picture, changes: [...changes, ...opened], folded, names: namesOf(picture, lots) });
}

/** An unsent lot's animals, as the record that the server will write. */
function openedBy(op: Op): Movement {
  const movement = optimisticMovement(op);
  const since = op.body?.animals_on;
  return typeof since === 'string' ? { ...movement, date: since } : movement;
}

function foldMovement(picture: Picture, movements: Map<string, Movement>, op: Op, deltas: Posting[]): void {
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

function foldLot({ sync }: Picture, lots: readonly OverlaidLot[], op: Op, deltas: Posting[]): readonly OverlaidLot[] {
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
  const changes = op.act === 'delete' ? { deleted: true } : lotFields(op.body);
  return lots.map((lot) => (lot.id === op.entityId ? { ...lot, ...changes } : lot));
}

const notOfTheLot = new Set(['cid', 'offline', 'animals', 'id', 'recorded_at']);
const lotFields = (body: Op['body']): Partial<Lot> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !notOfTheLot.has(name)));

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
function withAnimals(lot: OverlaidLot, cells: readonly Cell[], picture: Picture): OverlaidLot {
  const sums = new Map<string, number>();
  for (const cell of cells) {
    if (cell.lot === lot.id) sums.set(cell.category, (sums.get(cell.category) ?? 0) + cell.head);
  }
  const animals = [...sums].flatMap(([id, count]) => {
    const name = byId(picture.categories, id)?.name ?? '';
    const known = lot.animals.find((animal) => animal.category.id === id);
    return count === 0 ? [] : [{ id: known?.id ?? id, count, category: { id, name } }];
  });
  return { ...lot, animals };
}

export interface Scene {
  readonly picture: Picture;
  readonly over: Overlay;
  readonly names: Names;
}

export function sceneOf(picture: Picture): Scene {
  const over = overlay(picture);
  return { picture, over, names: namesOf(picture, over.lots) };
}
