/** Runs one statement of a migration, in the words of the database at hand (`migrate.ts`). */
export type RunStatement = (statement: string) => Promise<void>;
