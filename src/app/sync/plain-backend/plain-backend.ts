import type { Answered, Backend, Ending, SendPorts } from '../backend.ts';
import { pullLists } from './lists.ts';
import type { Reply } from '#net/reply.ts';
import type { Op } from '#store/op.ts';
import { callOf, classify, idIn, isOk } from '../outbox/send.ts';

/** Edits and deletions are idempotent; a repeated creation makes a second thing. */
const mayRepeat = ({ method }: Pick<Op, 'method'>): boolean => method !== 'POST';

/** Refused before anything was done: may be resent. */
const unheard = new Set([425, 429, 503]);

/** What an unmarked answer means. The backend's word is believed; without one, nobody knows. */
function classifyUnmarked(reply: Reply, op: Pick<Op, 'method' | 'subject'>): Ending {
  const nobodyKnows: Ending = mayRepeat(op) ? { is: 'later', retryAfterMs: null } : { is: 'unsure' };
  if (reply.outcome === 'unreachable') return nobodyKnows;
  if (reply.outcome === 'answer') {
    if (!isOk(reply.body)) return nobodyKnows;
    return { is: 'applied', ack: { seq: null, epoch: reply.marks.epoch, serverId: idIn(reply.body, op) } };
  }
  const verdict = classify(reply, op);
  return verdict.is === 'later' && !unheard.has(reply.problem.status) ? nobodyKnows : verdict;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Sends one op by the specification's call, without our extensions. */
async function sendOne({ store, net }: Pick<SendPorts, 'store' | 'net'>, op: Op): Promise<Answered> {
  const reply = await net.call(callOf(await bound(store, op)));
  return { reply, endings: [classifyUnmarked(reply, op)] };
}

/** The op with our ids replaced by the backend's, where known. */
async function bound(store: SendPorts['store'], op: Op): Promise<Op> {
  const names = new Set<string>();
  collect(op.path.split('/'), names);
  collect(op.body, names);
  const known = new Map<string, string>();
  for (const name of names) known.set(name, await store.resolveId(op.organizationId, name));
  const path = op.path
    .split('/')
    .map((part) => known.get(part) ?? part)
    .join('/');
  return { ...op, path, body: replaced(op.body, known) as Op['body'] };
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value === 'string' && uuid.test(value)) names.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, names);
}

function replaced(value: unknown, known: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return known.get(value) ?? value;
  if (Array.isArray(value)) return value.map((part) => replaced(part, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part, known)]));
}

/** A backend with the specification only: no feed, no ledger, its own ids (decision 0004), none of our extensions. */
export const plainBackend: Backend = {
  has: () => false,
  send: (ports, [op]) => sendOne(ports, op),
  mayRepeat,
  fetch: pullLists,
};
