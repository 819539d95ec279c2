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
 * Lets this page start only scripts of its own build and make no markup out of text: the one policy that `require-trusted-types-for
 * 'script'` names (trust.md row 139). Before anything starts a worker.
 */
export function guardScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (isBuilt(new URL(address, location.href)) ? address : null),
  });
}
