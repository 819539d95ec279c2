/** Makes a value at the first call. What the browser builds of a language takes milliseconds of every start. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
