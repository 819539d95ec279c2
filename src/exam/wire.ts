/** An answer as it came. `body` is an empty object where there was no JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
  readonly isJson: boolean;
}

/** One request of the exam. */
export interface Asked {
  readonly method: string;
  /** After the base address, parameters filled in. */
  readonly path: string;
  readonly token?: string | null;
  readonly body?: unknown;
  readonly key?: string;
  /** A body as it is, where it is no JSON of ours. */
  readonly raw?: string;
}

export type Ask = (asked: Asked) => Promise<Answer>;

const patienceMs = 30_000;
const busyTries = 3;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Speaks HTTP with the backend at an address. A busy answer (429, 503) is waited out a few times: the exam is no test of limits. */
export function askAt(base: string): Ask {
  const once = async ({ method, path, token, body, key, raw }: Asked): Promise<Answer> => {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(`${base}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(text !== undefined && { body: text }),
    });
    const said = await answer.text();
    const parsed = parse(said);
    return { status: answer.status, headers: answer.headers, body: parsed ?? {}, isJson: parsed !== null };
  };
  return async (asked) => {
    for (let left = busyTries; ; left -= 1) {
      const answer = await once(asked);
      if (left === 0 || (answer.status !== 429 && answer.status !== 503)) return answer;
      await pause(Math.min(10, Number(answer.headers.get('retry-after') ?? 1)) * 1000);
    }
  };
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

/** The status and what was said, for a line of the report. */
export const gist = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`;
