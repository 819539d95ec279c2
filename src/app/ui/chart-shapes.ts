import type { Group } from './group.ts';

export interface ChartSeries {
  /** At the end of the line, and as a table heading. */
  readonly label: string;
  /** One per place; null if unknown. */
  readonly values: readonly (number | null)[];
  /** `bars` are compared with `outline`; `limit` is a target. */
  readonly shape: 'bars' | 'outline' | 'step' | 'points' | 'limit';
  /** A group's colour, or the text's. */
  readonly ink: Group | 'text' | 'muted';
  /** Lines differ by dashes too, never by colour alone; 0 is solid. */
  readonly dash?: 0 | 1 | 2 | 3;
  readonly bold?: boolean;
}

export interface Plot {
  /** The word below each place: `ene`. */
  readonly places: readonly string[];
  /** X values if uneven: days since the first. */
  readonly positions?: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly fromZero: boolean;
  readonly format: (value: number) => string;
}
