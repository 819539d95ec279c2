import {
  bringsCalves,
  byId,
  type Campo,
  type Category,
  type Cell,
  type Day,
  mothersIn,
  placeFound,
  rodeoOf,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { Habits, LotView, RodeoView } from '#sync/farm.ts';
import type { Values } from './values.ts';

/** What a form chooses from, as this device knows it. */
export interface FarmThings {
  readonly lots: readonly LotView[];
  readonly rodeos: readonly RodeoView[];
  readonly campos: readonly Campo[];
  readonly categories: readonly Category[];
  readonly stock: readonly Cell[];
  readonly habits: Habits;
  /** Whether this phone holds the whole farm; until then absence proves nothing. */
  readonly isWhole: boolean;
}

/** Place whose screen opened the form. */
export interface OpenedFrom {
  readonly lotId: string | null;
  readonly rodeoId: string | null;
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

function usualLot({ lots, habits }: FarmThings, type: string): string | undefined {
  const used = habits.byType[type]?.lotId ?? habits.recentLotIds[0];
  return lots.some((view) => view.lot.id === used) ? used : only(lots)?.lot.id;
}

function usualRodeo({ rodeos, habits, stock }: FarmThings, type: string): string | undefined {
  const used = habits.byType[type]?.rodeoId;
  // The only rodeo is no default while animals stand without one.
  const isOneHerd = stock.every((cell) => cell.rodeo !== null || cell.head <= 0);
  return rodeoOf(rodeos, used)?.id ?? (isOneHerd ? only(rodeos)?.rodeo.id : undefined);
}

function usualCampo({ campos, habits }: FarmThings, type: string): string | null {
  const used = habits.byType[type]?.campoId;
  return byId(campos, used)?.id ?? only(campos)?.id ?? null;
}

/**
 * Initial values (ux.md §1.2, defaults from last time): today and last time's place. With a required rodeo the lot is derived, else the
 * rodeo.
 */
export function startValues(
  kind: RecordedKind,
  things: FarmThings,
  today: Day,
  { lotId, rodeoId }: OpenedFrom,
): Values {
  const { lot, rodeo } = kind.place;
  const isOfRodeos = !(things.isWhole && things.rodeos.length === 0);
  const isRodeoFirst = isOfRodeos && rodeo !== undefined && kind.fields[rodeo]?.required === true;
  const lotField = lot ?? ('lot_id' in kind.fields ? 'lot_id' : undefined);
  const isPlaced = Boolean(lotId ?? rodeoId);
  // A lot behind 'Agregar detalle' is never guessed: nobody would see it.
  const isLotAsked = lot === 'lot_id' && kind.fields[lot]?.main === true;
  return {
    date: today,
    ...('campo_id' in kind.fields && { campo_id: usualCampo(things, kind.type) }),
    ...('whole' in kind.fields && { whole: true }),
    ...(isRodeoFirst && !isPlaced && { [rodeo]: usualRodeo(things, kind.type) }),
    ...(isLotAsked && !isRodeoFirst && !isPlaced && { lot_id: usualLot(things, kind.type) }),
    ...(lotField && lotId && { [lotField]: lotId }),
    ...(rodeo && rodeoId && { [rodeo]: rodeoId }),
  };
}

type Herd = Pick<FarmThings, 'categories' | 'stock'>;

/** The other half of the place if only one fits. Shown as chosen but not sent, as saving derives it again (wire.md §Movements). */
export const foundPlace = (kind: RecordedKind, values: Values, things: Herd): Values =>
  placeFound(kind, values, { categories: things.categories, cells: things.stock }).found;

/** Last time's rodeo, if one of several in the lot (ux.md §1.2). Not derivable, so it is sent. */
export function rodeoOfLastTime(kind: RecordedKind, values: Values, things: FarmThings): Values {
  const { stock, habits } = things;
  const { lot: lotField, rodeo: rodeoField } = kind.place;
  if (lotField === undefined || rodeoField !== 'rodeo_id' || values[rodeoField] !== undefined) return {};
  const lot = values[lotField];
  if (lot === undefined || !isRodeoInDoubt(kind, values, things)) return {};
  const used = habits.byType[kind.type]?.rodeoId;
  const isHere = stock.some((cell) => cell.lot === lot && cell.head > 0 && cell.rodeo === used);
  return typeof used === 'string' && isHere ? { [rodeoField]: used } : {};
}

/** Whether the destination rodeo stands only in other lots: animals may go there too (domain.md §3.3). */
export function isNewRodeoElsewhere(values: Values, found: Values, stock: readonly Cell[]): boolean {
  const lot = values.lot_id ?? found.lot_id;
  const lots = stock
    .filter((cell) => cell.rodeo === values.to_rodeo_id && cell.lot !== null && cell.head > 0)
    .map((cell) => cell.lot);
  return lots.length > 0 && lot !== undefined && lots.every((other) => other !== lot);
}

/** Whether the rodeo must be asked: several in the lot, for births several with possible mothers. */
export function isRodeoInDoubt(kind: RecordedKind, values: Values, { categories, stock }: Herd): boolean {
  const { lot: lotField } = kind.place;
  const lot = lotField === undefined ? undefined : values[lotField];
  if (lot === undefined) return true;
  const here = stock.filter((cell) => cell.lot === lot && cell.head > 0);
  const mothers = mothersIn(categories);
  const own = bringsCalves(kind) ? here.filter((cell) => mothers.has(cell.category)) : [];
  return new Set((own.length > 0 ? own : here).map((cell) => cell.rodeo)).size > 1;
}
