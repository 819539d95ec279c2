/** The kept word, or the default, `values[0]`: also for a word of another version. */
export const chosenOf = <const Value extends string>(
  values: readonly [Value, ...Value[]],
  kept: string | null,
): Value => values.find((value) => value === kept) ?? values[0];
