interface Turn<T> {
  /** Fairness group: groups take turns, so frequent callers wait behind rare ones. */
  readonly whose?: string;
  /** The place stays taken until this settles. */
  readonly until?: (result: T) => Promise<unknown> | undefined;
}

/** Limits how much runs at once. `hasWaited`: the state may have changed since arrival. */
export type Gate = <T>(work: (hasWaited: boolean) => Promise<T>, turn?: Turn<T>) => Promise<T>;

/** A gate for `most` at once; beyond that, one of each group in turn, first come first served. */
export function openGate(most: number): Gate {
  const waiting = new Map<string, (() => void)[]>();
  let inside = 0;
  // Hand the place over, so that nobody slips in.
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
