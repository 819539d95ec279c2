/** Longer answers are not cached: a search reads a year of rows once. */
const mostRows = 120;
/** The questions of two screens. */
const mostAnswers = 32;

/** Asks about the confirmed rows; `read` runs on a cache miss. */
export type AskRows = <T>(question: readonly unknown[], read: () => PromiseLike<T>) => PromiseLike<T>;

const rowsOf = (answer: unknown): number => (Array.isArray(answer) ? answer.length : 1);

/**
 * Answers about the confirmed rows, cached by version (versioned-disk.ts): under the same version a transaction would read the same. Saves
 * are laid over them, so that a question after a save reads only the version. Cached once answered: no transaction awaits another's read.
 */
export class KnownAnswers {
  private version: string | null = null;
  private readonly answers = new Map<string, unknown>();

  /** `version`: as the transaction found it; null: no caching. */
  under(version: string | null): AskRows {
    if (version === null) return (_question, read) => read();
    if (this.version !== version) this.answers.clear();
    this.version = version;
    return <T>(question: readonly unknown[], read: () => PromiseLike<T>): PromiseLike<T> => {
      const name = JSON.stringify(question);
      if (this.version === version && this.answers.has(name)) return Promise.resolve(this.answers.get(name) as T);
      return read().then((answer) => {
        if (this.version === version && rowsOf(answer) <= mostRows) this.keep(name, answer);
        return answer;
      });
    };
  }

  private keep(name: string, answer: unknown): void {
    this.answers.set(name, answer);
    for (const oldest of [...this.answers.keys()].slice(0, -mostAnswers)) this.answers.delete(oldest);
  }
}
