/** Adds days to a `YYYY-MM-DD` text, free of time zones (ux.md §0.2 F). */
export const shiftDateText = (date: string, days: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
};

/** `2026-11-05` as `05/11/2026`. */
export const showDateText = (date: string): string => date.split('-').toReversed().join('/');
