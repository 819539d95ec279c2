/** What a person is on a farm (product.md §6), from the least to the most. */
export const roles = ['user', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The word on screen for each role (domain.md §2.12). */
export const roleLabels: Readonly<Record<Role, string>> = { owner: 'Dueño', admin: 'Administrador', user: 'Usuario' };

/** Whether a role may do what asks for at least another (the matrix of domain.md §2.18 is written with least roles). */
export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);
