import type { Draft } from './keeping.ts';

/**
 * Whether a form holds more than what was only looked at (a place, a day): that alone is no draft, and must not stand there the next time,
 * unseen (ux.md §2.3).
 */
export const hasTyped = (values: Draft, start: Draft, isLookedAt: (name: string) => boolean): boolean =>
  Object.keys(values).some((name) => !isLookedAt(name) && JSON.stringify(values[name]) !== JSON.stringify(start[name]));

/** What was written, trimmed; empty texts are left out. */
export const written = <T extends Readonly<Record<string, string>>>(texts: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
  ) as Partial<T>;
