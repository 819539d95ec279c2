import { constants } from '#contract/constants.ts';
import { formatDay } from '#domain/dates.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import { kindOf } from '#domain/movements/registry.ts';
import type { MovementType } from '#domain/movements/types.ts';
import { searchable } from '#domain/text.ts';
import { hasTemporaryId, rejected } from '#store/op.ts';
import { cycleOf, isInReview, lotsOf, orderKey, rodeosOf } from '#store/rows.ts';
import type { FarmStore } from '#store/store.ts';
import type { FarmViews, MovementFilter, MovementStanding, MovementView } from '../farm.ts';
import { type Scene, sceneOf } from './overlay.ts';
import { viewOf } from './movement-view.ts';
import { opsAbout } from './op-index.ts';
import { optimisticMovement } from './optimistic.ts';

const standingIs: Readonly<Record<MovementStanding, (view: MovementView) => boolean>> = {
  activo: ({ movement }) => !isDeleted(movement),
  eliminado: ({ movement }) => isDeleted(movement),
  pendiente: ({ state }) => state === 'pendiente' || state === 'enviando' || state === 'espera_sesion',
  con_error: ({ state }) => state === 'con_error',
};

/** Only in the outbox: the list is not read. */
const isUnsent = ({ standing }: MovementFilter): boolean => standing === 'pendiente' || standing === 'con_error';

/** '1414 vacas' finds '1.414 vacas'. */
const asSought = (text: string): string => searchable(text).replace(/(\d)\.(?=\d)/g, '$1');

/** Whether a record itself is of a list; `says` tells whether its view is. */
function isOf(filter: MovementFilter, movement: Movement): boolean {
  const { types, lotId, rodeoId, cycleId, inReview, authorId, from, to } = filter;
  if (inReview && !isInReview(movement)) return false;
  if (authorId !== undefined && movement.created_by !== authorId) return false;
  if (cycleId !== undefined && cycleOf(movement) !== cycleId) return false;
  if (types && types.length > 0 && !types.includes(movement.type)) return false;
  if (lotId !== undefined && !lotsOf(movement).includes(lotId)) return false;
  if (rodeoId !== undefined && !rodeosOf(movement).includes(rodeoId)) return false;
  return (from === undefined || movement.date >= from) && (to === undefined || movement.date <= to);
}

function says({ standing, text }: MovementFilter, view: MovementView): boolean {
  const { movement, summary, author } = view;
  if (standing !== undefined && !standingIs[standing](view)) return false;
  if (text === undefined || text.trim() === '') return true;
  const all = asSought(
    [kindOf(movement.type).label, summary, movement.detail, author, formatDay(movement.date)].join(' '),
  );
  return asSought(text)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Most rows read per page if few match: the screen then asks on. */
const scanRows = 1_000;

/** Whether an index answers it alone: every row read matches. */
function isNarrow({ text, types = [], lotId, rodeoId, cycleId, authorId, standing }: MovementFilter): boolean {
  const places = [lotId, rodeoId, cycleId].filter((id) => id !== undefined).length;
  const questions = places + Math.min(types.length, 1);
  return !text && types.length <= 1 && questions <= 1 && authorId === undefined && standing === undefined;
}

/** A record with its place in the list. */
type Placed = readonly [order: string, movement: Movement];

type Page = { readonly items: readonly MovementView[]; readonly next: string | null };

/**
 * A page of the list, newest first, outbox included; waiting buys and sells on top (product.md §4), all of them unless it is `isShort`. A short
 * page can still have a next: a search reads bounded stretches.
 */
async function readPage(
  store: FarmStore,
  organizationId: string,
  filter: MovementFilter,
  after: string | null,
  limit: number,
  isShort = false,
): Promise<Page> {
  const readLimit = isNarrow(filter) ? limit + 1 : Math.min(scanRows, limit * 10 + 1);
  const movements = { ...queryOf(filter), after, limit: readLimit };
  const picture = await store.picture(organizationId, isUnsent(filter) ? {} : { movements });
  const scene = sceneOf(picture);
  const { over } = scene;
  const isOnTop = ({ id }: Movement): boolean =>
    opsAbout(picture.ops)(id).some((op) => hasTemporaryId(op) && op.state !== rejected);
  const mine = [...over.movements.values()];
  const tops = after === null ? mine.filter(isOnTop).toReversed() : [];
  const read = isUnsent(filter) ? [...picture.byId.values()] : picture.movements;
  // Nothing is known below the last row read: pending rows there wait for their page.
  const floor =
    isUnsent(filter) || read.length < readLimit ? '' : orderKey(read.at(-1) ?? { date: '', created_at: '', id: '' });
  const others = [...read.filter(({ id }) => !over.movements.has(id)), ...mine.filter((one) => !isOnTop(one))];
  const listed = others
    .map((movement): Placed => [orderKey(movement), movement])
    .filter(([order]) => order >= floor && (after === null || order < after))
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([, movement]) => movement);
  const views: MovementView[] = [];
  const most = isShort ? limit : Math.max(limit, tops.length);
  for (const movement of [...tops, ...listed]) {
    // One more than the page says that there are more.
    if (views.length > most) break;
    if (!isOf(filter, movement)) continue;
    const view = viewOf(scene, movement);
    if (says(filter, view)) views.push(view);
  }
  return cut(views, most, floor, scene);
}

