import type { Day } from '../dates.ts';
import type { Said } from './said.ts';
import type { RecordedType } from './types.ts';

/** A movement caused by another (domain.md §3.0, cascades). */
export interface ChildDraft {
  readonly type: RecordedType;
  readonly payload: Said;
}

export interface ChildRule {
  /** Null where nothing follows. Another backend's payload may have gaps. */
  readonly of: (payload: Said) => ChildDraft | null;
  /** Child field → the parent field at which its issues are shown. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A kind for calves at foot only (domain.md §3.1, BIRTH; §3.3, WEANING). */
export interface CalfRule {
  /** The issue for other animals. */
  readonly otherwise: string;
  /** The issue for calves of unknown sex; null where they are allowed. */
  readonly unsexed: string | null;
}

export interface Service {
  readonly service_start: Day;
  readonly service_end: Day;
}

/** Totals of a cycle's records (domain.md §4.3). */
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

interface CycleHerd {
  readonly isServed: (line: { readonly type: string }) => boolean;
  readonly hasRodeo: (id: unknown) => boolean;
}

/** What a kind means to a breeding cycle (domain.md §2.9, §4.3). */
export interface CycleRule {
  /** The days in which a rodeo's record belongs to its cycle by default. */
  readonly span?: (service: Service) => readonly [from: Day, to: Day];
  readonly counts: (payload: Said, herd: CycleHerd) => Partial<Tally>;
}

export interface FormRule {
  /** Fields that other answers make irrelevant: neither shown nor saved. */
  readonly needless?: Readonly<Record<string, (said: Said) => boolean>>;
  /** What the save button counts (ux.md §1.3); null while nothing is. Default: heads. */
  readonly saves?: (said: Said) => string | null;
  /** A warning about an unlikely figure; it does not block. */
  readonly doubt?: (said: Said) => string | null;
}
