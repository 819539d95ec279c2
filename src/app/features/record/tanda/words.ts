import {
  counted,
  type Day,
  formatKilos,
  formatNumber,
  formatTime,
  headsOf,
  listOf,
  relativeDay,
  weightFigures,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { FarmThings } from '../start.ts';
import { tandaKinds } from '../tanda-kinds.ts';
import { countsOf, placeOf, type Tanda, type Touch } from './tanda.ts';

const lastShown = 3;

/** Category name; null: stillborn. */
export const nameOf = (things: Pick<FarmThings, 'categories'>, category: string | null): string =>
  category === null
    ? 'Nacido muerto'
    : (things.categories.find((other) => other.id === category)?.name ?? 'Categoría eliminada');

/** `De vaquillona`. */
export const motherWords = (things: FarmThings, mother: string): string =>
  `De ${nameOf(things, mother).toLocaleLowerCase('es-AR')}`;

/** `Hoy · Invernada · El Bajo`. Date first: a tanda left yesterday is yesterday's. */
export function placeWords(kind: RecordedKind, tanda: Tanda, things: FarmThings, today: Day): string {
  const place = placeOf(kind, tanda, things);
  const rodeo = things.rodeos.find((view) => view.rodeo.id === place['rodeo_id'])?.rodeo.name;
  const lot = things.lots.find((view) => view.lot.id === place['lot_id'])?.lot.name;
  const day = typeof place['date'] === 'string' ? relativeDay(place['date'], today) : null;
  return [day && `${day.charAt(0).toUpperCase()}${day.slice(1)}`, rodeo, lot].filter(Boolean).join(' · ');
}

const kilosIn = (touches: readonly Touch[]): { readonly kg: number }[] =>
  touches.flatMap(({ kg }) => (kg === undefined ? [] : [{ kg }]));

/** Two lines above the keypad: count and average, then range (ux.md §1.2: running count and average). */
export function weighedWords(tanda: Tanda, things: FarmThings): { readonly main: string; readonly more: string } {
  const { touches, category } = tanda;
  const isMixed = countsOf(touches).size > 1;
  const mine = isMixed ? touches.filter((touch) => touch.category === category) : touches;
  const figures = weightFigures(kilosIn(mine));
  const total = isMixed ? `En total ${counted(touches.length, 'animal')}` : null;
  if (!figures) {
    return isMixed
      ? { main: `${nameOf(things, category)}: ninguno todavía`, more: total ?? '' }
      : { main: 'Ninguno todavía', more: 'Escribí el peso y tocá ✓' };
  }
  const who = isMixed ? headsOf(figures.count, nameOf(things, category)) : counted(figures.count, 'animal');
  const last = touches.slice(-lastShown).toReversed();
  const more = [
    total,
    `${formatNumber(figures.min, 1)} a ${formatNumber(figures.max, 1)}`,
    `${last.length === 1 ? 'último' : 'últimos'} ${last.map(({ kg = 0 }) => formatNumber(kg, 1)).join(', ')}`,
  ];
  return {
    main: `${who} · prom. ${formatKilos(figures.average)}`,
    more: more.filter(Boolean).join(' · '),
  };
}

/** `8 terneros al pie y 6 terneras al pie`. */
export const bornWords = (touches: readonly Touch[], things: FarmThings): string =>
  listOf(
    [...countsOf(touches)].map(([category, count]) =>
      category === null ? counted(count, 'nacido muerto', 'nacidos muertos') : headsOf(count, nameOf(things, category)),
    ),
  );

/** A touch, for undo: `412 kg`, `Ternera al pie 10:42`. */
export function touchWords({ category, at, kg, tag }: Touch, things: FarmThings): string {
  if (kg !== undefined) return [formatKilos(kg), tag].filter(Boolean).join(' · ');
  return [nameOf(things, category), at && formatTime(at)].filter(Boolean).join(' ');
}

/** Save label: `Guardar 10 pesadas`. Stillborn calves are not counted. */
export function saveTandaWords(kind: RecordedKind, { touches }: Tanda): string {
  const count = touches.filter((touch) => touch.category !== null).length;
  const one = tandaKinds[kind.type]?.one;
  return count === 0 || one === undefined ? 'Guardar' : `Guardar ${counted(count, one)}`;
}
