interface Turn<T> {
  /** Who takes turns with the others: whoever comes often waits behind those who come seldom. */
  readonly whose?: string;
  /** What came of the work goes on: until this ends the place is taken. */
  readonly until?: (result: T) => Promise<unknown> | undefined;
}

/** Lets some of those who come do their work; the others wait. `hasWaited`: things may stand otherwise than when it came. */
export type Gate = <T>(work: (hasWaited: boolean) => Promise<T>, turn?: Turn<T>) => Promise<T>;

/** A gate that lets so many in at once, then one of each in turn, in the order in which they came. */
export function openGate(most: number): Gate {
  const waiting = new Map<string, (() => void)[]>();
  let inside = 0;
  // Whoever is next takes the place over: nobody slips in before him.
  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    const [whose, [enter, ...others]] = next;
    waiting.delete(whose);
    if (others.length > 0) waiting.set(whose, others);
    enter?.();
  };
  return async (work, { whose = '', until } = {}) => {
    const hasWaited = inside >= most;
    if (hasWaited) await new Promise<void>((enter) => waiting.set(whose, [...(waiting.get(whose) ?? []), enter]));
    else inside += 1;
    try {
      const result = await work(hasWaited);
      const rest = until?.(result);
      if (rest) void rest.then(leave, leave);
      else leave();
      return result;
    } catch (error) {
      leave();
      throw error;
    }
  };
}
