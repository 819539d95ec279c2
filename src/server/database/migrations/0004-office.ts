import type { RunStatement } from '../statement.ts';

export async function office(run: RunStatement): Promise<void> {
  for (const statement of statements) await run(statement);
}

const statements: readonly string[] = [];
