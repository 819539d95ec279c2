import type { Kysely } from 'kysely';
import { contractVersion, headers as headerNames } from '../contract/constants.ts';
import { isProblemCode, problems, sentenceOf, type Problem } from '../contract/problems.ts';
import { isAtLeast } from '../domain/people/roles.ts';
import { issuesOf } from '../domain/validation.ts';
import { type Committed, KeyMismatch, type Outcome, runPersonal, runWrite } from './database/commit.ts';
import { fingerprintOf } from './database/operations.ts';
import type { Tables } from './database/tables.ts';
import { type Actor, type Call, type Handler, type Handlers, Refusal, refuse } from './features/call.ts';
import { runBatch } from './batch.ts';
import { locate } from './locate.ts';
import { matchRoute, type Route } from './routes.ts';

/** One request, freed of its transport. Header names are lower case. */
export interface CoreRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}

export interface CoreResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CorePorts {
  readonly db: Kysely<Tables>;
  readonly handlers: Handlers;
  readonly epoch: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** The person behind a bearer token; throws a Refusal with a token's code. */
  readonly authenticate: (token: string, now: number) => Promise<Actor>;
  /** Told of what nobody foresaw, with the request's id. */
  readonly onBug: (error: unknown, requestId: string) => void;
  /** Told of every commit, after it. */
  readonly onCommit: (committed: Committed) => void;
}

export interface Core {
  readonly dispatch: (request: CoreRequest) => Promise<CoreResponse>;
}

interface Served {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly marks: Readonly<Record<string, string>>;
}

/** The whole backend without a socket: match, authenticate, place, check, commit, answer (wire.md §Everywhere). */
export function createCore(ports: CorePorts): Core {
  const dispatch = async (request: CoreRequest): Promise<CoreResponse> => {
    const requestId = ports.newId();
    const common = {
      [headerNames.requestId]: requestId,
      [headerNames.contract]: contractVersion,
      'cache-control': 'no-store',
    };
    try {
      const { answer, marks } = await serve(ports, request, dispatch);
      return { status: 200, headers: { ...common, ...marks }, body: { ok: true, ...answer } };
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'SERVER_ERROR') ports.onBug(error, requestId);
      return refusalAnswer(problem, common);
    }
  };
  return { dispatch };
}

function refusalAnswer(problem: Problem, common: Readonly<Record<string, string>>): CoreResponse {
  const retryAfter = problem.parts?.['retry_after'];
  return {
    status: problems[problem.code].status,
    headers: { ...common, ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }) },
    body: {
      ok: false,
      code: problem.code,
      message: sentenceOf(problem),
      ...(problem.issues && { issues: problem.issues }),
      ...problem.parts,
    },
  };
}

/** What was thrown, as a problem: foreseen ones by their code, a database that cannot write as such, the rest as a bug. */
function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof KeyMismatch) return { code: 'IDEMPOTENCY_MISMATCH' };
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  if (/SQLITE_(BUSY|IOERR|FULL|READONLY)|database is locked|disk I\/O|disk is full/i.test(text)) {
    return { code: 'DATABASE_UNAVAILABLE' };
  }
  return { code: 'SERVER_ERROR' };
}

async function serve(ports: CorePorts, request: CoreRequest, dispatch: Core['dispatch']): Promise<Served> {
  const route = matchRoute(request.method, request.path) ?? refuse('NOT_FOUND');
  const now = ports.now();
  const actor = route.endpoint.who === 'none' ? null : await actorOf(ports, request, now);
  const place = await locate(ports.db, route, request.body, actor);
  if (route.endpoint.least && (!place || !isAtLeast(place.role, route.endpoint.least))) refuse('FORBIDDEN');
  const call: Call<never> = {
    actor,
    organizationId: place?.organizationId ?? null,
    role: place?.role ?? null,
    params: route.params,
    query: request.query,
    body: parseBody(route, request.body) as never,
    key: keyOf(request),
    now,
    userAgent: request.headers['user-agent'] ?? null,
  };
  if (route.name === 'operations') return { answer: await runBatch(call, request, dispatch), marks: {} };
  const handler = ports.handlers[route.name];
  if (!handler) throw new Error(`Nothing serves ${route.name}`);
  return await run(ports, handler, call, request);
}

async function actorOf(ports: CorePorts, request: CoreRequest, now: number): Promise<Actor> {
  const [scheme, token] = (request.headers['authorization'] ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) refuse('TOKEN_MISSING');
  return await ports.authenticate(token, now);
}

function parseBody(route: Route, body: unknown): unknown {
  if (!route.endpoint.body) return null;
  const parsed = route.endpoint.body.safeParse(body ?? {});
  return parsed.success ? parsed.data : refuse('INVALID_BODY', { issues: issuesOf(parsed.error.issues) });
}

function keyOf(request: CoreRequest): string | null {
  const key = request.headers[headerNames.idempotencyKey]?.replaceAll('"', '').trim();
  if (!key) return null;
  return /^[0-9a-f-]{36}$/i.test(key)
    ? key.toLowerCase()
    : refuse('INVALID_BODY', { issues: [{ path: 'Idempotency-Key', message: 'La clave de envío no es válida' }] });
}

async function run(ports: CorePorts, handler: Handler, call: Call<never>, request: CoreRequest): Promise<Served> {
  if (handler.kind === 'read') {
    const answer = await ports.db.transaction().execute((trx) => handler.run(call, trx));
    return { answer, marks: { [headerNames.epoch]: ports.epoch } };
  }
  const ledger = {
    userId: call.actor?.userId ?? 'nobody',
    key: call.actor ? call.key : null,
    fingerprint: fingerprintOf(request.method, request.path, request.body),
    receivedAt: new Date(call.now).toISOString(),
  };
  const outcome =
    handler.kind === 'personal'
      ? await runPersonal(ports.db, ledger, (trx) => handler.run(call, trx))
      : await runWrite(ports.db, { ...ledger, organizationId: call.organizationId ?? refuse('NOT_FOUND') }, (parts) =>
          handler.run(call, parts),
        );
  if (outcome.committed) ports.onCommit(outcome.committed);
  // Some refusals leave a trace that must stay (a failed log-in, a family that ended): written first, said afterwards.
  const { refusal } = outcome.answer;
  if (isProblemCode(refusal)) refuse(refusal);
  return { answer: outcome.answer, marks: marksOf(outcome, call, ports.epoch) };
}

const marksOf = (outcome: Outcome, call: Call, epoch: string): Record<string, string> => ({
  [headerNames.epoch]: epoch,
  ...(outcome.seq !== null && { [headerNames.seq]: String(outcome.seq) }),
  ...(call.key !== null && { [headerNames.idempotencyStatus]: outcome.replayed ? 'replayed' : 'created' }),
});
