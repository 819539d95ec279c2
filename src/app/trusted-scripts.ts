interface Policies {
  readonly defaultPolicy: object | null;
  readonly createPolicy: (
    name: 'default',
    rules: { readonly createScriptURL: (address: string) => string | null },
  ) => object;
}

const isBuilt = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && (pathname === '/sw.js' || /^\/assets\/[\w-]+\.js$/.test(pathname));

/**
 * Lets this page run only scripts of its own build and make no markup from text: the one policy that `require-trusted-types-for 'script'`
 * names (trust.md row 139). A page has one: whichever script loads others first makes it.
 */
export function guardScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    createScriptURL: (address) => (isBuilt(new URL(address, location.href)) ? address : null),
  });
}
