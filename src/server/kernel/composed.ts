import { headers as headerNames } from '../../contract/constants.ts';
import type { endpoints } from '../../contract/endpoints.ts';
import type { CoreRequest, CoreResponse, Served, Verdict } from './exchange.ts';
import type { Answering, Asked, Step, Together } from './together.ts';
import { type Answer, type Call, farmOf, type Handler, idOf, refuse } from './call.ts';
import type { Place } from './locate.ts';
import type { PerformPorts } from './perform.ts';
import { isProblemCode, problems } from '../../contract/problems.ts';
import type { Issue } from '../../domain/validation.ts';
import { type Db, rowsWhere, setWhere } from '../database/tables.ts';
import { setImmediate } from 'node:timers/promises';
import type { BroughtOperation } from './carried.ts';
import type * as z from 'zod/mini';

/**
 * Applies a refused record after all: with the office's rights, under the author's name and key, naming who brought it. A phone that still sends
 * it gets a replay, so it counts once.
 */
async function applyRefused(
  call: Call<{ readonly body?: Readonly<Record<string, unknown>> | undefined }>,
  db: Db,
  request: CoreRequest,
  forAuthor: (operation: CoreRequest, author: string, carrier: string | null) => Promise<CoreResponse>,
): Promise<Answer> {
  const [organizationId, id] = [farmOf(call), idOf(call)];
  const row = await rowsWhere(db, 'refused', { organization_id: organizationId, id })
    .selectAll()
    .where('state', '!=', 'descartado')
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  const [path = '', asked = ''] = row.path.split('?');
  const { status, body } = await forAuthor(
    {
      method: row.method,
      path,
      query: Object.fromEntries(new URLSearchParams(asked)),
      headers: { ...request.headers, [headerNames.idempotencyKey]: row.id },
      body: call.body.body ?? (JSON.parse(row.body) as unknown),
    },
    row.author_id ?? row.user_id,
    row.author_id === null ? null : row.user_id,
  );
  if (status >= 400) return refuseAs(body);
  await setWhere(
    db,
    'refused',
    { organization_id: organizationId, id, state: 'en_espera' },
    { state: 'aplicado', decided_by: call.actor?.userId ?? null, decided_at: new Date(call.now).toISOString() },
  );
  return body;
}

/** Throws the inner call's refusal unchanged. */
function refuseAs({ code, message, issues, ok: _, ...parts }: CoreResponse['body']): never {
  if (!isProblemCode(code)) throw new Error(`A refusal without a code of ours: ${String(code)}`);
  return refuse(code, {
    message: String(message),
    ...(Array.isArray(issues) && { issues: issues as Issue[] }),
    parts,
  });
}

interface Composing<B> {
  readonly call: Call<B>;
  readonly place: Place | null;
  readonly request: CoreRequest;
  readonly db: PerformPorts['db'];
  readonly answer: Answering;
  readonly together: Together;
}

interface Composed<B = never> {
  readonly kind: 'composed';
  readonly run: (asked: Composing<B>) => Promise<Served>;
}

export type AnyHandler = Handler | Composed;

type BodyOf<N extends 'operations' | 'applyRefused'> = z.output<NonNullable<(typeof endpoints)[N]['body']>>;

const operations: Composed<BodyOf<'operations'>> = {
  kind: 'composed',
  run: async ({ call, place, request, answer, together }) => {
    const organizationId = farmOf(call);
    const results = await runBatch(call, request, {
      together,
      inside: (brought) => ({ organizationId, author: brought.author ?? null, brought, isDecided: false }),
      alone: answer,
    });
    return { answer: results, marks: { [headerNames.epoch]: place?.head.epoch ?? '' } };
  },
};

const applied: Composed<BodyOf<'applyRefused'>> = {
  kind: 'composed',
  run: async ({ call, db, request, answer }) => {
    const organizationId = farmOf(call);
    const done = await applyRefused(call, db, request, (operation, author, carrier) =>
      answer(operation, { organizationId, author, carrier, isDecided: true }),
    );
    call.tellReviewers();
    return { answer: done, marks: {} };
  },
};

export const composedHandlers = { operations, applyRefused: applied };

interface Operation extends BroughtOperation {
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
async function runBatch(
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
