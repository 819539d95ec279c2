/** What a tab remembers through reload and update, until it is closed (ux.md §1.2). Nothing where the browser keeps nothing. */
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

/** Storage that is switched off or full, or words of another version, cost a convenience and nothing else. */
function unkept<T>(error: unknown, instead: T): T {
  if (error instanceof DOMException || error instanceof SyntaxError) return instead;
  throw error;
}
