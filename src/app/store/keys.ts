/** The browser's key-value storage, as far as it is needed. */
export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's keys on a full phone, where writing throws. They hold copies or a memory: no call, sign-in or chip may fail for them. */
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
