import { useEffect, useMemo, useState } from 'react';
import type { Note } from '#domain';
import { useDraftOnce } from '#forms';
import { useFarm, useSession, useToday } from '#platform';
import { seenNotesKey, seenWith, unseenNotes } from '#farm/unseen-notes.ts';
import type { ThingView } from '#sync/farm.ts';

/** Notes unseen before this visit. Shown ones are stored as seen but stay marked until the list is left; an opened one counts as read. */
export function useUnseen(
  notes: readonly ThingView<Note>[] | undefined,
  /** The open sheet: a note's id, or another. */
  sheet: string | null,
): (note: Note) => boolean {
  const farm = useFarm();
  const today = useToday();
  const { state } = useSession();
  const userId = state.user?.id ?? '';
  const key = seenNotesKey(userId);
  const before = useDraftOnce(key);
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (sheet !== null && !opened.includes(sheet)) setOpened([...opened, sheet]);
  const rows = useMemo(() => notes?.map(({ row }) => row), [notes]);
  useEffect(() => {
    if (!rows || before === undefined) return;
    const isShown = (note: Note): boolean => sheet === null || note.id === sheet;
    void farm.views.draft(key).then((seen) => {
      const next = seenWith(rows, seen, isShown, { userId, today });
      if (rows.some(isShown) && JSON.stringify(next) !== JSON.stringify(seen)) void farm.saveDraft(key, next);
    });
  }, [farm, key, rows, sheet, before, userId, today]);
  if (!rows || before === undefined) return () => false;
  const unseen = new Set(unseenNotes(rows, before, { userId, today }).map(({ id }) => id));
  return (note) => unseen.has(note.id) && !opened.includes(note.id);
}
