/** How often what goes wrong (offline.md §3.2, T1), as shares. Server crashes are its requests that die before or after the commit. */
export interface Faults {
  requestDropped: number;
  answerLost: number;
  deliveredTwice: number;
  eventDropped: number;
  eventTwice: number;
  /** Of steps. */
  tabCrash: number;
  /** Of steps: a whole browser dies in its next writing transaction, after its journal. Only stores that stand in two places. */
  killedWriting: number;
  /** Of calls: the server dies, and so do the next calls, some after their commit. */
  serverCrash: number;
  /** Of steps: a backup is taken, or the last one is restored. Only servers that can. */
  restore: number;
  /** Of steps: a browser finds its database broken and throws it away, its tabs with it. Only stores that stand in two places. */
  thrownAway: number;
}

/** On every fifth day browsers throw databases away; the archive of a phone is gone then, and no server must go back in time as well. */
export const badDay = (seed: number): Faults =>
  seed % 5 === 0 ? { ...usual(), restore: 0, thrownAway: 0.003 } : usual();

const usual = (): Faults => ({
  requestDropped: 0.15,
  answerLost: 0.2,
  deliveredTwice: 0.15,
  eventDropped: 0.25,
  eventTwice: 0.1,
  tabCrash: 0.012,
  killedWriting: 0.004,
  serverCrash: 0.03,
  restore: 0.001,
  thrownAway: 0,
});

/** The link heals, nobody dies any more. */
export function heal(faults: Faults): void {
  for (const name of Object.keys(faults) as (keyof Faults)[]) faults[name] = 0;
}
