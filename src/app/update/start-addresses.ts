/** Where the installed app opens. */
export const startAddress = '/dashboard';

/** What its icon offers when it is held (ux.md §2.1). */
export const shortcutAddresses = {
  birth: '/dashboard?registrar=birth',
  rain: '/dashboard?registrar=rain',
  death: '/dashboard?registrar=death',
  pending: '/dashboard?pendientes=1',
} as const;
