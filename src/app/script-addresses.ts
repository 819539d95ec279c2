interface Policies {
  readonly createPolicy: (
    name: 'default',
    rules: { readonly createScriptURL: (address: string) => string | null },
  ) => object;
}

const isBuilt = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && (pathname === '/sw.js' || /^\/assets\/[\w-]+\.js$/.test(pathname));

/**
 * Lets this page run only scripts of its own build and make no markup from text: the one policy that `require-trusted-types-for 'script'`
 * names (trust.md row 139). Call before anything starts a worker.
 */
export function guardScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (isBuilt(new URL(address, location.href)) ? address : null),
  });
}
