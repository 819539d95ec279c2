import type { Cycle } from '#domain';

export interface Insemination {
  readonly date: string;
  readonly count: number;
  readonly sire: string | null;
  readonly technician: string | null;
  readonly protocol: string | null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** In the order in which they were written. */
export const inseminationsOf = ({ inseminations }: Pick<Cycle, 'inseminations'>): readonly Insemination[] =>
  inseminations.map((one) => ({
    date: one.date,
    count: one.count,
    sire: textIn(one['sire']),
    technician: textIn(one['technician']),
    protocol: textIn(one['protocol']),
  }));
