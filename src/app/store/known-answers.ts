/** Longer answers than this are read again: a search goes through a whole year of rows once. */
const mostRows = 120;
/** The questions of a screen and of the one before it. */
const mostAnswers = 32;

/** Asks a question of the confirmed rows; `read` answers it where nobody knows the answer. */
export type AskRows = <T>(question: readonly unknown[], read: () => PromiseLike<T>) => PromiseLike<T>;

const rowsOf = (answer: unknown): number => (Array.isArray(answer) ? answer.length : 1);

/**
 * Answers about the confirmed rows, under the version (versioned-disk.ts) that they were read under: a transaction that finds the same version
 * would read the same. What a save changes is laid over them, so that a question after a save goes to the disk for the version alone.
 * An answer is kept when it has come: no transaction waits here for what another one reads.
 */
export class KnownAnswers {
  private version: string | null = null;
  private readonly answers = new Map<string, unknown>();

  /** `version`: as the asking transaction found it; null: nothing is known, and nothing kept. */
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
