import { addDays, type Day, isRealDay } from './dates.ts';

/** `MM-DD`: the default start of campaigns (figures.md §0). */
export const usualCampaignStart = '07-01';

/** `MM-DD`, except the 29th of February. */
export const isDayOfYear = (text: string): boolean => isRealDay(`2027-${text}`);

/** The campaign of a day, by its first year. `start`: the farm's `MM-DD` (figures.md §0). */
export const campaignOf = (day: Day, start: string): number => Number(day.slice(0, 4)) - (day.slice(5) < start ? 1 : 0);

/** Both included. */
export const campaignDays = (year: number, start: string): { readonly from: Day; readonly to: Day } => ({
  from: `${year}-${start}`,
  to: addDays(`${year + 1}-${start}`, -1),
});

/** `2026/27`; `2026` where campaigns start with the year. */
export const campaignName = (year: number, start: string): string =>
  start === '01-01' ? String(year) : `${year}/${String(year + 1).slice(2)}`;
