import type { Standing } from '../../src/domain/people/permissions.ts';

/** Everybody whom the table of rights tells apart on a farm's team, by the words that a test's name says it with. */
export const standings: readonly (readonly [who: string, Standing])[] = [
  ['the owner', { role: 'owner', showsFinance: true }],
  ['the owner of a farm that hides its figures', { role: 'owner', showsFinance: false }],
  ['an admin', { role: 'admin', showsFinance: true }],
  ['an admin of a farm that hides its figures', { role: 'admin', showsFinance: false }],
  ['a hand', { role: 'user', showsFinance: true }],
];
