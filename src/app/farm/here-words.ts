import { formatNumber } from '#domain';

/** `hay 60`, beside a count. The book's figure is today's: beside one of an earlier day that is said, `hoy hay 60`. */
export const hereWords = (heads: number, day: unknown, today: string): string =>
  ofToday(`hay ${formatNumber(heads, 0)}`, day, today);

export const ofToday = (words: string, day: unknown, today: string): string =>
  typeof day === 'string' && day < today ? `hoy ${words}` : words;
