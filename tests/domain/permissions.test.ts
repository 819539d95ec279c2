import { describe, expect, test } from 'vitest';
import { farmMenu, personalMenu } from '../../src/domain/people/menu.ts';
import { mayChange } from '../../src/domain/movements/permissions.ts';
import {
  type Capability,
  leastRole,
  may,
  mayAdd,
  mayGiveRole,
  mayRemove,
  permissions,
  roleMay,
} from '../../src/domain/people/permissions.ts';
import { type Role, roles } from '../../src/domain/people/roles.ts';

const capabilities = Object.keys(permissions) as Capability[];
const may3 = (capability: Capability, showsFinance: boolean): string =>
  roles.filter((role) => may({ role, showsFinance }, capability)).join(' ');

/** The table of domain.md §2.18, row by row: who may, and who still may when the owner has switched 'Ver finanzas' off. */
const matrix: readonly (readonly [Capability, string, string])[] = [
  ['see-farm', 'user admin owner', 'user admin owner'],
  ['record', 'user admin owner', 'user admin owner'],
  ['record-unreviewed', 'admin owner', 'admin owner'],
  ['change-own-records', 'user admin owner', 'user admin owner'],
  ['change-any-record', 'admin owner', 'admin owner'],
  ['review', 'admin owner', 'admin owner'],
  ['see-money', 'admin owner', 'owner'],
  ['see-figures', 'admin owner', 'admin owner'],
  ['edit-places', 'admin owner', 'admin owner'],
  ['delete-places', 'admin owner', 'admin owner'],
  ['edit-cycles', 'admin owner', 'admin owner'],
  ['edit-stock-items', 'admin owner', 'admin owner'],
  ['take-in-stock', 'user admin owner', 'user admin owner'],
  ['create-tasks', 'user admin owner', 'user admin owner'],
  ['manage-all-tasks', 'admin owner', 'admin owner'],
  ['write-notes', 'user admin owner', 'user admin owner'],
  ['see-team', 'user admin owner', 'user admin owner'],
  ['see-mails', 'admin owner', 'admin owner'],
  ['manage-hands', 'admin owner', 'admin owner'],
  ['manage-team', 'owner', 'owner'],
  ['edit-organization', 'admin owner', 'admin owner'],
  ['switch-finance', 'owner', 'owner'],
  ['delete-organization', 'owner', 'owner'],
  ['see-restores', 'owner', 'owner'],
  ['close-period', 'admin owner', 'admin owner'],
];

describe('The matrix of permissions', () => {
  test.each(matrix)('%s is for %s; with finances hidden, for %s', (capability, shown, hidden) => {
    expect(may3(capability, true)).toBe(shown);
    expect(may3(capability, false)).toBe(hidden);
  });

  test('has no row that is not looked at here', () => {
    expect(matrix.map(([capability]) => capability).toSorted()).toEqual(capabilities.toSorted());
  });

  test.each(capabilities)('%s asks for a least role, and nobody below it may', (capability) => {
    const below = roles.slice(0, roles.indexOf(leastRole(capability)));
    expect(below.filter((role) => may({ role, showsFinance: true }, capability))).toEqual([]);
    expect(may({ role: leastRole(capability), showsFinance: true }, capability)).toBe(true);
    expect(capability === 'see-money' || roleMay(leastRole(capability), capability)).toBe(true);
  });
});

describe('The team', () => {
  const pairs = (holds: (by: Role, whom: Role) => boolean): string[] =>
    roles.flatMap((by) => roles.filter((whom) => holds(by, whom)).map((whom) => `${by} ${whom}`));

  test('takes hands in from an admin, anybody from an owner', () => {
    expect(pairs(mayAdd)).toEqual(['admin user', 'owner user', 'owner admin', 'owner owner']);
  });

  test('is left by whom he may remove who added him, and by anybody himself', () => {
    expect(pairs((by, whom) => mayRemove(by, whom, false))).toEqual(pairs(mayAdd));
    expect(pairs((by, whom) => mayRemove(by, whom, true))).toHaveLength(9);
  });

  test('has its roles from the owners, and nobody gives himself another', () => {
    expect(roles.filter((role) => mayGiveRole(role, false))).toEqual(['owner']);
    expect(roles.filter((role) => mayGiveRole(role, true))).toEqual([]);
  });
});

describe('A record', () => {
  const made = { created_by: 'caro', created_at: '2026-11-20T12:00:00.000Z' };
  const hoursLater = (hours: number): number => Date.parse(made.created_at) + hours * 3_600_000;

  test('may be changed by its author for 48 hours, by the office always, by another hand never', () => {
    expect(mayChange('user', 'caro', made, hoursLater(48))).toBe(true);
    expect(mayChange('user', 'caro', made, hoursLater(48.01))).toBe(false);
    expect(mayChange('admin', 'beto', made, hoursLater(9000))).toBe(true);
    expect(mayChange('owner', 'ana', made, hoursLater(9000))).toBe(true);
    expect(mayChange('user', 'luis', made, hoursLater(1))).toBe(false);
    expect(mayChange('user', 'caro', { ...made, created_by: null }, hoursLater(1))).toBe(false);
  });
});

describe('The menu', () => {
  test('opens money to who may see it, and making lots to the office', () => {
    const hand = farmMenu({ role: 'user', showsFinance: true });
    const admin = farmMenu({ role: 'admin', showsFinance: true });
    const adminWithoutMoney = farmMenu({ role: 'admin', showsFinance: false });
    const money = ['billing', 'create-invoice', 'upload-invoice', 'purchases'];
    expect(admin.filter((screen) => !hand.includes(screen))).toEqual(['create-stock', 'lots/create', ...money]);
    expect(admin.filter((screen) => !adminWithoutMoney.includes(screen))).toEqual(money);
    expect(farmMenu({ role: 'owner', showsFinance: false })).toEqual(admin);
    expect(hand).toContain('work-team');
  });

  test('opens conversations to the super admin alone', () => {
    expect(personalMenu(true)).toEqual(['configuration', 'conversations']);
    expect(personalMenu(false)).toEqual(['configuration']);
  });
});
