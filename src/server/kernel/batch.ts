import { setImmediate } from 'node:timers/promises';
import { headers as headerNames } from '../../contract/constants.ts';
import { problems } from '../../contract/problems.ts';
import type { BroughtOperation } from './carried.ts';
import type { CoreRequest, CoreResponse, Verdict } from './exchange.ts';
import type { Answering, Asked, Step, Together } from './together.ts';
import type { Answer, Call } from './call.ts';

export interface Operation extends BroughtOperation {
  readonly author?: string | undefined;
  readonly healing?: number | undefined;
}

const { status, message } = problems.DEPENDENCY_MISSING;
const waits = {
  status,
  headers: {} as CoreResponse['headers'],
  body: { ok: false, code: 'DEPENDENCY_MISSING', message },
};

interface Ways {
  readonly together: Together;
  readonly alone: Answering;
  readonly inside: (operation: Operation) => Asked['inside'];
}

interface Progressed {
  readonly verdicts: readonly Verdict[];
  readonly refused: ReadonlySet<string>;
  /** How many of the next operations need transactions of their own. */
  readonly alone: number;
}

/**
 * Runs up to 1,000 writes of one organization in order, each with its own key and sequence (wire.md §Sync, Batch). A refused one stops only those
 * that name its client id (DEPENDENCY_MISSING). They share transactions where possible (decision 0045); nothing is answered before its commit.
 */
export async function runBatch(
  call: Call<{ readonly operations: readonly Operation[] }>,
  request: CoreRequest,
  { together, alone, inside }: Ways,
): Promise<Answer> {
  const { operations } = call.body;
  const asked = operations.map((one) => ({ request: asRequest(one, request), inside: inside(one) }));
  const results: ReturnType<typeof resultOf>[] = [];
  let refused: ReadonlySet<string> = new Set();
  const note = async (progressed: Progressed): Promise<void> => {
    refused = progressed.refused;
    for (const verdict of progressed.verdicts)
      results.push(resultOf(operations[results.length]?.key ?? '', await verdict.said()));
  };
  while (results.length < operations.length) {
    const from = results.length;
    const [left, calls] = [operations.slice(from), asked.slice(from)];
    const stood = await together(calls, (step) => goThrough(left, calls, refused, step));
    if ('result' in stood) await note(stood.result);
    const many = 'result' in stood ? stood.result.alone : stood.alone;
    const until = Math.min(operations.length, results.length + many);
    for (let at = results.length; at < until; at += 1) {
      const one = async (each: Asked): Promise<Verdict> => spoken(await alone(each.request, each.inside));
      await note(await goThrough(operations.slice(at, at + 1), asked.slice(at, at + 1), refused, one));
      await setImmediate();
    }
    // SQLite never leaves the thread: let other requests in.
    await setImmediate();
  }
  return { results };
}

const spoken = (response: CoreResponse): Verdict => ({ status: response.status, said: async () => response });

/** Runs operations in order until one needs another transaction; those that name a refused one wait. */
async function goThrough(
  operations: readonly Operation[],
  asked: readonly Asked[],
  before: ReadonlySet<string>,
  step: Step,
): Promise<Progressed> {
  const refused = new Set(before);
  const verdicts: Verdict[] = [];
  for (const [at, operation] of operations.entries()) {
    const verdict = isAbout(operation, refused) ? spoken(waits) : await step(asked[at] as Asked);
    if (verdict === 'alone' || verdict === 'later') return { verdicts, refused, alone: verdict === 'alone' ? 1 : 0 };
    const { cid } = (operation.body ?? {}) as { readonly cid?: unknown };
    if (verdict.status >= 400 && typeof cid === 'string') refused.add(cid);
    verdicts.push(verdict);
  }
  return { verdicts, refused, alone: 0 };
}

function isAbout({ path, body }: Operation, ids: ReadonlySet<string>): boolean {
  if (ids.size === 0) return false;
  const text = `${path} ${JSON.stringify(body ?? null)}`;
  return [...ids].some((id) => text.includes(id));
}

const resultOf = (key: string, { status, headers, body }: CoreResponse) => ({
  key,
  status,
  ...commitIn(headers),
  body,
});

const commitIn = (headers: CoreResponse['headers']) => ({
  seq: headers[headerNames.seq] === undefined ? null : Number(headers[headerNames.seq]),
  mark: headers[headerNames.mark] ?? null,
});

/** The operation as a single call: the batch's headers, its own key. */
const asRequest = ({ key, method, path, body, healing }: Operation, batch: CoreRequest): CoreRequest => ({
  method,
  path: path.split('?')[0] ?? path,
  query: Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? '')),
  headers: { ...batch.headers, [headerNames.idempotencyKey]: key, [headerNames.healing]: healing?.toString() },
  body,
});
