/** Of the caches of start pages, each version's its own. It begins as workbox's do: who takes the app away takes all of them (trust.md row 151). */
export const startPagesPrefix = 'workbox-start-';

/** Where the installed app opens. */
export const startAddress = '/dashboard';

/** What its icon offers when it is held (ux.md §2.1). */
export const shortcutAddresses = {
  birth: '/dashboard?registrar=birth',
  rain: '/dashboard?registrar=rain',
  death: '/dashboard?registrar=death',
  pending: '/dashboard?pendientes=1',
} as const;

/** What the phone's icon opens. */
export const startAddresses: readonly string[] = [startAddress, ...Object.values(shortcutAddresses)];

/** Where the page is kept. A route's pattern takes an empty query for none; a cache does not. */
export const keptAddresses: readonly string[] = [...startAddresses, `${startAddress}?`];
