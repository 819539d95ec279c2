/** Marks that a browser keeps apart from a page's storage: it deletes the one and leaves the other. */
export interface Marks {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, value: string) => void;
}

/** Browsers keep none for longer. */
const mostDays = 400;

/** Every call carries them along: the beginnings of two ids are enough to tell one database from another. */
const short = (id: string): string => id.replace(/[^0-9A-Za-z]/g, '').slice(-8);

/** Marks in the page's cookies. `isSafe`: the page came over a safe connection. */
export const cookieMarks = (page: { cookie: string }, isSafe: boolean): Marks => ({
  get: (name) => {
    const start = `b${short(name)}=`;
    const found = page.cookie.split('; ').find((one) => one.startsWith(start));
    return found?.slice(start.length) ?? null;
  },
  set: (name, value) => {
    const age = mostDays * 24 * 3_600;
    page.cookie = `b${short(name)}=${short(value)}; Path=/; Max-Age=${age}; SameSite=Strict${isSafe ? '; Secure' : ''}`;
  },
});

/** Whether a mark was set with this value. */
export const isMarkOf = (mark: string, value: string): boolean => mark === short(value);
