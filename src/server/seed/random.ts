/** Random numbers that a seed repeats: the same farm for everybody who opens the demonstration on the same day. */
export interface Random {
  /** True once in so many times, on the average. */
  readonly with: (probability: number) => boolean;
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <const T extends readonly [unknown, ...unknown[]]>(items: T) => T[number];
}

/** A small generator (mulberry32) and the three questions that the farm asks of it. */
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
