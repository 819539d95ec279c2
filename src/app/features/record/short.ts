import {
  addDays,
  type BookOfCell,
  bookSince,
  byCell,
  byId,
  type Cell,
  childPostings,
  complete,
  type DatedPosting,
  type Day,
  formatNumber,
  halfOf,
  headsOf,
  lotOf,
  type Movement,
  parsePayload,
  type Posting,
  type Shortage,
  shortageIn,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { FarmThings } from './start.ts';
import { payloadFrom, type Values } from './values.ts';
import { placed } from './where.ts';
import { count } from '#domain/movements/kinds/system.ts';
import { useLive } from '#platform';
import { newestMovements } from '#farm/newest-movements.ts';
import { statedIn } from '#sync/views/recounted.ts';

export interface Short extends Pick<Shortage, 'available' | 'taken'> {
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly category: string;
}

/** An id no farm has. */
const elsewhere = '00000000-0000-7000-8000-000000000000';

/** Stands for destinations asked only on saving, so that shortages at the origin show before. */
const unsaidDestination = (kind: RecordedKind): Values =>
  Object.fromEntries(
    Object.entries(kind.fields).flatMap(([name, { required }]) =>
      required && name.startsWith('to_') && halfOf(kind, name) !== null ? [[name, elsewhere]] : [],
    ),
  );

/**
 * Shortages by cell and day: the server's rule (`domain/movements/shortage.ts`) on this phone's data, which may be old, so it only warns
 * (ux.md §1.2, Stale stock). None with a partial farm.
 */
export function shortages(
  kind: RecordedKind,
  values: Values,
  things: FarmThings,
  today: Day,
  later = nothingLater,
): readonly Short[] {
  const whole = things.isWhole ? { ...unsaidDestination(kind), ...placed(kind, values, things) } : null;
  const parsed = whole && parsePayload(kind, payloadFrom(kind, whole), today);
  if (!parsed?.ok) return [];
  const done = complete(kind, parsed.value, { categories: things.categories, cells: things.stock });
  if (!done.ok || done.value.unresolved.length > 0) return [];
  const { payload, postings } = done.value;
  const day = String(payload.date);
  const deltas = [...postings, ...childPostings(kind.type, payload)].map((posting) => ({ posting, day }));
  return [...byCell(deltas).values()].flatMap((changes) => {
    const [first] = changes;
    const short = first && shortageIn(changes, bookBefore(first.posting, things.stock, later));
    if (!short) return [];
    const { lot, rodeo, category } = short.cell;
    return [{ lot, rodeo, category, available: short.available, taken: short.taken }];
  });
}

/** `faltan 3`. */
export const missingWords = ({ taken, available }: Pick<Short, 'taken' | 'available'>): string =>
  `${taken - available === 1 ? 'falta' : 'faltan'} ${formatNumber(taken - available, 0)}`;

/** `En El Bajo figuran 127 novillitos`, beside the save button. */
export function shortWords({ lot, category, available }: Short, things: FarmThings): string {
  const place = lotOf(things.lots, lot)?.name ?? 'Sin lote';
  const name = byId(things.categories, category)?.name ?? 'cabeza';
  return `En ${place} ${available === 1 ? 'figura' : 'figuran'} ${headsOf(available, name)}`;
}

/** Save label: `Guardar igual: 130 de 127`; null without shortages. */
export function saveAnywayWords(short: readonly Short[]): string | null {
  const [only, ...others] = short;
  if (!only) return null;
  if (others.length === 0) {
    return `Guardar igual: ${formatNumber(only.taken, 0)} de ${formatNumber(only.available, 0)}`;
  }
  const missing = short.reduce((sum, { taken, available }) => sum + taken - available, 0);
  return `Guardar igual: ${missingWords({ taken: missing, available: 0 })}`;
}

const readAtMost = 2000;

export interface Later {
  readonly lines: readonly DatedPosting[];
  readonly counts: readonly Pick<Movement, 'date' | 'metadata'>[];
}

const nothingLater: Later = { lines: [], counts: [] };

/** Herd changes after a backdated record's day; empty otherwise. */
export function useLater(date: unknown, today: Day): Later {
  const day = typeof date === 'string' ? date : today;
  const later = useLive(
    async (views) => {
      if (day >= today) return nothingLater;
      const found = await newestMovements(views, { from: addDays(day, 1) }, readAtMost);
      const after = found.filter(({ movement }) => movement.date > day);
      return {
        lines: after.flatMap(({ movement, lines }) => lines.map((posting) => ({ posting, day: movement.date }))),
        counts: after.map(({ movement }) => movement).filter(({ type }) => type === count.type),
      };
    },
    [day, today],
  );
  return later ?? nothingLater;
}

/** First later count of the cell: from there the book follows the count (domain.md §3.7). */
function dayCounted({ lot, rodeo, category }: Posting, { counts }: Later): Day | null {
  const days = counts.flatMap((movement) => {
    const stated = lot === null ? undefined : statedIn(movement, { lot, category });
    return stated?.rules && (stated.rodeo === undefined || stated.rodeo === rodeo) ? [movement.date] : [];
  });
  return days.toSorted()[0] ?? null;
}

/** The part of a cell's book that a backdated record can change. `now`: today's cells. */
function bookBefore(cell: Posting, now: readonly Cell[], later: Later): BookOfCell {
  const book = bookSince(cell, now, later.lines);
  const counted = dayCounted(cell, later);
  return counted === null ? book : book.filter(({ date }) => date < counted);
}
