import { isAtLeast, type Role } from './roles.ts';

/** A least role; `finance`: the owner may exclude admins ('Ver finanzas'). */
type Rule = Role | 'finance';

/** The matrix of domain.md §2.18. */
export const permissions = {
  'see-farm': 'user',
  record: 'user',
  /** Without it, recategorizations, traslados, purchases and sales land in 'A revisar'. */
  'record-unreviewed': 'admin',
  /** While recent (`movements/permissions.ts`). */
  'change-own-records': 'user',
  'change-any-record': 'admin',
  review: 'admin',
  'see-money': 'finance',
  'see-figures': 'admin',
  'edit-places': 'admin',
  'delete-places': 'admin',
  'edit-cycles': 'admin',
  'edit-stock-items': 'admin',
  'take-in-stock': 'user',
  'create-tasks': 'user',
  'manage-all-tasks': 'admin',
  'write-notes': 'user',
  'see-team': 'user',
  'see-mails': 'admin',
  /** Adds and removes members of the role `user`. */
  'manage-hands': 'admin',
  /** Adds and removes admins and owners, changes roles. */
  'manage-team': 'owner',
  'edit-organization': 'admin',
  'switch-finance': 'owner',
  'delete-organization': 'owner',
  /** Sees that the server was restored from a backup. */
  'see-restores': 'owner',
  'close-period': 'admin',
} as const satisfies Readonly<Record<string, Rule>>;

export type Capability = keyof typeof permissions;

export interface Standing {
  readonly role: Role;
  readonly showsFinance: boolean;
}

/** domain.md §2.18. */
export function may({ role, showsFinance }: Standing, capability: Capability): boolean {
  const rule: Rule = permissions[capability];
  if (rule !== 'finance') return isAtLeast(role, rule);
  return role === 'owner' || (role === 'admin' && showsFinance);
}

/** The least role that can ever do it. */
export function leastRole(capability: Capability): Role {
  const rule: Rule = permissions[capability];
  return rule === 'finance' ? 'admin' : rule;
}

export const roleMay = (role: Role, capability: Exclude<Capability, 'see-money'>): boolean =>
  may({ role, showsFinance: false }, capability);

/** Whether a role may add another: an admin only hands, an owner anybody (domain.md §2.18, Team). */
export const mayAdd = (role: Role, added: Role): boolean =>
  roleMay(role, added === 'user' ? 'manage-hands' : 'manage-team');

export const mayRemove = (role: Role, removed: Role, isSelf: boolean): boolean => isSelf || mayAdd(role, removed);

/** Owners only, and nobody his own (domain.md §2.12). */
export const mayGiveRole = (role: Role, isSelf: boolean): boolean => !isSelf && roleMay(role, 'manage-team');
