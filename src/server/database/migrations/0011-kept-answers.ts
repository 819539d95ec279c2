import type { RunStatement } from '../statement.ts';

/**
 * The ledger says what somebody was when he was answered, so that the answer is said again to nobody who is less today. Answers that open
 * something (links, tokens) are kept no more, and those that were are erased: their keys are judged anew.
 */
export async function keptAnswers(run: RunStatement): Promise<void> {
  await run('alter table operations add column role text');
  await run('alter table operations add column saw_money integer');
  for (const secret of ['activation_url', 'refresh_token', 'reset_token'])
    await run(`delete from operations where server_id is null and body like '%"${secret}":%'`);
}
