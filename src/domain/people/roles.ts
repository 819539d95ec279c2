/** What a person is on a farm (product.md §6), from the least to the most. */
export const roles = ['user', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The word on screen for each role (domain.md §2.12). */
export const roleLabels: Readonly<Record<Role, string>> = { owner: 'Dueño', admin: 'Administrador', user: 'Usuario' };

/** Whether a role may do what asks for at least another (the matrix of domain.md §2.18 is written with least roles). */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** Whether somebody of this role works at the office: more than a hand. */
export const isOffice = (role: Role): boolean => isAtLeast(role, 'admin');

/** The role that a farm never goes without (domain.md §2.12). */
export const keeperRole: Role = 'owner';

export const isOwner = (role: Role): boolean => role === keeperRole;

/** Whether this member is the only owner who can open the farm: he stays. */
export function isLastOwner(
  team: readonly { readonly id: string; readonly role: Role; readonly state: string }[],
  id: string,
): boolean {
  const owners = team.filter((one) => isOwner(one.role) && one.state === 'activo');
  return owners.length === 1 && owners[0]?.id === id;
}
