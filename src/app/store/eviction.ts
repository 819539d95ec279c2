/** Marks that survive when the browser deletes a page's storage. */
interface Marks {
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

const isMarkOf = (mark: string, value: string): boolean => mark === short(value);

/** Unsent records lost; 'unknown' where the memory of them is gone too. */
export type Erased = number | 'unknown';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** What is remembered outside a person's database: browsers delete databases and leave the rest (trust.md row 85). */
interface Remembered {
  /** The device id, made with the database: a different one means a different database. */
  readonly device: string;
  readonly unsent: Readonly<Record<string, number>>;
  /** What was lost with the old database, until acknowledged. */
  readonly erased: Erased | null;
}

export interface EvictionWatch {
  /** A database was opened. Gives the unsent records lost with the one before; null if none was. */
  readonly onOpen: (userId: string, device: string) => Erased | null;
  readonly onUnsent: (userId: string, organizationId: string, count: number) => void;
  readonly onAcknowledged: (userId: string) => void;
  /** Emptied on purpose; so many records stay. */
  readonly onEmptied: (userId: string, left: number) => void;
  /** What waits on this device of everybody else. */
  readonly waitingOfOthers: (userId: string | null) => WaitingOfOthers;
}

interface WaitingOfOthers {
  readonly records: number;
  readonly people: number;
}

const prefix = 'base:';
const keyOf = (userId: string): string => `${prefix}${userId}`;
const total = ({ unsent }: Remembered): number => Object.values(unsent).reduce((sum, count) => sum + count, 0);

function read(keys: KeyValue, userId: string): Remembered | null {
  try {
    const value = JSON.parse(keys.getItem(keyOf(userId)) ?? 'null') as Partial<Remembered> | null;
    if (typeof value?.device !== 'string') return null;
    return { device: value.device, unsent: value.unsent ?? {}, erased: value.erased ?? null };
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

/** Now lost, plus what was lost before and not acknowledged. */
function erasedAfter(before: Remembered): Erased {
  if (before.erased === 'unknown') return 'unknown';
  return (before.erased ?? 0) + total(before);
}

/** Kept in localStorage (`names` lists its keys); `marks` tell that something was here where localStorage went too. */
export function watchEviction(keys: KeyValue, marks: Marks, names: () => readonly string[]): EvictionWatch {
  const write = (userId: string, remembered: Remembered): void =>
    keys.setItem(keyOf(userId), JSON.stringify(remembered));
  return {
    onOpen: (userId, device) => {
      const before = read(keys, userId);
      if (before?.device === device) return before.erased;
      const mark = marks.get(userId);
      const isAnother = mark !== null && !isMarkOf(mark, device);
      const erased = before ? erasedAfter(before) : isAnother ? 'unknown' : null;
      marks.set(userId, device);
      write(userId, { device, unsent: {}, erased });
      return erased;
    },
    onUnsent: (userId, organizationId, count) => {
      const before = read(keys, userId);
      if (!before || (before.unsent[organizationId] ?? 0) === count) return;
      write(userId, { ...before, unsent: { ...before.unsent, [organizationId]: count } });
    },
    onAcknowledged: (userId) => {
      const before = read(keys, userId);
      if (before) write(userId, { ...before, erased: null });
    },
    onEmptied: (userId, left) => {
      const before = read(keys, userId);
      if (before) write(userId, { ...before, unsent: { '': left } });
    },
    waitingOfOthers: (userId) => {
      const people = names().flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
      const others = people.filter((id) => id !== userId).map((id) => read(keys, id));
      const waiting = others.map((one) => (one ? total(one) : 0)).filter((count) => count > 0);
      return { records: waiting.reduce((sum, count) => sum + count, 0), people: waiting.length };
    },
  };
}
