/** A list of options, or a table of labels by value, in order. */
export type Options<Value extends string, Option extends { readonly value: Value; readonly label: string }> =
  readonly Option[] | Readonly<Record<Value, string>>;

const isList = <O>(options: readonly O[] | object): options is readonly O[] => Array.isArray(options);

/** As a list. */
export const listed = <Value extends string, Option extends { readonly value: Value; readonly label: string }>(
  options: Options<Value, Option>,
): readonly (Option | { readonly value: Value; readonly label: string })[] =>
  isList(options)
    ? options
    : Object.entries<string>(options).map(([value, label]) => ({ value: value as Value, label }));

/** Named things as options. */
export const optionsOf = (things: readonly { readonly id: string; readonly name: string }[]) =>
  things.map(({ id, name }) => ({ value: id, label: name }));
