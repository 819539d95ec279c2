import type { RunStatement } from '../statement.ts';

/**
 * The ledger stores a caller's standing beside his answer, so that it is not repeated to lesser rights. Secret answers (links, tokens) are no
 * longer stored and existing ones erased: their keys are judged anew.
 */
export async function keptAnswers(run: RunStatement): Promise<void> {
  await run('alter table operations add column role text');
  await run('alter table operations add column saw_money integer');
  for (const secret of ['activation_url', 'refresh_token', 'reset_token'])
    await run(`delete from operations where server_id is null and body like '%"${secret}":%'`);
}
