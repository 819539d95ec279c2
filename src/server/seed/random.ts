/** Seeded, so that the demonstration is the same for everybody on the same day. */
export interface Random {
  readonly with: (probability: number) => boolean;
  /** Both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <const T extends readonly [unknown, ...unknown[]]>(items: T) => T[number];
}

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    with: (probability) => next() < probability,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    oneOf: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
