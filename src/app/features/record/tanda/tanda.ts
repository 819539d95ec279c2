import {
  bringsCalves,
  type Category,
  choosable,
  isCalfAtFoot,
  isLikelyWeight,
  limits,
  type Payload,
  weighs,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { readNumberText } from '#ui';
import { headsHere } from '../offered.ts';
import { foundPlace, type FarmThings } from '../start.ts';
import { payloadFrom, type Values } from '../values.ts';
import { missingPlace, placed } from '../where.ts';

/** One touch: an animal on the scale, or a calf that was born; a category of null is a calf that was born dead. */
export interface Touch {
  readonly category: string | null;
  readonly at: string;
  readonly kg?: number;
  readonly tag?: string;
  /** The category of the mother of a calf, where it was said. */
  readonly mother?: string;
}

/** A round of animals, one by one, until it becomes one record. Plain JSON: it is kept as it is at every touch. */
export interface Tanda {
  /** Where and when, as the form of the kind holds them. */
  readonly values: Values;
  readonly touches: readonly Touch[];
  /** Of the next animal. */
  readonly category: string | null;
  /** Kilos half typed. */
  readonly text: string;
  readonly tag: string;
  readonly withTags: boolean;
  /** Of the next calf: null was said to be nobody's, left out it is whoever calves there most likely. */
  readonly mother?: string | null;
  /** What was answered of mothers that become cows, by their category, as the form of births holds it. */
  readonly passed: Readonly<Record<string, Values>>;
}

/** A tanda in which nothing was touched yet. */
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

/** What an earlier visit left; null where no animal was touched: then the day and the place of now are the better start. */
export function tandaFrom(draft: Readonly<Record<string, unknown>> | null): Tanda | null {
  if (draft === null || !Array.isArray(draft['touches'])) return null;
  const touches = (draft['touches'] as unknown[]).flatMap(asTouch);
  if (touches.length === 0) return null;
  const { mother } = draft;
  const text = (name: string): string => (typeof draft[name] === 'string' ? draft[name] : '');
  return {
    touches,
    values: (draft['values'] ?? {}) as Values,
    category: text('category') || null,
    text: text('text'),
    tag: text('tag'),
    withTags: draft['withTags'] === true,
    ...((typeof mother === 'string' || mother === null) && { mother }),
    passed: (draft['passed'] ?? {}) as Tanda['passed'],
  };
}

/** What the keypad holds as kilos, or what is wrong with it. */
export function kilosIn(text: string): { readonly kg: number } | { readonly problem: string } {
  const kg = readNumberText(text.replace(/,$/, ''));
  if (kg === null) return { problem: 'Escribí el peso' };
  if (typeof kg !== 'number' || !isLikelyWeight(kg)) return { problem: 'Un animal pesa de 20 a 1.500 kg' };
  return { kg };
}

const farFromRest = 0.4;
const enoughToCompare = 5;

/** Whether the last weight is far from the others of its category: a digit that was left out is seen while the animal is still there. */
export function isFarOff(touches: readonly Touch[]): boolean {
  const last = touches.at(-1);
  if (last?.kg === undefined) return false;
  const others = touches.slice(0, -1).flatMap((touch) => (touch.category === last.category && touch.kg) || []);
  if (others.length < enoughToCompare) return false;
  const average = others.reduce((sum, kg) => sum + kg, 0) / others.length;
  return Math.abs(last.kg - average) > average * farFromRest;
}

/** How many of each category, in the order of their first touch. */
export function countsOf(touches: readonly Touch[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { category } of touches) counts.set(category, (counts.get(category) ?? 0) + 1);
  return counts;
}

/** Whether one more fits into one record. */
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

/** Where the tanda happens, with the half that follows from the other one. */
export const placeOf = (kind: RecordedKind, { values }: Pick<Tanda, 'values'>, things: FarmThings): Values => ({
  ...foundPlace(kind, values, things),
  ...placed(kind, values, things),
});

/** Whether it is known where: everything about the place that the book needs. */
export const isPlaced = (kind: RecordedKind, { values }: Pick<Tanda, 'values'>, things: FarmThings): boolean =>
  missingPlace(kind, values, things) === null;

/** The tanda at its place: the next animal is of a category that stands there, and of none before a place is known. */
export function atItsPlace(kind: RecordedKind, tanda: Tanda, things: FarmThings): Tanda {
  if (!isPlaced(kind, tanda, things)) return { ...tanda, category: null };
  const offered = offeredIn(kind, tanda, things);
  const here = standingIn(kind, tanda, things);
  const isHere = here.length === 0 || here.some(({ id }) => id === tanda.category);
  const stays = tanda.category !== null && isHere;
  // Where the book holds none, nobody guesses: the person says what stands before him.
  const first = bringsCalves(kind) ? offered[0] : here[0];
  return stays ? tanda : { ...tanda, category: first?.id ?? null };
}

/** Categories with animals in the place, the fullest first. */
export function standingIn(
  kind: RecordedKind,
  { values }: Pick<Tanda, 'values'>,
  things: FarmThings,
): readonly Category[] {
  const place = placeOf(kind, { values }, things);
  const heads = (id: string): number => headsHere(kind, things, place, id);
  return things.categories.filter(({ id }) => heads(id) > 0).toSorted((a, b) => heads(b.id) - heads(a.id));
}

/** The calves by the category of their mothers: those of the last touch come last. */
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

/** How many calves of each kind of mother, where somebody's mother was said. */
export function calvesByMother(touches: readonly Touch[]): readonly (readonly [mother: string, count: number])[] {
  return [...byMother(touches)].flatMap(([mother, calves]) =>
    mother === null ? [] : [[mother, calves.length] as const],
  );
}

/** The records that the tanda becomes, as the form of the kind would hold them: one, or of births one for each kind of mother. */
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

/** What is saved of them. */
export const payloadsOf = (kind: RecordedKind, tanda: Tanda, things: FarmThings): readonly Payload[] =>
  recordsOf(kind, tanda, things).map((values) => payloadFrom(kind, values));

/** Categories offered for the next animal, likely ones first: calves for births, else what stands in the place. */
export function offeredIn(kind: RecordedKind, tanda: Pick<Tanda, 'values'>, things: FarmThings): readonly Category[] {
  if (bringsCalves(kind)) {
    const active = things.categories.filter((category) => category.active);
    const calves = active.filter(isCalfAtFoot);
    return calves.length > 0 ? calves : active;
  }
  const here = standingIn(kind, tanda, things);
  return [...here, ...choosable(things.categories, []).filter((one) => !here.includes(one))];
}
