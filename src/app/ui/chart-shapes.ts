import type { Group } from './group.ts';

/** One row of figures, drawn over the chart's places from left to right. */
export interface ChartSeries {
  /** Stands at the end of a line, and heads a column of the table. */
  readonly label: string;
  /** As many as there are places; null where nothing is known. */
  readonly values: readonly (number | null)[];
  /** `bars` is what is spoken of, `outline` what it is held against; `limit` is a line to reach. */
  readonly shape: 'bars' | 'outline' | 'step' | 'points' | 'limit';
  /** The ink: a family's colour, or that of the text. */
  readonly ink: Group | 'text' | 'muted';
  /** Lines are told apart by their dashes as well, never by colour alone: 0 is whole. */
  readonly dash?: 0 | 1 | 2 | 3;
  /** Drawn thicker than the others. */
  readonly bold?: boolean;
}

/** What is drawn. */
export interface Plot {
  /** The word below each place: `ene`. */
  readonly places: readonly string[];
  /** Where the places stand, when they are not evenly apart: days since the first. */
  readonly positions?: readonly number[];
  readonly series: readonly ChartSeries[];
  readonly fromZero: boolean;
  readonly format: (value: number) => string;
}
