/**
 * The same pure function, which makes nothing twice: what it last made of an object is kept with that object, as long as it lives, and is
 * given again where all else that it is given is the very same. So neither the object nor the rest may ever be changed.
 */
export function keeping<K extends object, I extends readonly unknown[], R>(
  make: (of: K, ...rest: I) => R,
): (of: K, ...rest: I) => R {
  const kept = new WeakMap<K, { readonly rest: I; readonly made: R }>();
  return (of, ...rest) => {
    const last = kept.get(of);
    if (last?.rest.length === rest.length && rest.every((one, at) => one === last.rest[at])) return last.made;
    const made = make(of, ...rest);
    kept.set(of, { rest, made });
    return made;
  };
}
