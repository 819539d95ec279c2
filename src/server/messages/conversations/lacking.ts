import type { MediaKind } from '../incoming.ts';

const begin = 'lacks-';

/** The state of a message whose attachment is missing; people see it as received (wire.md). */
export const lackOf = (kind: MediaKind): string => `${begin}${kind}`;

/** What a message lacks; null if complete. */
export const lackIn = (state: string): string | null => (state.startsWith(begin) ? state.slice(begin.length) : null);
