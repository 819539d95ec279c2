/** The browser's key-value storage, as far as it is needed. */
type KeyValue = Pick<Storage, 'getItem' | 'setItem'>;

/** What a browser remembers of a person's database beside it: browsers delete databases and leave the rest (trust.md row 85). */
interface Remembered {
  /** The device's own name, made with the database: another one means another database. */
  readonly device: string;
  /** What had not been sent, by farm. */
  readonly unsent: Readonly<Record<string, number>>;
  /** What went with the database that is gone, until the person has been told. */
  readonly erased: number | null;
}

/** Notices that a database is a new one where there was one before. */
export interface EvictionWatch {
  /** A database was opened. Gives how many unsent records went with the one before; null where nothing went. */
  readonly onOpen: (userId: string, device: string) => number | null;
  readonly onUnsent: (userId: string, organizationId: string, count: number) => void;
  /** The person has been told. */
  readonly onTold: (userId: string) => void;
}

const keyOf = (userId: string): string => `base:${userId}`;

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

/** Keeps the memory in the browser's keys. */
export function watchEviction(keys: KeyValue): EvictionWatch {
  const write = (userId: string, remembered: Remembered): void =>
    keys.setItem(keyOf(userId), JSON.stringify(remembered));
  return {
    onOpen: (userId, device) => {
      const before = read(keys, userId);
      if (before?.device === device) return before.erased;
      const unsent = Object.values(before?.unsent ?? {}).reduce((sum, count) => sum + count, 0);
      const erased = before ? (before.erased ?? 0) + unsent : null;
      write(userId, { device, unsent: {}, erased });
      return erased;
    },
    onUnsent: (userId, organizationId, count) => {
      const before = read(keys, userId);
      if (!before || (before.unsent[organizationId] ?? 0) === count) return;
      write(userId, { ...before, unsent: { ...before.unsent, [organizationId]: count } });
    },
    onTold: (userId) => {
      const before = read(keys, userId);
      if (before) write(userId, { ...before, erased: null });
    },
  };
}
