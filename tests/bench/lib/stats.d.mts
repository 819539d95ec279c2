/** One measurement. */
export interface Measured {
  readonly workload: string;
  readonly size: number;
  readonly variant: string;
  readonly round: number;
  readonly [column: string]: unknown;
}

/** What is known of a variant. */
export interface Summary {
  readonly variant: string;
  readonly rounds: number;
  readonly middle: number;
  readonly least: number;
  readonly most: number;
  readonly ratio: number | null;
  readonly ratioLeast: number | null;
  readonly ratioMost: number | null;
}

export function median(values: readonly number[]): number;
export function ratios(rows: readonly Measured[], variant: string, floor: string, column?: string): number[];
export function summarize(
  rows: readonly Measured[],
  how: { readonly floor: string; readonly column?: string },
): readonly Summary[];
export function columnsOf(
  rows: readonly Measured[],
  variant: string,
  columns: readonly string[],
): Readonly<Record<string, number>>;
export function productRatios(
  rows: readonly Measured[],
  judgeOf: (workload: string) => { readonly floor: string; readonly column: string },
): Readonly<Record<string, number>>;
export function worse(
  now: Readonly<Record<string, number>>,
  landed: Readonly<Record<string, number>>,
  factor: number,
): readonly string[];
