import { isMarkOf, type Marks } from './cookie-marks.ts';

/** How many unsent records went; 'unknown' where what was remembered of them went too. */
export type Erased = number | 'unknown';

type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** What a browser remembers of a person's database beside it: browsers delete databases and leave the rest (trust.md row 85). */
interface Remembered {
  /** The device's own name, made with the database: another one means another database. */
  readonly device: string;
  readonly unsent: Readonly<Record<string, number>>;
  /** What went with the database that is gone, until the person has been told. */
  readonly erased: Erased | null;
}

/** Notices that a database is a new one where there was one before. */
export interface EvictionWatch {
  /** A database was opened. Gives how many unsent records went with the one before; null where nothing went. */
  readonly onOpen: (userId: string, device: string) => Erased | null;
  readonly onUnsent: (userId: string, organizationId: string, count: number) => void;
  readonly onAcknowledged: (userId: string) => void;
  /** The database was emptied on purpose; so many records stay in it. */
  readonly onEmptied: (userId: string, left: number) => void;
  /** What waits on this device of everybody but this person. */
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
    // Words that nobody can read are no memory.
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

/** What went by now, with what had gone before and was not read. */
function erasedAfter(before: Remembered): Erased {
  if (before.erased === 'unknown') return 'unknown';
  return (before.erased ?? 0) + total(before);
}

/** Keeps the memory in the browser's keys, whose `names` it asks for; `marks` say that something was here where they went with the database. */
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
