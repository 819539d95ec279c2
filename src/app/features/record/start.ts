import { bringsCalves, type Campo, type Category, type Cell, type Day, mothersIn, placeFound } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { Habits, LotView, RodeoView } from '#sync/farm.ts';
import type { Values } from './values.ts';

/** What a form offers to choose from, as this device knows it. */
export interface FarmThings {
  readonly lots: readonly LotView[];
  readonly rodeos: readonly RodeoView[];
  readonly campos: readonly Campo[];
  readonly categories: readonly Category[];
  readonly stock: readonly Cell[];
  readonly habits: Habits;
  /** Whether this phone holds the whole farm: until then nothing is missing because it is not here. */
  readonly isWhole: boolean;
}

/** The place whose screen the form was opened from: its answers start there. */
export interface OpenedFrom {
  readonly lotId: string | null;
  readonly rodeoId: string | null;
}

/** The only one of them, if there is exactly one. */
const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

function usualLot({ lots, habits }: FarmThings, type: string): string | undefined {
  const used = habits.byType[type]?.lotId ?? habits.recentLotIds[0];
  return lots.some((view) => view.lot.id === used) ? used : only(lots)?.lot.id;
}

function usualRodeo({ rodeos, habits, stock }: FarmThings, type: string): string | undefined {
  const used = habits.byType[type]?.rodeoId;
  // The only rodeo is not that of animals that stand in none.
  const isOneHerd = stock.every((cell) => cell.rodeo !== null || cell.head <= 0);
  return rodeos.find((view) => view.rodeo.id === used)?.rodeo.id ?? (isOneHerd ? only(rodeos)?.rodeo.id : undefined);
}

function usualCampo({ campos, habits }: FarmThings, type: string): string | null {
  const used = habits.byType[type]?.campoId;
  return campos.find((campo) => campo.id === used)?.id ?? only(campos)?.id ?? null;
}

/**
 * How a form starts (ux.md §1.2, defaults from last time): today, and the place of last time. Where the rodeo must be said, the
 * lot is left to be found; otherwise the lot is said and the rodeo found.
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
  // A lot that the form keeps behind 'Agregar detalle' is never guessed: nobody would see that the rain is told of one lot.
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

/** What stands where, and what it is. */
type Herd = Pick<FarmThings, 'categories' | 'stock'>;

/**
 * The other half of the place where one fits: the only rodeo of the lot, or lot of the rodeo. Shown as chosen and left out of the record,
 * for saving finds it again (wire.md §Movements).
 */
export const foundPlace = (kind: RecordedKind, values: Values, things: Herd): Values =>
  placeFound(kind, values, { categories: things.categories, cells: things.stock }).found;

/** The rodeo of last time, where it is one of several in the lot (ux.md §1.2). No rule would find it again, so the record says it. */
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

/** Whether the rodeo that the animals pass to stands in other lots than theirs: then they may go there too (domain.md §3.3). */
export function isNewRodeoElsewhere(values: Values, found: Values, stock: readonly Cell[]): boolean {
  const lot = values['lot_id'] ?? found['lot_id'];
  const lots = stock
    .filter((cell) => cell.rodeo === values['to_rodeo_id'] && cell.lot !== null && cell.head > 0)
    .map((cell) => cell.lot);
  return lots.length > 0 && lot !== undefined && lots.every((other) => other !== lot);
}

/** Whether the rodeo has to be asked: several stand in the lot, of a birth several with animals that may calve. */
export function isRodeoInDoubt(kind: RecordedKind, values: Values, { categories, stock }: Herd): boolean {
  const { lot: lotField } = kind.place;
  const lot = lotField === undefined ? undefined : values[lotField];
  if (lot === undefined) return true;
  const here = stock.filter((cell) => cell.lot === lot && cell.head > 0);
  const mothers = mothersIn(categories);
  const own = bringsCalves(kind) ? here.filter((cell) => mothers.has(cell.category)) : [];
  return new Set((own.length > 0 ? own : here).map((cell) => cell.rodeo)).size > 1;
}
