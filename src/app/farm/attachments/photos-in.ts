/** What a record says of its photos, whoever wrote it: names, and nothing else. */
export const photosIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
