import { useEffect } from 'react';
import type { Note } from '../../../domain/office/notes.ts';
import { useDraftOnce } from '../../frame/drafts.ts';
import { useFarm } from '../../frame/farm-context.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { seenNotesKey, unseenNotes } from '../../frame/unseen-notes.ts';
import type { ThingView } from '../../sync/farm.ts';

/**
 * Which notes this person has not seen before this visit. Those that the list shows count as seen from now on, and stay marked until it is
 * left: a mark that goes under one's eyes says nothing.
 */
export function useUnseen(
  notes: readonly ThingView<Note>[] | undefined,
  isListShown: boolean,
): (note: Note) => boolean {
  const farm = useFarm();
  const today = useToday();
  const { state } = useSession();
  const userId = state.user?.id ?? '';
  const key = seenNotesKey(userId);
  const before = useDraftOnce(key);
  const shown = notes?.map(({ row }) => row.id).join(' ');
  useEffect(() => {
    if (shown === undefined || !isListShown || before === undefined) return;
    void farm.saveDraft(key, { ids: shown.split(' ') });
  }, [farm, key, shown, isListShown, before]);
  if (!notes || before === undefined) return () => false;
  const rows = notes.map(({ row }) => row);
  const unseen = new Set(unseenNotes(rows, before, { userId, today }).map(({ id }) => id));
  return (note) => unseen.has(note.id);
}
