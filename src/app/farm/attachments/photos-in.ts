/** A record's photo digests, whoever wrote it. */
export const photosIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
