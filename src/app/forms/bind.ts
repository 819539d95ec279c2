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

/** What is known of a form, or of a part of one, before its fields are bound. */
export interface Bindable<V> {
  readonly values: V;
  readonly change: (changes: Partial<V>) => void;
  /** The sentence for a field, or for anything inside of it. */
  readonly errorOf: (path: string) => { readonly error?: string };
  /** The id of a field by the path of its issues. */
  readonly fieldId: (path: string) => string;
}

/** A form or a part of one, as its fields are given it. */
export interface PartOf<V> extends Bindable<V> {
  /** Props of a field: `<TextField label="Nombre" {...form.bind('name')} />`. `path` is where its issues are, if not under its name. */
  readonly bind: <K extends keyof V & string>(name: K, path?: string) => AllBound<V>[K];
}

/** Ties the fields of a form to what is typed in it. */
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

/** One line of several, as a part of its form: its issues are under its number. */
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

/** One entry of a field that holds several by a key of theirs; `empty` where nothing stands under that key. */
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
