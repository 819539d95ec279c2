interface Policies {
  readonly createPolicy: (
    name: 'default',
    rules: { readonly createScriptURL: (address: string) => string | null },
  ) => object;
}

/** Where a build's own scripts lie: the service worker, and what is in its folder. */
const isBuilt = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && (pathname === '/sw.js' || /^\/assets\/[\w-]+\.js$/.test(pathname));

/**
 * Lets this page start scripts of its own build alone, and make no markup out of text at all: the server says `require-trusted-types-for
 * 'script'` (trust.md row 139), and this is the one policy that it names. Before anything starts a worker. Browsers that know no such
 * policies are bounded by the rest of what the server says.
 */
export function guardScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (isBuilt(new URL(address, location.href)) ? address : null),
  });
}
