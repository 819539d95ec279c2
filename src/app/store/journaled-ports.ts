import type { KeeperPorts } from './journal-keeper.ts';
import type { OlderCopy } from './older-copy.ts';

/** What a disk with a journal is given, and whom it tells. */
export interface JournaledPorts extends KeeperPorts {
  readonly tab: string;
  readonly now: () => number;
  readonly newLife: () => string;
  /** The browser had thrown the database away; so many acts of the person were put back from the journals. */
  readonly onRestored: (acts: number) => void;
  /** So many acts stand in the journal alone, for the database did not take them. */
  readonly onHeld: (acts: number) => void;
  readonly older: OlderCopy | null;
}
