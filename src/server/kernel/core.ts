import { contractVersion, headers as headerNames } from '../../contract/constants.ts';
import { inStep } from '../database/open-farm.ts';
import { type Call, refuse } from './call.ts';
import { admit, type AdmitPorts, type Inside } from './admit.ts';
import type { AnyHandler } from './composed.ts';
import { type Answering, judgeTogether, type Judging, type Together, withWriteQueue } from './together.ts';
import { fromTheField } from './healing.ts';
import type { CoreRequest, CoreResponse, Served } from './exchange.ts';
import { bearerOf, keyOf, parseBody, parseQuery, refuseOldApp, versionOf } from './read-request.ts';
import { perform, type PerformPorts } from './perform.ts';
import { notesOn } from './noted.ts';
import { isForeseen, problemOf, refusalAnswer, statusOf } from './problem-of.ts';
import { matchRoute, type Route } from './routes.ts';
import { keepRejected } from './rejected.ts';
import { epochFor } from './life.ts';

export interface CorePorts extends Omit<PerformPorts, 'writeShared'>, AdmitPorts {
  /** How single writes run; by default those that come at once share a transaction. */
  readonly writeShared?: PerformPorts['writeShared'];
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  /** Older apps must update; empty: all may call. */
  readonly leastAppVersion: string;
  readonly newId: () => string;
  /** Milliseconds after which a shared transaction takes no further operation; 100 by default. */
  readonly sharedMs?: number;
  readonly onRefused: (organizationId: string) => void;
  /** Called with what was answered DATABASE_UNAVAILABLE. */
  readonly onOutage?: (error: unknown) => void;
}

export interface Core {
  readonly dispatch: (request: CoreRequest) => Promise<CoreResponse>;
}

/** The whole backend without a socket: match, authenticate, locate, check, commit, answer (wire.md §Everywhere). */
export function createCore(given: CorePorts): Core {
  const ports = { ...withWriteQueue(given), note: notesOn(given.db) };
  const answer: Answering = async (request, inside) => await (await judge(null, request, inside)).said();
  const judge: Judging = async (open, asked, inside) => {
    const within = { ...ports, ...open };
    const request = fromTheField(asked);
    const requestId = ports.newId();
    const marks = {
      [headerNames.requestId]: requestId,
      [headerNames.contract]: contractVersion,
      'cache-control': 'no-store',
    };
    try {
      const run = () => serve(within, request, inside, { answer, judge });
      const { answer: said, json, parts, marks: own } = await (within.open ? inStep(within.open.farm, run) : run());
      const written = json ? { json } : parts && { parts };
      const body = written ? { body: {}, ...written } : { body: { ok: true, ...said } };
      return { status: 200, said: async () => ({ status: 200, headers: { ...marks, ...own }, ...body }) };
    } catch (error) {
      // Whoever opened the transaction decides whether the rest can go on.
      if (within.open && !isForeseen(error)) throw error;
      const said = () => answerRefused(ports, error, { request, inside, requestId, marks });
      return { status: statusOf(error), said };
    }
  };
  return { dispatch: (request) => answer(request, null) };
}

type Ports = CorePorts & PerformPorts & { readonly note: ReturnType<typeof notesOn> };

interface Ways {
  readonly answer: Answering;
  readonly judge: Judging;
}

async function serve(ports: Ports, request: CoreRequest, inside: Inside, ways: Ways): Promise<Served> {
  const route = matchRoute(request.method, request.path) ?? refuse('NOT_FOUND');
  if (inside === null) refuseOldApp(ports.leastAppVersion, route, request);
  const admitted = await admit(ports, route, request, inside);
  const { longReads } = ports;
  if (!route.endpoint.isLong || !longReads) return await serveAs(admitted, ports, { route, request, inside }, ways);
  // While it waited, the caller may have left the farm or lost sight of prices: admit again, without counting.
  const run = async (hasWaited: boolean): Promise<Served> => {
    const now = hasWaited ? await admit({ ...ports, limits: undefined }, route, request, inside) : admitted;
    return await serveAs(now, ports, { route, request, inside }, ways);
  };
  return await longReads.inTurn(run, { whose: admitted.place?.organizationId ?? '', until: ({ made }) => made });
}

