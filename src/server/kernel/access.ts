/** Every address that stands for none begins so. It has no `@`: no form takes it for an address, so no call can name it. */
const prefix = 'sin-acceso:';

/**
 * What stands in place of an address for somebody who works on a farm and does not open the app (domain.md §2.12). Whoever comes in is
 * found by an address first, and this one can be typed nowhere: he neither signs in nor recovers anything.
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

/**
 * What stands in place of the address of an account that was deleted. It has no `@` either: nobody can have signed up with it before, and
 * so stand in the way of the deletion.
 */
export const erasedAddress = (userId: string): string => `cuenta-eliminada:${userId}`;
