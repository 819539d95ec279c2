import type { MediaKind } from '../incoming.ts';

const begin = 'lacks-';

/** The state of a message that came without what it carried: to people it is received like others (wire.md), and says what it lacks. */
export const lackOf = (kind: MediaKind): string => `${begin}${kind}`;

/** What a message lacks; null where it is whole. */
export const lackIn = (state: string): string | null => (state.startsWith(begin) ? state.slice(begin.length) : null);
