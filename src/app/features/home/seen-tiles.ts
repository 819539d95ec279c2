import { homeTilesKey } from '#contract/constants.ts';
import { forgivingKeys, type KeyValue } from '#store/keys.ts';

/** Where Inicio's buttons last stood on this device. No framework: the shell reads it before the first paint (`app/shell-first.ts`). */
export interface SeenTiles {
  /** Of the window, in pixels: at another width they stand elsewhere. */
  readonly width: number;
  /** Between the heading and the buttons, in pixels. */
  readonly between: number;
  /** Of the acts, in order (`acts.ts`). */
  readonly ids: readonly string[];
}

export function keepSeenTiles(keys: KeyValue, { width, between, ids }: SeenTiles): void {
  const text = [width, Math.round(between), ...ids].join(' ');
  if (keys.getItem(homeTilesKey) !== text) forgivingKeys(keys).setItem(homeTilesKey, text);
}

/** By a query, for a window of 411.43 pixels says 411: to ask it for its width has the whole document laid out. */
const isAsWide = (width: number): boolean =>
  matchMedia(`(min-width: ${width - 0.9}px) and (max-width: ${width + 0.9}px)`).matches;

/** Null: none kept, or at another width. */
export function readSeenTiles(keys: Pick<KeyValue, 'getItem'>): SeenTiles | null {
  const [seenWidth, space, ...ids] = keys.getItem(homeTilesKey)?.split(' ') ?? [];
  const [width, between] = [Number(seenWidth), Number(space)];
  return between >= 0 && ids.length > 0 && isAsWide(width) ? { width, between, ids } : null;
}
