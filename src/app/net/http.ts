import { constants, headers as headerNames } from '#contract/constants.ts';
import { clientErrors, serverWords } from '#contract/sentences.ts';
import type { Issue } from '#domain/validation.ts';
import type { Net, Reply, Request, ServerProblem, SyncMarks } from './reply.ts';
import { isProblemCode } from '#contract/problems.ts';

type Fetch = (input: string, init: RequestInit) => Promise<Response>;
type Body = Readonly<Record<string, unknown>>;

interface HttpPorts {
  /** Empty: the origin of the app. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Once this server sent our mark, an answer without it is not its own (trust.md). */
  readonly knowsMark: () => boolean;
  readonly noteMark: () => void;
  readonly appVersion?: string;
}

/** The real network. Every failure is a value, whatever a network, portal or proxy answers. */
export const createNet = (ports: HttpPorts): Net => ({
  send: async (request) => {
    if (!isOfOurServer(request.path))
      return { outcome: 'unreachable', reason: clientErrors.fetch, detail: 'an address of another server' };
    const timeout = AbortSignal.timeout(request.timeoutMs ?? constants.httpTimeoutMs);
    try {
      const response = await ports.fetch(addressOf(ports.baseUrl, request), initOf(request, timeout, ports.appVersion));
      return await replyOf(response, ports);
    } catch (error) {
      const reason = timeout.aborted ? clientErrors.timeout : clientErrors.fetch;
      return { outcome: 'unreachable', reason, detail: String(error) };
    }
  },
});

/** One slash and no host after it: no token goes to another server. */
const isOfOurServer = (path: string): boolean => /^\/(?![/\\])/.test(path);

function addressOf(baseUrl: string, { path, query }: Request): string {
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return `${baseUrl}${path}${search && path.includes('?') ? `&${search.slice(1)}` : search}`;
}

const initOf = (
  { method, body, token, knownDevice, ...asked }: Request,
  signal: AbortSignal,
  appVersion?: string,
): RequestInit => ({
  method,
  signal,
  // A redirect is not our API's.
  redirect: 'error',
  credentials: 'omit',
  cache: 'no-store',
  headers: {
    accept: 'application/json',
    // The browser writes a form's boundary itself.
    ...(body !== undefined &&
      !(body instanceof FormData) && {
        'content-type': isBytes(body) ? 'application/octet-stream' : 'application/json',
      }),
    ...(appVersion && { [headerNames.appVersion]: appVersion }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(knownDevice && { [headerNames.knownDevice]: knownDevice }),
    ...headersOf(asked),
  },
  ...(body !== undefined && { body: asSent(body) }),
});

/** Headers beside the body: idempotency key, and what this phone knows of the farm (wire.md §Everywhere, §Sync). */
export const headersOf = ({
  idempotencyKey,
  said,
}: Pick<Request, 'idempotencyKey' | 'said'>): Record<string, string> => ({
  ...(idempotencyKey && { [headerNames.idempotencyKey]: idempotencyKey }),
  ...(said && { [headerNames.epoch]: said.epoch }),
  ...(said?.known && { [headerNames.known]: said.known }),
  ...(said?.healing !== undefined && { [headerNames.healing]: String(said.healing) }),
  ...(said?.waiting !== undefined && { [headerNames.outbox]: String(said.waiting) }),
});

function asSent(body: unknown): BodyInit {
  if (body instanceof FormData) return body;
  return isBytes(body) ? new Blob([body]) : JSON.stringify(body);
}

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;

async function replyOf(response: Response, ports: HttpPorts): Promise<Reply> {
  const isMarked = response.headers.has(headerNames.contract);
  const isFile =
    isMarked && response.ok && /^(image|audio)\/|^application\/pdf/.test(response.headers.get('content-type') ?? '');
  const body = isFile ? await fileOf(response) : await jsonOf(response);
  const isOurs = body !== null && typeof body.ok === 'boolean' && (isMarked || !ports.knowsMark());
  if (!isOurs) {
    const detail = `${response.status} ${response.headers.get('content-type') ?? ''}`;
    return { outcome: 'unreachable', reason: clientErrors.parsing, detail };
  }
  if (isMarked) ports.noteMark();
  const marks = marksOf(response);
  if (response.ok && body.ok === true) return { outcome: 'answer', status: response.status, body, marks };
  return { outcome: 'refused', problem: problemOf(response, body), marks };
}

/** A photo, audio or PDF as the field `file`. */
const fileOf = async (response: Response): Promise<Body> => ({
  ok: true,
  file: { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) },
});

async function jsonOf(response: Response): Promise<Body | null> {
  try {
    const value: unknown = JSON.parse(await response.text());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null;
  } catch (error) {
    // A page instead of JSON, or a truncated answer. An abort is for the caller.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function marksOf(response: Response): SyncMarks {
  const seq = response.headers.get(headerNames.seq);
  const date = Date.parse(response.headers.get('date') ?? '');
  return {
    seq: seq === null ? null : Number(seq),
    epoch: response.headers.get(headerNames.epoch),
    mark: response.headers.get(headerNames.mark),
    replayed: response.headers.get(headerNames.idempotencyStatus) === 'replayed',
    serverTimeMs: Number.isNaN(date) ? null : date,
  };
}

const keptIn = ({ kept }: Body): Pick<ServerProblem, 'kept'> =>
  Array.isArray(kept) ? { kept: kept.filter((key) => typeof key === 'string') } : {};

function problemOf(response: Response, body: Body): ServerProblem {
  const message = typeof body.message === 'string' ? body.message : null;
  const retryAfter = Number(response.headers.get('retry-after'));
  return {
    code: codeOf({ status: response.status, code: body.code, message }),
    status: response.status,
    message,
    issues: Array.isArray(body.issues) ? (body.issues as Issue[]) : [],
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : null,
    requestId: response.headers.get(headerNames.requestId),
    ...keptIn(body),
  };
}

interface ProblemAnswer {
  readonly status: number;
  readonly code: unknown;
  readonly message: string | null;
}

/** A refusal's code: ours, else by the sentences of the spec's backend (product.md §8), else by status. Only here do words decide. */
function codeOf({ status, code, message }: ProblemAnswer): string {
  if (isProblemCode(code)) return code;
  const words = (message ?? '').toLowerCase();
  if (status === 401 || status === 403) {
    if (message === serverWords.provideToken) return 'TOKEN_MISSING';
    if (words.includes('token expired')) return 'TOKEN_EXPIRED';
    if (words.includes('invalid token')) return 'TOKEN_INVALID';
    if (words.includes(serverWords.sessionExpired)) return 'SESSION_EXPIRED';
    if (words.includes(serverWords.token) || status === 401) return 'TOKEN_INVALID';
    return 'FORBIDDEN';
  }
  if (status === 404 || serverWords.notFound.some((word) => words.includes(word.toLowerCase()))) return 'NOT_FOUND';
  return `HTTP_${status}`;
}

/** Whether a refusal is about the session: one refresh, then one retry. */
export const isTokenCode = (code: string): boolean => /^(TOKEN|SESSION)_/.test(code);