interface Asked {
  readonly route: Route;
  readonly request: CoreRequest;
  readonly inside: Inside;
}

async function serveAs(
  { place, speaker, carrier }: Awaited<ReturnType<typeof admit>>,
  ports: Ports,
  { route, request, inside }: Asked,
  ways: Ways,
): Promise<Served> {
  const effects: (() => unknown)[] = [];
  const organizationId = place?.organizationId ?? '';
  const call: Call<never> = {
    actor: speaker,
    carrier,
    organizationId: place?.organizationId ?? null,
    role: place?.role ?? null,
    hasLeft: place?.hasLeft ?? false,
    params: route.params,
    query: parseQuery(route, request.query),
    // Validated by the schema that the handler's type derives from (`EndpointHandlers`); which one is known only at run time.
    body: parseBody(route, request.body) as never,
    // Some reads store things, but no key answers for them.
    key: route.endpoint.method === 'GET' ? null : keyOf(request),
    now: ports.now(),
    newId: ports.newId,
    userAgent: request.headers['user-agent'] ?? null,
    appVersion: versionOf(request),
    address: request.address ?? null,
    oneTimeToken: route.endpoint.who === 'one-time' ? bearerOf(request) : null,
    knownDevice: request.headers[headerNames.knownDevice] ?? null,
    afterCommit: (effect) => effects.push(effect),
    tellReviewers: () => effects.push(() => ports.onRefused(organizationId)),
  };
  const served = await serveAdmitted(ports, { call, route, place, effects }, request, ways);
  if (inside === null) {
    await ports.note({ call, route, place, request }).catch((error: unknown) => ports.onBug(error, 'after the call'));
  }
  return served;
}

interface Admitted {
  readonly call: Call<never>;
  readonly route: Route;
  readonly place: Awaited<ReturnType<typeof admit>>['place'];
  readonly effects: (() => unknown)[];
}

async function serveAdmitted(
  ports: Ports,
  { call, route, place, effects }: Admitted,
  request: CoreRequest,
  { answer, judge }: Ways,
): Promise<Served> {
  const handler = ports.handlers[route.name];
  if (!handler) throw new Error(`Nothing serves ${route.name}`);
  if (handler.kind !== 'composed') return await perform(ports, handler, { call, route, place }, request, effects);
  const together: Together = (operations, run) => judgeTogether(ports, judge, operations, run);
  const served = await handler.run({ call, place, request, db: ports.db, answer, together });
  for (const effect of effects) effect();
  return served;
}

type RefusedPorts = Parameters<typeof keepRejected>[0] & Parameters<typeof epochFor>[0] & Pick<CorePorts, 'onOutage'>;

interface Failed {
  readonly request: CoreRequest;
  readonly inside: Inside;
  readonly requestId: string;
  readonly marks: CoreResponse['headers'];
}

/** Answers a failed call, after storing it for the office where due. */
async function answerRefused(
  ports: RefusedPorts,
  error: unknown,
  { request, inside, requestId, marks }: Failed,
): Promise<CoreResponse> {
  const foreseen = problemOf(error);
  if (foreseen.code === 'SERVER_ERROR') ports.onBug(error, requestId);
  if (foreseen.code === 'DATABASE_UNAVAILABLE') ports.onOutage?.(error);
  const isJudgedBefore = inside?.isDecided === true;
  const author = inside?.author ?? null;
  const problem = isJudgedBefore
    ? foreseen
    : await keepRejected(ports, { request, author }, error, foreseen, requestId);
  const epoch = inside === null ? await epochFor(ports, request) : null;
  return refusalAnswer(problem, { ...marks, ...(epoch !== null && { [headerNames.epoch]: epoch }) });
}
