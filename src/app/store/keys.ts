/** The browser's key-value storage, as far as it is needed. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's keys on a phone without room: there the browser throws at every writing. What stands in the keys is a copy, or a memory to
 * hold against what is found; a call that was answered, a sign-in or the chip must not fail for it.
 */
export const forgivingKeys = (keys: KeyValue): KeyValue => ({
  getItem: (name) => keys.getItem(name),
  removeItem: (name) => keys.removeItem(name),
  setItem: (name, text) => {
    try {
      keys.setItem(name, text);
    } catch (thrown) {
      // What was written before stays: the database has the newer word.
      if (!(thrown instanceof DOMException)) throw thrown;
    }
  },
});
