import type { RunStatement } from '../statement.ts';

/** The commit up to which a farm's old answers were shortened. */
export const shortAnswers = (run: RunStatement): Promise<void> =>
  run('alter table organizations add column answers_short_to integer not null default 0');
