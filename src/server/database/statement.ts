/** Runs one migration statement in the dialect at hand (`migrate.ts`). */
export type RunStatement = (statement: string) => Promise<void>;
