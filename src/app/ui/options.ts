/** What may be chosen: a list, or a table of the words for each value, in its order. */
export type Options<Value extends string, Option extends { readonly value: Value; readonly label: string }> =
  readonly Option[] | Readonly<Record<Value, string>>;

const isList = <O>(options: readonly O[] | object): options is readonly O[] => Array.isArray(options);

/** The same as a list. */
export const listed = <Value extends string, Option extends { readonly value: Value; readonly label: string }>(
  options: Options<Value, Option>,
): readonly (Option | { readonly value: Value; readonly label: string })[] =>
  isList(options)
    ? options
    : Object.entries<string>(options).map(([value, label]) => ({ value: value as Value, label }));
