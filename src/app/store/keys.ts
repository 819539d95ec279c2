export type KeyValue = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** localStorage on a full phone, where writing throws. It holds only copies and conveniences: nothing may fail for them. */
export const forgivingKeys = (keys: KeyValue): KeyValue => ({
  getItem: (name) => keys.getItem(name),
  removeItem: (name) => keys.removeItem(name),
  setItem: (name, text) => {
    try {
      keys.setItem(name, text);
    } catch (thrown) {
      // The old value stays: the database has the newer one.
      if (!(thrown instanceof DOMException)) throw thrown;
    }
  },
});
