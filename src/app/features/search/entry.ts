import { noteName, searchable, type ThingName, thingOf } from '#domain';
import type { SendState } from '#sync/farm.ts';

/** What a search finds beside movements. */
export type Subject = ThingName | 'member';

/** The heading of what was found of a subject. */
export const headingOf = (subject: Subject): string =>
  subject === 'member' ? 'Personas' : thingOf(subject).words.many;

/** Something that can be found: what its row says, and all the words that find it. */
export interface Entry {
  readonly subject: Subject;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly state: SendState;
  /** Its day, where the newest is what one looks for: a task's, an invoice's. */
  readonly when: string;
  /** Done, archived, closed: it stands after what goes on. */
  readonly isOver: boolean;
  /** The name alone, as it is searched: what begins like the question stands first. */
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

/** Makes an entry of what a row says and of what it does not show. */
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

/** A note's title, else how its words begin, else what was taken in their place. */
export const noteTitle = (note: Parameters<typeof noteName>[0]): string => note.title ?? short(noteName(note));
