import {
  bringsCalves,
  byId,
  type Category,
  choosable,
  counted,
  type Day,
  formatKilos,
  formatNumber,
  formatTime,
  headsOf,
  isCalfAtFoot,
  isLikelyWeight,
  limits,
  listOf,
  lotOf,
  type Payload,
  relativeDay,
  rodeoOf,
  weighs,
  weightFigures,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { readNumberText } from '#ui';
import { headsHere } from '../offered.ts';
import { type FarmThings, foundPlace } from '../start.ts';
import { tandaKinds } from '../tanda-kinds.ts';
import { payloadFrom, type Values } from '../values.ts';
import { missingPlace, placed } from '../where.ts';

/** One touch: an animal weighed or a calf born; null category: stillborn. */
export interface Touch {
  readonly category: string | null;
  readonly at: string;
  readonly kg?: number;
  readonly tag?: string;
  /** The mother's category, if given. */
  readonly mother?: string;
}

/** Animals recorded one by one. Plain JSON, stored at every touch. */
export interface Tanda {
  /** Place and date, as in the kind's form. */
  readonly values: Values;
  readonly touches: readonly Touch[];
  readonly category: string | null;
  readonly text: string;
  readonly tag: string;
  readonly withTags: boolean;
  /** Next calf's: null for none, undefined for the likely one. */
  readonly mother?: string | null;
  /** Answers about heifers that become cows, by category, as in the birth form. */
  readonly passed: Readonly<Record<string, Values>>;
}

/** An empty tanda. */
export const newTanda = (values: Values, category: string | null): Tanda => ({
  values,
  category,
  touches: [],
  text: '',
  tag: '',
  withTags: false,
  passed: {},
});

const asTouch = (value: unknown): Touch[] => {
  const { category, at, kg, tag, mother } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (category !== null && typeof category !== 'string') return [];
  const more = {
    ...(typeof kg === 'number' && { kg }),
    ...(typeof tag === 'string' && { tag }),
    ...(typeof mother === 'string' && { mother }),
  };
  return [{ category, at: typeof at === 'string' ? at : '', ...more }];
};

/** Restores a draft; null without touches: today's date and place start better. */
export function tandaFrom(draft: Readonly<Record<string, unknown>> | null): Tanda | null {
  if (draft === null || !Array.isArray(draft.touches)) return null;
  const touches = (draft.touches as unknown[]).flatMap(asTouch);
  if (touches.length === 0) return null;
  const { mother } = draft;
  const text = (name: string): string => (typeof draft[name] === 'string' ? draft[name] : '');
  return {
    touches,
    values: (draft.values ?? {}) as Values,
    category: text('category') || null,
    text: text('text'),
    tag: text('tag'),
    withTags: draft.withTags === true,
    ...((typeof mother === 'string' || mother === null) && { mother }),
    passed: (draft.passed ?? {}) as Tanda['passed'],
  };
}

/** Parses the keypad's kilos. */
export function kilosIn(text: string): { readonly kg: number } | { readonly problem: string } {
  const kg = readNumberText(text.replace(/,$/, ''));
  if (kg === null) return { problem: 'Escribí el peso' };
  if (typeof kg !== 'number' || !isLikelyWeight(kg)) return { problem: 'Un animal pesa de 20 a 1.500 kg' };
  return { kg };
}

const farFromRest = 0.4;
const enoughToCompare = 5;

/** Whether the last weight is far from its category's: catches a missing digit in time. */
export function isFarOff(touches: readonly Touch[]): boolean {
  const last = touches.at(-1);
  if (last?.kg === undefined) return false;
  const others = touches.slice(0, -1).flatMap((touch) => (touch.category === last.category && touch.kg) || []);
  if (others.length < enoughToCompare) return false;
  const average = others.reduce((sum, kg) => sum + kg, 0) / others.length;
  return Math.abs(last.kg - average) > average * farFromRest;
}

/** Counts by category, in order of first touch. */
export function countsOf(touches: readonly Touch[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { category } of touches) counts.set(category, (counts.get(category) ?? 0) + 1);
  return counts;
}

/** Whether the record is full for the category. */
export const isFull = (tanda: Tanda, category: string | null): boolean =>
  (countsOf(tanda.touches).get(category) ?? 0) >= limits.weightsPerLine;

function weighedLines(touches: readonly Touch[]): object[] {
  const lines = new Map<string, { kg: number; tag?: string }[]>();
  for (const { category, kg, tag } of touches) {
    if (category === null || kg === undefined) continue;
    lines.set(category, [...(lines.get(category) ?? []), { kg, ...(tag !== undefined && { tag }) }]);
  }
  return [...lines].map(([type, weights]) => ({ type, count: weights.length, weights }));
}

function bornLines(touches: readonly Touch[]): object[] {
  return [...countsOf(touches)].flatMap(([type, count]) => (type === null ? [] : [{ type, count }]));
}

/** The place, with its derived half. */
export const placeOf = (kind: RecordedKind, { values }: Pick<Tanda, 'values'>, things: FarmThings): Values => ({
  ...foundPlace(kind, values, things),
  ...placed(kind, values, things),
});

/** Whether the place is complete. */
export const isPlaced = (kind: RecordedKind, { values }: Pick<Tanda, 'values'>, things: FarmThings): boolean =>
  missingPlace(kind, values, things) === null;

/** Adapts the next category to the place; none before a place is known. */
export function atItsPlace(kind: RecordedKind, tanda: Tanda, things: FarmThings): Tanda {
  if (!isPlaced(kind, tanda, things)) return { ...tanda, category: null };
  const offered = offeredIn(kind, tanda, things);
  const here = standingIn(kind, tanda, things);
  const isHere = here.length === 0 || here.some(({ id }) => id === tanda.category);
  const stays = tanda.category !== null && isHere;
  // With none in the book, the person chooses.
  const first = bringsCalves(kind) ? offered[0] : here[0];
  return stays ? tanda : { ...tanda, category: first?.id ?? null };
}

/** Categories with animals there, largest first. */
export function standingIn(
  kind: RecordedKind,
  { values }: Pick<Tanda, 'values'>,
  things: FarmThings,
): readonly Category[] {
  const place = placeOf(kind, { values }, things);
  const heads = (id: string): number => headsHere(kind, things, place, id);
  return things.categories.filter(({ id }) => heads(id) > 0).toSorted((a, b) => heads(b.id) - heads(a.id));
}

/** Calves by the mother's category, last touched last. */
function byMother(touches: readonly Touch[]): ReadonlyMap<string | null, readonly Touch[]> {
  const groups = new Map<string | null, readonly Touch[]>();
  for (const touch of touches) {
    const mother = touch.mother ?? null;
    const others = groups.get(mother) ?? [];
    groups.delete(mother);
    groups.set(mother, [...others, touch]);
  }
  return groups;
}

/** Calves by given mother. */
export function calvesByMother(touches: readonly Touch[]) {
  return [...byMother(touches)].flatMap(([mother, calves]) =>
    mother === null ? [] : [[mother, calves.length] as const],
  );
}

/** Records of the tanda as form values: one, or for births one per mother. */
export function recordsOf(kind: RecordedKind, tanda: Tanda, things: FarmThings): readonly Values[] {
  if (weighs(kind)) return [{ ...placeOf(kind, tanda, things), animals: weighedLines(tanda.touches) }];
  return [...byMother(tanda.touches)].map(([mother, touches]) => {
    const stillborn = countsOf(touches).get(null) ?? 0;
    return {
      ...tanda.values,
      animals: bornLines(touches),
      ...(stillborn > 0 && { stillborn }),
      ...(mother !== null && { mother_category: mother, ...tanda.passed[mother] }),
    };
  });
}

export const payloadsOf = (kind: RecordedKind, tanda: Tanda, things: FarmThings): readonly Payload[] =>
  recordsOf(kind, tanda, things).map((values) => payloadFrom(kind, values));

/** Categories for the next animal, likely ones first: calves for births, else those there. */
export function offeredIn(kind: RecordedKind, tanda: Pick<Tanda, 'values'>, things: FarmThings): readonly Category[] {
  if (bringsCalves(kind)) {
    const active = things.categories.filter((category) => category.active);
    const calves = active.filter(isCalfAtFoot);
    return calves.length > 0 ? calves : active;
  }
  const here = standingIn(kind, tanda, things);
  return [...here, ...choosable(things.categories, []).filter((one) => !here.includes(one))];
}

const lastShown = 3;

/** Category name; null: stillborn. */
export const nameOf = (things: Pick<FarmThings, 'categories'>, category: string | null): string =>
  category === null ? 'Nacido muerto' : (byId(things.categories, category)?.name ?? 'Categoría eliminada');

/** `De vaquillona`. */
export const motherWords = (things: FarmThings, mother: string): string =>
  `De ${nameOf(things, mother).toLocaleLowerCase('es-AR')}`;

/** `Hoy · Invernada · El Bajo`. Date first: a tanda left yesterday is yesterday's. */
export function placeWords(kind: RecordedKind, tanda: Tanda, things: FarmThings, today: Day): string {
  const place = placeOf(kind, tanda, things);
  const rodeo = rodeoOf(things.rodeos, place.rodeo_id)?.name;
  const lot = lotOf(things.lots, place.lot_id)?.name;
  const day = typeof place.date === 'string' ? relativeDay(place.date, today) : null;
  return [day && `${day.charAt(0).toUpperCase()}${day.slice(1)}`, rodeo, lot].filter(Boolean).join(' · ');
}

/** Two lines above the keypad: count and average, then range (ux.md §1.2: running count and average). */
export function weighedWords(tanda: Tanda, things: FarmThings) {
  const { touches, category } = tanda;
  const isMixed = countsOf(touches).size > 1;
  const mine = isMixed ? touches.filter((touch) => touch.category === category) : touches;
  const figures = weightFigures(mine.flatMap(({ kg }) => (kg === undefined ? [] : [{ kg }])));
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
