/** Lowest first (product.md §6). */
export const roles = ['user', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** domain.md §2.12. */
export const roleLabels: Readonly<Record<Role, string>> = { owner: 'Dueño', admin: 'Administrador', user: 'Usuario' };

/** For the least roles of domain.md §2.18. */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

export const isOffice = (role: Role): boolean => isAtLeast(role, 'admin');

/** A farm always has one (domain.md §2.12). */
export const keeperRole: Role = 'owner';

export const isOwner = (role: Role): boolean => role === keeperRole;

/** The only active owner cannot leave. */
export function isLastOwner(
  team: readonly { readonly id: string; readonly role: Role; readonly state: string }[],
  id: string,
): boolean {
  const owners = team.filter((one) => isOwner(one.role) && one.state === 'activo');
  return owners.length === 1 && owners[0]?.id === id;
}
