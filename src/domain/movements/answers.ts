import type { Day } from '../dates.ts';
import type { Said } from './said.ts';
import type { RecordedType } from './types.ts';

/** A movement that another one brings about (domain.md §3.0, cascades). */
export interface ChildDraft {
  readonly type: RecordedType;
  readonly payload: Said;
}

/** What a record of a kind brings about. */
export interface ChildRule {
  /** By its completed payload, which a backend of another make may have left gaps in. Null where nothing follows. */
  readonly of: (payload: Said) => ChildDraft | null;
  /** Fields of the child by the field of the kind that they come from: what the child lacks is said there. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A kind about calves at foot alone (domain.md §3.1, BIRTH; §3.3, WEANING). */
export interface CalfRule {
  /** What is said of other animals. */
  readonly otherwise: string;
  /** What is said of calves that it would take on without their sex; null where it may leave them unsexed. */
  readonly unsexed: string | null;
}

/** The days of a service. */
export interface Service {
  readonly service_start: Day;
  readonly service_end: Day;
}

/** What the records of a cycle add up to (domain.md §4.3). */
export interface Tally {
  /** Entoradas. */
  readonly served: number;
  /** Retiradas del servicio: dead, sold, passed on. */
  readonly withdrawn: number;
  readonly bulls: number;
  /** Tactadas. */
  readonly examined: number;
  readonly pregnant: number;
  readonly head: number;
  readonly body: number;
  readonly tail: number;
  readonly empty: number;
  readonly aborted: number;
  /** Paridas: born alive and dead. */
  readonly calved: number;
  readonly born_alive: number;
  readonly calf_deaths: number;
  readonly weaned: number;
  readonly weaned_kg: number;
}

/** Whose cycle it is, as far as its records are counted by it. */
interface CycleHerd {
  readonly isServed: (line: { readonly type: string }) => boolean;
  readonly hasRodeo: (id: unknown) => boolean;
}

/** What a kind is to a breeding cycle (domain.md §2.9, §4.3). */
export interface CycleRule {
  /** The days in which a record of a rodeo belongs to its cycle by itself. */
  readonly span?: (service: Service) => readonly [from: Day, to: Day];
  /** What a living record that names the cycle adds to its figures. */
  readonly counts: (payload: Said, herd: CycleHerd) => Partial<Tally>;
}

/** What the form of a kind does with answers half typed. */
export interface FormRule {
  /** Fields that another answer makes needless, with that answer: they are neither shown nor written down. */
  readonly needless?: Readonly<Record<string, (said: Said) => boolean>>;
  /** What the save button says that it saves (ux.md §1.3); null where nothing was counted yet. Left out: heads. */
  readonly saves?: (said: Said) => string | null;
  /** What is said of a figure that is worth a second look; null where none is. It stops nobody. */
  readonly doubt?: (said: Said) => string | null;
}
