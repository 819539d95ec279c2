/** What a tab remembers through reload and update (ux.md §1.2). Nothing without storage. */
export const tabMemory = {
  read: (key: string): unknown => {
    try {
      const text = sessionStorage.getItem(key);
      return text === null ? null : (JSON.parse(text) as unknown);
    } catch (error) {
      return unkept(error, null);
    }
  },
  keep: (key: string, value: unknown): void => {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch (error) {
      unkept(error, undefined);
    }
  },
  forget: (key: string): void => {
    try {
      sessionStorage.removeItem(key);
    } catch (error) {
      unkept(error, undefined);
    }
  },
};

/** Blocked or full storage and another version's text only cost a convenience. */
function unkept<T>(error: unknown, instead: T): T {
  if (error instanceof DOMException || error instanceof SyntaxError) return instead;
  throw error;
}
