import { formatDay, type Day } from '../domain/dates.ts';
import { counted } from '../domain/text.ts';

export const cycleSentences = {
  inDays: (what: string, days: number): string => `${what} en ${counted(days, 'día')}`,
  fromToday: (what: string): string => `${what} desde hoy`,
  until: (what: string, day: Day): string => `${what} hasta el ${formatDay(day)}`,
  passed: (what: string, day: Day): string => `${what}: se pasó el ${formatDay(day)}`,
} as const;
