import { isAtLeast, type Role } from './roles.ts';

/** What decides over an act beside the least role: the owner may keep prices from the admins ('Ver finanzas'). */
type Rule = Role | 'finance';

/** The matrix of domain.md §2.18, one row a capability: who may, on the phone as on the server. */
export const permissions = {
  'see-farm': 'user',
  record: 'user',
  /** Records of recategorizations, traslados, purchases and sales stand at once; those of a `user` land 'A revisar'. */
  'record-unreviewed': 'admin',
  /** One's own, as long as they are fresh (`movements/permissions.ts`). */
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
  /** Adds and removes admins and owners, gives everybody his role. */
  'manage-team': 'owner',
  'edit-organization': 'admin',
  'switch-finance': 'owner',
  'delete-organization': 'owner',
  /** Reads that the server went back to a copy, and what to look at then. */
  'see-restores': 'owner',
  'close-period': 'admin',
} as const satisfies Readonly<Record<string, Rule>>;

export type Capability = keyof typeof permissions;

/** What a person is in an organization, as far as it decides what he may do there. */
export interface Standing {
  readonly role: Role;
  /** The organization's `show_finance_to_admins`. */
  readonly showsFinance: boolean;
}

/** Whether somebody of this standing may do it (domain.md §2.18). */
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

/** Whether a role may do what no setting of the organization decides. */
export const roleMay = (role: Role, capability: Exclude<Capability, 'see-money'>): boolean =>
  may({ role, showsFinance: false }, capability);

/** Whether this role may bring somebody in with that one: an admin only hands, an owner anybody (domain.md §2.18, Team). */
export const mayAdd = (role: Role, added: Role): boolean =>
  roleMay(role, added === 'user' ? 'manage-hands' : 'manage-team');

/** Whether this role may take a member of that one off the team. Anybody may leave. */
export const mayRemove = (role: Role, removed: Role, isSelf: boolean): boolean => isSelf || mayAdd(role, removed);

/** Whether this role may give a member another: owners alone, and nobody changes his own (domain.md §2.12). */
export const mayGiveRole = (role: Role, isSelf: boolean): boolean => !isSelf && roleMay(role, 'manage-team');
