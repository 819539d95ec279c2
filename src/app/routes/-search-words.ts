type Search = Readonly<Record<string, unknown>>;

/** A word of an address; what is none is not there. */
export const wordIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
};

/** A text of an address, which may have been read as a number. */
export const textIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
};

/** A number of an address, which may have been read as a word. */
export const numberIn = (search: Search, name: string): number | undefined => {
  const value = search[name];
  const number = Number(value);
  return value === undefined || Number.isNaN(number) ? undefined : number;
};
