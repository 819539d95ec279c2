import type * as z from 'zod/mini';
import { headers as headerNames } from '../../contract/constants.ts';
import type { endpoints } from '../../contract/endpoints.ts';
import { runBatch } from './batch.ts';
import type { CoreRequest, CoreResponse, Served } from './exchange.ts';
import type { Answering, Together } from './together.ts';
import { type Call, farmOf, type Handler, type Answer, idOf, refuse } from './call.ts';
import type { Place } from './locate.ts';
import type { PerformPorts } from './perform.ts';
import { isProblemCode } from '../../contract/problems.ts';
import type { Issue } from '../../domain/validation.ts';
import { type Db, rowsWhere, setWhere } from '../database/tables.ts';

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
