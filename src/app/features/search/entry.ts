import { noteName, searchable, type ThingName, thingOf } from '#domain';
import type { SendState } from '#sync/farm.ts';

/** What a search finds besides movements. */
export type Subject = ThingName | 'member';

export const headingOf = (subject: Subject): string =>
  subject === 'member' ? 'Personas' : thingOf(subject).words.many;

/** A search result, with all the words that find it. */
export interface Entry {
  readonly subject: Subject;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly state: SendState;
  /** Date to sort by: a task's, an invoice's; else empty. */
  readonly when: string;
  /** Done, archived or closed: sorted last. */
  readonly isOver: boolean;
  /** Normalized, for ranking. */
  readonly name: string;
  readonly words: string;
}

export type Said = string | null | undefined;

const line = (parts: readonly Said[]): string => parts.filter(Boolean).join(' · ');
export const labelIn = (labels: Readonly<Record<string, string>>, key: Said): string | null =>
  labels[key ?? ''] ?? null;

interface Identity {
  readonly id: string;
  readonly state: SendState;
  readonly when?: string;
  readonly isOver?: boolean;
}

/** `unshown` is searched but not displayed. */
export function entry(
  subject: Subject,
  { id, state, when = '', isOver = false }: Identity,
  title: string,
  shown: readonly Said[],
  unshown: readonly Said[] = [],
): Entry {
  const subtitle = line(shown);
  const name = searchable(title);
  const words = [name, searchable([headingOf(subject), subtitle, line(unshown)].join(' '))].join(' ');
  return { subject, id, title, subtitle, state, when, isOver, name, words };
}

export const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 89).trimEnd()}…` : text);

export const noteTitle = (note: Parameters<typeof noteName>[0]): string => note.title ?? short(noteName(note));
