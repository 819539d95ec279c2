/** Lets some of those who come do their work; the others wait for them, in the order in which they came. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** A gate that lets so many in at once. */
export function openGate(most: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < most) inside += 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      // Whoever is next takes the place over: nobody slips in before him.
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
