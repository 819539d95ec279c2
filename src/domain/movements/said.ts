/** What a record says, of whatever make: nobody has looked at its shape yet. */
export type Said = Readonly<Record<string, unknown>>;

interface Line {
  readonly type: string;
  readonly count: number;
}

/** A figure of it; 0 where it says none. */
export const numberAt = (said: Said, name: string): number => {
  const value = said[name];
  return typeof value === 'number' ? value : 0;
};

/** Whether nothing was said with a word. */
export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The heads of its animals, or of those lines of them that are wanted; a count that is half typed is none. */
export function headsSaid({ animals }: Said, wanted: (line: Line) => boolean = () => true): number {
  const lines = Array.isArray(animals) ? (animals as Line[]) : [];
  return lines.reduce((sum, line) => sum + (wanted(line) && typeof line.count === 'number' ? line.count : 0), 0);
}
