import { addDays, type Day, isRealDay } from './dates.ts';

/** The day and month, `MM-DD`, on which campaigns begin where a farm says nothing (figures.md §0). */
export const usualCampaignStart = '07-01';

/** Whether a text is a day of every year, `MM-DD`: the 29th of February is none. */
export const isDayOfYear = (text: string): boolean => isRealDay(`2027-${text}`);

/** The campaign of a day, by the year in which it begins. `start` is the farm's own, `MM-DD` (figures.md §0). */
export const campaignOf = (day: Day, start: string): number => Number(day.slice(0, 4)) - (day.slice(5) < start ? 1 : 0);

/** The days of a campaign, both included. */
export const campaignDays = (year: number, start: string): { readonly from: Day; readonly to: Day } => ({
  from: `${year}-${start}`,
  to: addDays(`${year + 1}-${start}`, -1),
});

/** How a campaign is called: by the years that it touches, `2026/27`; one that begins with the year, by that year. */
export const campaignName = (year: number, start: string): string =>
  start === '01-01' ? String(year) : `${year}/${String(year + 1).slice(2)}`;
