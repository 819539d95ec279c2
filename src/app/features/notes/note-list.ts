import { compareNames, type Note, searchable } from '#domain';
import type { ThingView } from '#sync/farm.ts';

export interface NoteFilter {
  readonly text: string;
  readonly tag: string | null;
  /** All, private, or archived. */
  readonly scope: 'todas' | 'mias' | 'archivadas';
}

/** Filtered notes: pinned first, then newest. */
export function notesFor(
  views: readonly ThingView<Note>[],
  { text, tag, scope }: NoteFilter,
): readonly ThingView<Note>[] {
  const words = searchable(text).split(/\s+/).filter(Boolean);
  const isWanted = ({ row }: ThingView<Note>): boolean => {
    if (row.archived !== (scope === 'archivadas')) return false;
    if (scope === 'mias' && row.visibility !== 'yo') return false;
    if (tag !== null && !row.tags.includes(tag)) return false;
    const all = searchable([row.title, row.text, ...row.tags].join(' '));
    return words.every((word) => all.includes(word));
  };
  return views
    .filter(isWanted)
    .toSorted((a, b) => Number(b.row.pinned) - Number(a.row.pinned) || (a.row.created_at < b.row.created_at ? 1 : -1));
}

/** Tags of unarchived notes, by name. */
export const tagsIn = (views: readonly ThingView<Note>[]): string[] =>
  [...new Set(views.filter(({ row }) => !row.archived).flatMap(({ row }) => row.tags))].toSorted(compareNames);
