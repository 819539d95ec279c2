import { bringsCalves, type Category, choosable, isUnsexed, onlyCategories, standingHeads } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { cellsFor } from './where.ts';
import type { FarmThings } from './start.ts';
import type { Values } from './values.ts';

const offeredAtMost = 3;

/** Countable categories: active ones, inactive ones standing there, and unsexed calves at birth; at weaning they need a sex. */
export function choosableFor(kind: RecordedKind, things: FarmThings, values: Values): readonly Category[] {
  const only = onlyCategories(kind, things);
  const here = kind.herd === 'in' ? [] : cellsFor(kind, values, things);
  return choosable(things.categories, here)
    .filter(({ id }) => !kind.calves?.unsexed || !isUnsexed(id))
    .concat(kind.calves?.unsexed === null ? things.categories.filter(({ id }) => isUnsexed(id)) : [])
    .filter(({ id }) => only === null || only.has(id));
}

/** Heads of a category in the place, as far as answered. */
export const headsHere = (kind: RecordedKind, things: FarmThings, values: Values, category: string): number =>
  standingHeads(cellsFor(kind, values, things).filter((cell) => cell.category === category));

/**
 * Categories offered at first: those standing there, last time's first; for births calves; else last time's. With a partial farm, the
 * usual.
 */
export function offeredCategories(kind: RecordedKind, things: FarmThings, values: Values): string[] {
  const likely = choosableFor(kind, things, values);
  const used = (things.habits.byType[kind.type]?.categoryIds ?? []).filter((id) => likely.some((one) => one.id === id));
  const ids = likely.filter(({ active, id }) => active && !isUnsexed(id)).map(({ id }) => id);
  if (bringsCalves(kind)) return [...new Set([...ids, ...used])];
  if (kind.herd === 'in') return [...new Set([...used, ...ids])].slice(0, Math.max(offeredAtMost, used.length));
  const heads = new Map(likely.map(({ id }) => [id, headsHere(kind, things, values, id)]));
  const standing = [...heads].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  const here = standing.map(([id]) => id);
  if (here.length === 0 && !things.isWhole) return [...new Set([...used, ...ids])].slice(0, offeredAtMost);
  return [...used.filter((id) => here.includes(id)), ...here.filter((id) => !used.includes(id))];
}

/** Key of the form's place: when it changes, other animals are offered. */
export const placeKey = ({ place: { lot, rodeo } }: RecordedKind, values: Values): string =>
  JSON.stringify([lot && values[lot], rodeo && values[rodeo]]);
