import { describe, expect, test } from 'vitest';
import { standsSince } from '../../src/domain/farm/standing.ts';

const came = (date: string, head: number) => ({ date, head });
const went = (date: string, head: number) => ({ date, head: -head });

describe('A lot with animals', () => {
  test('is occupied since the first of them came, however many came after', () => {
    expect(standsSince(60, [came('2026-11-10', 20), came('2026-10-01', 40)])).toBe('2026-10-01');
  });

  test('is occupied since it was last empty', () => {
    const changes = [came('2026-11-10', 60), went('2026-10-20', 40), came('2026-09-01', 40)];
    expect(standsSince(60, changes)).toBe('2026-11-10');
  });

  test('stays occupied while only some leave', () => {
    const changes = [went('2026-11-10', 10), went('2026-11-01', 5), came('2026-09-01', 40)];
    expect(standsSince(25, changes)).toBe('2026-09-01');
  });

  test('says nothing where the records do not go back so far', () => {
    expect(standsSince(60, [came('2026-11-10', 20)])).toBeNull();
  });
});

describe('A lot without animals', () => {
  test('rests since the last of them left', () => {
    expect(standsSince(0, [went('2026-11-10', 30), went('2026-11-01', 10), came('2026-09-01', 40)])).toBe('2026-11-10');
  });

  test('that never had any rests since nobody knows when', () => {
    expect(standsSince(0, [])).toBeNull();
  });
});
