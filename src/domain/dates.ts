import { once } from './once.ts';
import { counted } from './text.ts';

/** `YYYY-MM-DD`. Not an instant: in UTC-3 that slips to the day before (domain.md §2). */
export type Day = string;

const farmTimeZone = 'America/Argentina/Buenos_Aires';

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Explicit calendar and digits, and parts instead of text: browsers differ in order and separators. */
const named = { timeZone: farmTimeZone, calendar: 'gregory', numberingSystem: 'latn' } as const;
const dayInZone = once(
  () => new Intl.DateTimeFormat('es-AR', { ...named, year: 'numeric', month: '2-digit', day: '2-digit' }),
);
const clockInZone = once(
  () => new Intl.DateTimeFormat('es-AR', { ...named, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute';

function partsAt(
  format: Intl.DateTimeFormat,
  instantMs: number,
  wanted: Readonly<Partial<Record<Part, number>>>,
): string[] {
  const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type as string, value]));
  return Object.entries(wanted).map(([part, digits]) => (parts.get(part) ?? '').padStart(digits, '0'));
}

/** Whether the day exists: `2026-02-30` does not. */
export function isRealDay(text: string): boolean {
  const parts = dayPattern.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The farm's day at an instant (epoch milliseconds). */
export const dayAt = (instantMs: number): Day =>
  partsAt(dayInZone(), instantMs, { year: 4, month: 2, day: 2 }).join('-');

/** `days` may be negative. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** `dd/mm/yyyy` of a day or an ISO instant, without Date, which would show the day before (product.md §5). */
export function formatDay(iso: string): string {
  const day = iso.length > 10 ? dayAt(Date.parse(iso)) : iso;
  const parts = dayPattern.exec(day);
  return parts ? `${parts[3]}/${parts[2]}/${parts[1]}` : iso;
}

/** `dd/mm` of a day or an ISO instant. */
export const formatDayMonth = (iso: string): string => formatDay(iso).slice(0, 5);

/** `hh:mm` in the farm's time zone. */
export const formatTime = (isoInstant: string): string =>
  partsAt(clockInZone(), Date.parse(isoInstant), { hour: 2, minute: 2 }).join(':');

/** `dd/mm/yyyy hh:mm` in the farm's time zone. */
export const formatInstant = (isoInstant: string): string => `${formatDay(isoInstant)} ${formatTime(isoInstant)}`;

const nearDays = ['hoy', 'ayer', 'anteayer'];

/** `hoy`, `ayer`, `anteayer`, else the date (ux.md §5.4). */
export const relativeDay = (day: Day, today: Day): string => nearDays[daysBetween(day, today)] ?? formatDay(day);

/** `hoy`, `hace 1 día`, `hace 12 días`. */
export const daysAgo = (days: number): string => (days === 0 ? 'hoy' : `hace ${counted(days, 'día')}`);

/** `hoy 12:00`. */
export const relativeInstant = (isoInstant: string, today: Day): string =>
  `${relativeDay(dayAt(Date.parse(isoInstant)), today)} ${formatTime(isoInstant)}`;

/** `YYYY-MM`. */
export const monthOf = (day: Day): string => day.slice(0, 7);

/** `YYYY-MM`; `months` may be negative. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

const monthNames = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
  ' ',
);

export const monthName = (month: string): string => monthNames[Number(month.slice(5, 7)) - 1] ?? month;
