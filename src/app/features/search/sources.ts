import { addDays, addMonths, allKinds, type Day, isRealDay, monthName, searchable } from '#domain';
import type { MovementFilter } from '#sync/farm.ts';
import type { Entry } from './entries.ts';

interface Period {
  readonly from: Day;
  readonly to: Day;
  /** Words of the query it was read from. */
  readonly said: readonly string[];
}

const lastOfMonth = (month: string): Day => addDays(`${addMonths(month, 1)}-01`, -1);
const ofMonth = (month: string, said: readonly string[]): Period => ({
  from: `${month}-01`,
  to: lastOfMonth(month),
  said,
});
const two = (number: string): string => number.padStart(2, '0');
const months = Array.from({ length: 12 }, (_, index) => searchable(monthName(`2000-${two(String(index + 1))}`)));
const nearDays = ['hoy', 'ayer', 'anteayer'];

/** Expands `26` to `2026`. */
const yearOf = (text: string): string => (text.length === 2 ? `20${text}` : text);

function dayOf(word: string, today: Day): Period | null {
  const near = nearDays.indexOf(word);
  if (near >= 0) return { from: addDays(today, -near), to: addDays(today, -near), said: [word] };
  const [, day, month, year] = /^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{2}|\d{4}))?$/.exec(word) ?? [];
  if (day === undefined || month === undefined) return null;
  const thisYear = `${today.slice(0, 4)}-${two(month)}-${two(day)}`;
  const lastYear = `${Number(today.slice(0, 4)) - 1}${thisYear.slice(4)}`;
  const meant = year === undefined ? (thisYear <= today ? thisYear : lastYear) : `${yearOf(year)}${thisYear.slice(4)}`;
  return isRealDay(meant) ? { from: meant, to: meant, said: [word] } : null;
}

function monthWritten(word: string): Period | null {
  const [, month, year] = /^(\d{1,2})[/-](\d{4})$/.exec(word) ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return ofMonth(`${year}-${two(month)}`, [word]);
}

/** A month by name; without a year, the last one that has begun. */
function monthNamed(words: readonly string[], today: Day): Period | null {
  const at = words.findIndex((word) => months.includes(word));
  const name = words[at];
  if (name === undefined) return null;
  const number = two(String(months.indexOf(name) + 1));
  const year = words.find((word) => /^20\d\d$/.test(word));
  if (year !== undefined) return ofMonth(`${year}-${number}`, [name, year, 'de']);
  const thisYear = `${today.slice(0, 4)}-${number}`;
  const month = thisYear <= today.slice(0, 7) ? thisYear : `${Number(today.slice(0, 4)) - 1}-${number}`;
  return ofMonth(month, [name, 'de']);
}

/** Days a query names: `12/09`, `9/2026`, `septiembre 2026`, `2026`, `ayer`; else null. */
export function periodIn(words: readonly string[], today: Day): Period | null {
  for (const word of words) {
    const period = dayOf(word, today) ?? monthWritten(word);
    if (period) return period;
  }
  const named = monthNamed(words, today);
  if (named) return named;
  const year = words.find((word) => /^20\d\d$/.test(word));
  return year === undefined ? null : { from: `${year}-01-01`, to: `${year}-12-31`, said: [year] };
}

/** Share of a name a query must have for its index to be used. */
const enoughOfName = 0.5;
const namedAtMost = 2;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Things the query names, best match first, with its remaining words. */
function namedIn(words: readonly string[], things: readonly Named[]) {
  return things
    .map(({ id, name }) => {
      const said = words.filter((word) => name.includes(word));
      const share = said.join(' ').length / Math.max(1, name.length);
      return { id, share, rest: words.filter((word) => !said.includes(word)).join(' ') };
    })
    .filter(({ share }) => share >= enoughOfName)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, namedAtMost);
}

const kindNames: readonly Named[] = allKinds.map(({ type, label }) => ({ id: type, name: searchable(label) }));

/** Lists to search for movements, in order: by index (lot, rodeo, kind, time), then all, newest first. */
export function sourcesOf(words: readonly string[], entries: readonly Entry[], today: Day): readonly MovementFilter[] {
  const period = periodIn(words, today);
  const rest = period ? words.filter((word) => !period.said.includes(word)) : words;
  const within = period ? { from: period.from, to: period.to } : {};
  const places = (subject: Entry['subject']): Named[] => entries.filter((one) => one.subject === subject);
  const indexed: MovementFilter[] = [
    ...namedIn(rest, places('lot')).map((lot) => ({ ...within, lotId: lot.id, text: lot.rest })),
    ...namedIn(rest, places('rodeo')).map((rodeo) => ({ ...within, rodeoId: rodeo.id, text: rodeo.rest })),
    ...namedIn(rest, kindNames).map((kind) => ({ ...within, types: [kind.id], text: kind.rest })),
  ];
  const all: MovementFilter[] = period ? [{ ...within, text: rest.join(' ') }] : [];
  return [...indexed, ...all, { text: words.join(' ') }];
}
