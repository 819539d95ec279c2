import { headers as headerNames } from '../contract/constants.ts';
import { problems } from '../contract/problems.ts';
import type { Answer, Call } from './features/call.ts';
import type { CoreRequest, CoreResponse } from './core.ts';

interface Operation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const waits = { ok: false, code: 'DEPENDENCY_MISSING', message: problems.DEPENDENCY_MISSING.message };

/**
 * Up to 200 writes of one organization, in order, each standing alone with its own key and commit (wire.md §Sync, Batch). A refused
 * one stops only those that name its client id: they answer DEPENDENCY_MISSING and come again.
 */
export async function runBatch(
  call: Call<{ readonly operations: readonly Operation[] }>,
  request: CoreRequest,
  dispatch: (request: CoreRequest) => Promise<CoreResponse>,
): Promise<Answer> {
  const refused = new Set<string>();
  const results: { key: string; status: number; body: unknown }[] = [];
  for (const operation of call.body.operations) {
    const text = `${operation.path} ${JSON.stringify(operation.body ?? null)}`;
    if ([...refused].some((id) => text.includes(id))) {
      results.push({ key: operation.key, status: problems.DEPENDENCY_MISSING.status, body: waits });
      continue;
    }
    const answer = await dispatch({
      method: operation.method,
      path: operation.path.split('?')[0] ?? operation.path,
      query: Object.fromEntries(new URLSearchParams(operation.path.split('?')[1] ?? '')),
      headers: { ...request.headers, [headerNames.idempotencyKey]: operation.key },
      body: operation.body,
    });
    const { cid } = (operation.body ?? {}) as { cid?: unknown };
    if (answer.status >= 400 && typeof cid === 'string') refused.add(cid);
    results.push({ key: operation.key, status: answer.status, body: answer.body });
  }
  return { results };
}
