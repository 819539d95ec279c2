interface BoundCheck {
  readonly id: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

interface BoundValue<T> {
  readonly id: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly error?: string;
}

type Bound<T> = [T] extends [boolean] ? BoundCheck : BoundValue<T>;
type AllBound<V> = { readonly [K in keyof V]-?: Bound<V[K]> };

export interface Bindable<V> {
  readonly values: V;
  readonly change: (changes: Partial<V>) => void;
  /** The error of a field or anything inside it. */
  readonly errorOf: (path: string) => { readonly error?: string };
  /** A field's element id, by its issue path. */
  readonly fieldId: (path: string) => string;
}

export interface PartOf<V> extends Bindable<V> {
  /** Props of a field: `<TextField label="Nombre" {...form.bind('name')} />`. `path`: of its issues, if not `name`. */
  readonly bind: <K extends keyof V & string>(name: K, path?: string) => AllBound<V>[K];
}

/** Binds fields to a form's values. */
export const bound = <V>(part: Bindable<V>): PartOf<V> => ({
  ...part,
  bind: <K extends keyof V & string>(name: K, path: string = name) => {
    const value = part.values[name];
    const field = {
      id: part.fieldId(path),
      onChange: (next: unknown): void => part.change({ [name]: next } as unknown as Partial<V>),
    };
    const props =
      typeof value === 'boolean' ? { ...field, checked: value } : { ...field, value, ...part.errorOf(path) };
    return props as AllBound<V>[K];
  },
});

/** One line of a list as a part; its issues are under its index. */
export const lineOf = <L extends object, N extends string>(
  form: Bindable<Readonly<Record<N, readonly L[]>>>,
  name: N,
  at: number,
  values: L,
): PartOf<L> =>
  bound({
    values,
    change: (changes) => {
      const lines = form.values[name].with(at, { ...values, ...changes });
      form.change({ [name]: lines } as unknown as Readonly<Record<N, readonly L[]>>);
    },
    errorOf: (path) => form.errorOf(`${name}.${at}.${path}`),
    fieldId: (path) => form.fieldId(`${name}.${at}.${path}`),
  });

/** One entry of a record field; `empty` if the key is missing. */
export function entryOf<T, N extends string>(
  form: Bindable<Readonly<Record<N, Readonly<Record<string, T>>>>>,
  name: N,
  key: string,
  empty: NoInfer<T>,
): BoundValue<T> {
  const entries = form.values[name];
  const path = `${name}.${key}`;
  return {
    id: form.fieldId(path),
    value: entries[key] ?? empty,
    onChange: (value) => form.change({ [name]: { ...entries, [key]: value } } as unknown as Record<N, typeof entries>),
    ...form.errorOf(path),
  };
}
