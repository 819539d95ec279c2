/** Prefix of placeholder addresses. Without `@`, no form or call accepts it as an address. */
const prefix = 'sin-acceso:';

/** Placeholder address of somebody who works without the app (domain.md §2.12): he can neither sign in nor recover. */
export const noAddress = (userId: string): string => `${prefix}${userId}`;

/** Whether somebody can open the app, by address, name or telephone (`noMail`). */
export const hasAddress = (email: string): boolean => !email.startsWith(prefix);

/** Placeholder address of who signs in by name or telephone. */
export const noMail = (userId: string): string => `sin-correo:${userId}`;

/** Whether somebody receives mail. */
export const hasMail = (email: string): boolean => email.includes('@');

/** For queries: `where('email', 'not like', …)`. */
export const anyNoAddress = `${prefix}%`;

/** Placeholder address of a deleted account. */
export const erasedAddress = (userId: string): string => `cuenta-eliminada:${userId}`;
