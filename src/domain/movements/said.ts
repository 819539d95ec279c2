import { sumOf } from '../rows.ts';
/** The values of a record, unchecked; it may be another backend's. */
export type Said = Readonly<Record<string, unknown>>;

interface Line {
  readonly type: string;
  readonly count: number;
}

export const numberAt = (said: Said, name: string): number => {
  const value = said[name];
  return typeof value === 'number' ? value : 0;
};

export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Heads of its (wanted) lines; incomplete counts are 0. */
export function headsSaid({ animals }: Said, wanted: (line: Line) => boolean = () => true): number {
  const lines = Array.isArray(animals) ? (animals as Line[]) : [];
  return sumOf(lines, (line) => (wanted(line) && typeof line.count === 'number' ? line.count : 0));
}
