import { describe, expect, test } from 'vitest';
import { campaignDays, campaignName, campaignOf } from '../../src/domain/campaign.ts';

describe('A campaign', () => {
  test.each([
    ['2026-06-30', '07-01', 2025, '2025-07-01', '2026-06-30', '2025/26'],
    ['2026-07-01', '07-01', 2026, '2026-07-01', '2027-06-30', '2026/27'],
    ['2026-03-14', '03-15', 2025, '2025-03-15', '2026-03-14', '2025/26'],
    ['2024-02-29', '03-01', 2023, '2023-03-01', '2024-02-29', '2023/24'],
    ['1999-09-01', '09-01', 1999, '1999-09-01', '2000-08-31', '1999/00'],
    ['2026-12-31', '01-01', 2026, '2026-01-01', '2026-12-31', '2026'],
  ])('of %s that begins on %s is that of %d', (day, start, year, from, to, name) => {
    expect(campaignOf(day, start)).toBe(year);
    expect(campaignDays(year, start)).toEqual({ from, to });
    expect(campaignName(year, start)).toBe(name);
  });
});
