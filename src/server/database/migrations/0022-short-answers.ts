import type { RunStatement } from '../statement.ts';

/** Up to which commit of a farm its old answers were looked at, to be kept short. */
export const shortAnswers = (run: RunStatement): Promise<void> =>
  run('alter table organizations add column answers_short_to integer not null default 0');
