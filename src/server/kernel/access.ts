/** Every address that stands for none begins so. It has no `@`: no form takes it for an address, so no call can name it. */
const prefix = 'sin-acceso:';

/**
 * Stands for the address of somebody who works on a farm without the app (domain.md §2.12). It can be typed nowhere: he neither signs in
 * nor recovers.
 */
export const noAddress = (userId: string): string => `${prefix}${userId}`;

/** Whether somebody opens the app: by an address, or by a name or a telephone (`noMail`). */
export const hasAddress = (email: string): boolean => !email.startsWith(prefix);

/** What stands in place of an address for who comes in by a name or a telephone: it has no `@` either. */
export const noMail = (userId: string): string => `sin-correo:${userId}`;

/** Whether letters reach somebody. */
export const hasMail = (email: string): boolean => email.includes('@');

/** The same for a query: `where('email', 'not like', …)`. */
export const anyNoAddress = `${prefix}%`;

/** Stands for the address of a deleted account. Without an `@` nobody can have taken it before. */
export const erasedAddress = (userId: string): string => `cuenta-eliminada:${userId}`;
