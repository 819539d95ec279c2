type Search = Readonly<Record<string, unknown>>;

export const wordIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' ? value : undefined;
};

/** The router may have parsed it as a number or boolean. */
export const textIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
};

/** The router may have kept it as a string. */
export const numberIn = (search: Search, name: string): number | undefined => {
  const value = search[name];
  const number = Number(value);
  return value === undefined || Number.isNaN(number) ? undefined : number;
};
