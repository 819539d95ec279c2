import { type ProblemCode, problems } from '../contract/problems.ts';

type Body = Readonly<Record<string, unknown>>;

/** `body` is empty without JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly isJson: boolean;
  readonly bytes: Uint8Array;
}

export interface Asked {
  readonly method: string;
  /** Without the base address. */
  readonly path: string;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly key?: string;
  readonly raw?: string;
  readonly form?: FormData;
  readonly bytes?: Uint8Array;
  readonly range?: string;
}

export type Ask = (asked: Asked) => Promise<Answer>;

const patienceMs = 30_000;
const busyTries = 3;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** HTTP with the backend. Retries 429 and 503 a few times: the exam does not test limits. */
export function askAt(base: string): Ask {
  const once = async ({ method, path, token, body, key, raw, form, bytes, range }: Asked): Promise<Answer> => {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const sent = text ?? form ?? (bytes && new Blob([new Uint8Array(bytes)]));
    const answer = await fetch(`${base}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(bytes && { 'content-type': 'application/octet-stream' }),
        ...(range && { range }),
      },
      ...(sent !== undefined && { body: sent }),
    });
    const came = new Uint8Array(await answer.arrayBuffer());
    const parsed = parse(new TextDecoder().decode(came));
    const { status, headers } = answer;
    return { status, headers, body: parsed ?? {}, isJson: parsed !== null, bytes: came };
  };
  return async (asked) => {
    for (let left = busyTries; ; left -= 1) {
      const answer = await once(asked);
      if (left === 0 || (answer.status !== 429 && answer.status !== 503)) return answer;
      await pause(Math.min(10, Number(answer.headers.get('retry-after') ?? 1)) * 1000);
    }
  };
}

function parse(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Body) : null;
  } catch {
    return null;
  }
}

export const gist = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;

export const isProblem = ({ status, body }: Answer, code: ProblemCode): boolean =>
  status === problems[code].status && body.code === code;

export const sameBody = (one: Answer, other: Answer): boolean =>
  JSON.stringify(one.body) === JSON.stringify(other.body);