function cut(views: readonly MovementView[], limit: number, floor: string, { over }: Scene): Page {
  const items = views.slice(0, limit);
  if (views.length <= limit) return { items, next: floor === '' ? null : floor };
  const last = items.findLast((view) => !view.movement.id.startsWith('-'));
  const movement = last && (over.movements.get(last.key) ?? last.movement);
  // The page is full of rows on top: the list starts after them, from its newest.
  return { items, next: movement ? orderKey(movement) : '9999' };
}

function queryOf({ types, lotId, rodeoId, cycleId, inReview, from, to }: MovementFilter) {
  const [type] = types ?? [];
  return {
    ...(types?.length === 1 && type !== undefined && { type }),
    ...(lotId !== undefined && { lotId }),
    ...(rodeoId !== undefined && { rodeoId }),
    ...(cycleId !== undefined && { cycleId }),
    ...(inReview && { inReview }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** product.md §9. */
const readLastTen = async (store: FarmStore, organizationId: string): Promise<readonly MovementView[]> =>
  (await readPage(store, organizationId, {}, null, constants.lastMovements, true)).items;

/** A movement by id; a temporary one works after sending too. */
async function readMovement(store: FarmStore, organizationId: string, shownId: string): Promise<MovementView | null> {
  const scene = sceneOf(await store.picture(organizationId, { shownId }));
  const id = scene.picture.resolvedId ?? shownId;
  const found = viewIn(scene, id);
  if (found !== null || id === shownId) return found;
  const own = await store.resolveId(organizationId, shownId);
  return viewIn(sceneOf(await store.picture(organizationId, { ids: [own] })), own);
}

const viewIn = (scene: Scene, id: string): MovementView | null => {
  const movement = scene.over.movements.get(id) ?? scene.picture.byId.get(id);
  return movement ? viewOf(scene, movement) : null;
};

/**
 * An invoice's records (domain.md §2.8): those it names (null: unknown here), and unsent ones made from it. A refused one is in no list and no
 * sum, but it is there until corrected or discarded: booked again, both may count.
 */
async function readInvoiced(
  store: FarmStore,
  organizationId: string,
  invoiceId: string,
  named: readonly string[],
): Promise<readonly (MovementView | null)[]> {
  const scene = sceneOf(await store.picture(organizationId, { ids: named }));
  const known = new Set(named);
  const waiting = scene.picture.ops.flatMap((op) =>
    op.act === 'create' && op.body?.invoice_id === invoiceId && !known.has(op.entityId)
      ? [viewIn(scene, op.entityId) ?? viewOf(scene, optimisticMovement(op))]
      : [],
  );
  return [...named.map((id) => viewIn(scene, id)), ...waiting];
}

const placeFields = ['campo_id', 'lot_id', 'rodeo_id', 'from_lot_id', 'to_lot_id'] as const;

/**
 * Same kind, place and day: two people record the same storm (ux.md §1.2, Duplicates). One of another person than `by` comes before one's own:
 * that one has to be asked about, whatever was recorded since.
 */
async function readPossibleDuplicates(
  store: FarmStore,
  organizationId: string,
  type: MovementType,
  payload: Readonly<Record<string, unknown>>,
  by: string | undefined,
): Promise<readonly MovementView[]> {
  const date = payload.date;
  if (typeof date !== 'string') return [];
  const { items } = await readPage(store, organizationId, { types: [type], from: date, to: date }, null, 50);
  const alike = ({ movement }: MovementView): boolean =>
    !movement.deleted && placeFields.every((name) => (movement.metadata[name] ?? null) === (payload[name] ?? null));
  const found = items.filter(alike);
  const isOwn = ({ movement }: MovementView): number => Number(movement.created_by === by);
  return found.toSorted((one, other) => isOwn(one) - isOwn(other));
}

type MovementViews = Pick<FarmViews, 'lastTen' | 'page' | 'movement' | 'invoiced' | 'possibleDuplicates'>;

/** Questions about movements (farm.ts). */
export const movementViews = (store: FarmStore, organizationId: string): MovementViews => ({
  lastTen: () => readLastTen(store, organizationId),
  page: (filter, after, limit) => readPage(store, organizationId, filter, after, limit),
  movement: (id) => readMovement(store, organizationId, id),
  invoiced: (invoiceId, named) => readInvoiced(store, organizationId, invoiceId, named),
  possibleDuplicates: (type, payload, by) => readPossibleDuplicates(store, organizationId, type, payload, by),
});
