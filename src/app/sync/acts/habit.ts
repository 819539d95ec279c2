import type { Habits } from '#store/habits.ts';

const recentLots = 8;

type Payload = Readonly<Record<string, unknown>>;

const idAt = (payload: Payload, name: string): string | null | undefined => {
  const value = payload[name];
  return typeof value === 'string' || value === null ? value : undefined;
};

const categoriesIn = (payload: Payload): string[] => {
  const lines = payload.animals;
  return Array.isArray(lines) ? lines.map((line: { readonly type: string }) => line.type) : [];
};

/** A count: the last record on this device (ux.md §1.2). */
export const learnCount =
  (lastId: string) =>
  ({ byType, recentLotIds }: Habits): Habits => ({ byType, recentLotIds, lastId });

/** A note: the last thing said here, but not the last record (ux.md §1.2). */
export const learnNote =
  (lastNoteId: string) =>
  (habits: Habits): Habits => ({ ...habits, lastNoteId });

/** A record of a kind: the next form starts from it, and it is the last record (ux.md §1.2). */
export function learn(type: string, payload: Payload, lastId: string): (habits: Habits) => Habits {
  return (habits) => {
    const before = habits.byType[type];
    const lotId = idAt(payload, 'lot_id');
    const rodeoId = idAt(payload, 'rodeo_id');
    const campoId = idAt(payload, 'campo_id');
    const motherId = idAt(payload, 'mother_category');
    const categoryIds = categoriesIn(payload);
    const now = {
      ...before,
      count: (before?.count ?? 0) + 1,
      ...(lotId !== undefined && { lotId }),
      ...(rodeoId !== undefined && { rodeoId }),
      ...(campoId !== undefined && { campoId }),
      ...(typeof motherId === 'string' && { motherId }),
      categoryIds: categoryIds.length > 0 ? categoryIds : (before?.categoryIds ?? []),
    };
    return {
      byType: { ...habits.byType, [type]: now },
      recentLotIds: lotId
        ? [lotId, ...habits.recentLotIds.filter((id) => id !== lotId)].slice(0, recentLots)
        : habits.recentLotIds,
      lastId,
    };
  };
}
