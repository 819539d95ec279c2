import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const Real = Intl.DateTimeFormat;
const arabic = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));

/** Parts as another browser would write them: other digits and another calendar unless they are named, and the order of its own. */
function strange(order: readonly string[], digitsPadded: boolean): typeof Intl.DateTimeFormat {
  class Strange extends Real {
    readonly given: Intl.DateTimeFormatOptions;
    constructor(locale?: string | string[], options: Intl.DateTimeFormatOptions = {}) {
      super(locale, { ...options, calendar: options.calendar ?? 'buddhist' });
      this.given = options;
    }
    override formatToParts(date?: Date | number): Intl.DateTimeFormatPart[] {
      const parts = super
        .formatToParts(date)
        .filter(({ type }) => type !== 'literal')
        .map(({ type, value }) => ({ type, value: digitsPadded ? value : value.replace(/^0+(?=\d)/, '') }));
      const sorted = parts.toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
      const own = sorted.flatMap((part) => [part, { type: 'literal' as const, value: '/' }]);
      if (this.given.numberingSystem === 'latn') return own;
      return own.map(({ type, value }) => ({ type, value: arabic(value) }));
    }
    override format(date?: Date | number): string {
      return this.formatToParts(date)
        .map(({ value }) => value)
        .join('');
    }
  }
  return Strange as unknown as typeof Intl.DateTimeFormat;
}

/** Argentina has kept UTC-3 since 2009-03-15. */
const onTheFarm = (instantMs: number): string => new Date(instantMs - 3 * 3_600_000).toISOString();
const moments = fc.integer({ min: Date.parse('2010-01-01T00:00:00Z'), max: Date.parse('2099-12-31T00:00:00Z') });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe.each([
  ['this Intl', null],
  ['an Intl that writes m/d/y', strange(['month', 'day', 'year', 'hour', 'minute'], true)],
  ['an Intl that writes y/d/m without zeros', strange(['year', 'day', 'month', 'minute', 'hour'], false)],
] as const)('with %s', (_name, DateTimeFormat) => {
  beforeEach(() => {
    vi.resetModules();
    // Not a copy: what it inherits (collators, lists) has to be found.
    if (DateTimeFormat) vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat }));
  });

  test('the day and the hour of any moment are those of the farm', async () => {
    const { dayAt, formatDay, formatTime, isRealDay } = await import('../../src/domain/dates.ts');
    fc.assert(
      fc.property(moments, (moment) => {
        const [day = '', time = ''] = onTheFarm(moment).split('T');
        expect(dayAt(moment)).toBe(day);
        expect(isRealDay(dayAt(moment))).toBe(true);
        expect(formatTime(new Date(moment).toISOString())).toBe(time.slice(0, 5));
        expect(formatDay(new Date(moment).toISOString())).toBe(day.split('-').toReversed().join('/'));
      }),
      { numRuns: 300 },
    );
  });
});
