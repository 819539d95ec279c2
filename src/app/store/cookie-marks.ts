/** Marks that survive when the browser deletes a page's storage. */
export interface Marks {
  readonly get: (name: string) => string | null;
  readonly set: (name: string, value: string) => void;
}

/** Browsers' maximum. */
const mostDays = 400;

/** Cookies travel with every call: a part of the id is enough to tell databases apart. */
const short = (id: string): string => id.replace(/[^0-9A-Za-z]/g, '').slice(-8);

/** Marks in cookies. `isSafe`: the page came over https. */
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
