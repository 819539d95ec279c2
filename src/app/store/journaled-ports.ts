import type { KeeperPorts } from './journal-keeper.ts';
import type { OlderCopy } from './older-copy.ts';

export interface JournaledPorts extends KeeperPorts {
  readonly tab: string;
  readonly now: () => number;
  readonly newLife: () => string;
  /** The browser had deleted the database; so many ops came back from the journals. */
  readonly onRestored: (acts: number) => void;
  /** So many acts are in the journal alone, for the database rejected them. */
  readonly onHeld: (acts: number) => void;
  readonly older: OlderCopy | null;
}
