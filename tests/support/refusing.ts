import { type ProblemCode, problems } from '../../src/contract/problems.ts';
import type { Reply } from '../../src/app/net/reply.ts';
import type { FieldCall, FieldPort } from './field-server.ts';

interface Wish {
  readonly path: string;
  readonly code: ProblemCode;
}

interface Operation {
  readonly key: string;
  readonly path: string;
  readonly body?: { readonly cid?: string };
}

interface Batch {
  readonly operations: readonly Operation[];
}

const noMarks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };

/**
 * Refusals that a test asks for, around the port to the server: what is refused does not reach it. In a batch what names the refused thing
 * waits, as the core has it, and the wish stays for the call in which the phone asks again alone.
 */
export function refusing(wishes: Wish[], call: FieldPort['call']): FieldPort['call'] {
  const wishFor = (path: string): Wish | undefined => wishes.find((wish) => path.includes(wish.path));
  return async (request, userId) => {
    const send = (asked: FieldCall): Promise<Reply> => call(asked, userId);
    if (request.method === 'GET') return await send(request);
    const { operations } = (request.body ?? {}) as Partial<Batch>;
    if (operations) {
      const stopped = new Map<string, ProblemCode>();
      const refused = operations.filter(({ path }) => wishFor(path));
      for (const { key, path } of refused) stopped.set(key, wishFor(path)?.code ?? 'SERVER_ERROR');
      const ids = refused.flatMap(({ body }) => body?.cid ?? []);
      const mustWait = operations.filter((one) => ids.some((id) => JSON.stringify(one).includes(id)));
      for (const { key } of mustWait) if (!stopped.has(key)) stopped.set(key, 'DEPENDENCY_MISSING');
      return stopped.size === 0 ? await send(request) : await batchWithout(request, stopped, send);
    }
    const wish = wishFor(request.path);
    if (!wish) return await send(request);
    wishes.splice(wishes.indexOf(wish), 1);
    const { status, message } = problems[wish.code];
    const problem = { code: wish.code, status, message, issues: [], retryAfterMs: null, requestId: null };
    return { outcome: 'refused', problem, marks: noMarks };
  };
}

async function batchWithout(
  request: FieldCall,
  stopped: ReadonlyMap<string, ProblemCode>,
  send: (asked: FieldCall) => Promise<Reply>,
): Promise<Reply> {
  const { operations, ...rest } = request.body as Batch;
  const left = operations.filter(({ key }) => !stopped.has(key));
  const reply: Reply =
    left.length > 0
      ? await send({ ...request, body: { ...rest, operations: left } })
      : { outcome: 'answer', status: 200, body: { ok: true, results: [] }, marks: noMarks };
  if (reply.outcome !== 'answer') return reply;
  const body = reply.body as { readonly results: readonly { readonly key: string }[] };
  const results = operations.map(({ key }) => {
    const code = stopped.get(key);
    if (!code) return body.results.find((result) => result.key === key);
    return { key, status: problems[code].status, seq: null, mark: null, body: { ok: false, code } };
  });
  return { ...reply, body: { ...body, results } };
}
