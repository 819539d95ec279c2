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

/** Null: none kept, or at another width. */
export function readSeenTiles(keys: Pick<KeyValue, 'getItem'>, width: number): SeenTiles | null {
  const [seenWidth, space, ...ids] = keys.getItem(homeTilesKey)?.split(' ') ?? [];
  const between = Number(space);
  return Number(seenWidth) === width && between >= 0 && ids.length > 0 ? { width, between, ids } : null;
}
