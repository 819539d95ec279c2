import {
  addDays,
  type BookOfCell,
  bookSince,
  type Cell,
  type DatedPosting,
  type Day,
  type Movement,
  type Posting,
} from '#domain';
import { count } from '#domain/movements/kinds/system.ts';
import { useLive } from '#platform';
import { newestMovements } from '#farm/newest-movements.ts';
import { statedIn } from '#sync/views/recounted.ts';

const readAtMost = 2000;

export interface Later {
  readonly lines: readonly DatedPosting[];
  readonly counts: readonly Pick<Movement, 'date' | 'metadata'>[];
}

export const nothingLater: Later = { lines: [], counts: [] };

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
export function bookBefore(cell: Posting, now: readonly Cell[], later: Later): BookOfCell {
  const book = bookSince(cell, now, later.lines);
  const counted = dayCounted(cell, later);
  return counted === null ? book : book.filter(({ date }) => date < counted);
}
