import type { Reply } from '../../src/app/net/reply.ts';
import { type FieldCall, type FieldPort, type FieldServer, openFieldServer } from './field-server.ts';

type Row = Readonly<Record<string, unknown>>;

/** A backend of the specification's own, before the server that does its work. */
export interface ForeignServer extends FieldPort {
  readonly calls: readonly FieldCall[];
  readonly movements: FieldServer['movements'];
  readonly lots: FieldServer['lots'];
  readonly cells: FieldServer['cells'];
  /** Says live that a movement is there, with its row and no sequence. */
  readonly sayMovement: (movement: Row) => void;
}

const noMarks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };

/**
 * Whole lists, no feed, no batches, no ledger of keys, ids of its making, and a sentence in the place of a code. Sent twice, a record stands
 * twice. Behind it stands our own server, of which this shows no more than the specification asks for.
 */
export async function openForeignServer(clock: { readonly right: () => number }): Promise<ForeignServer> {
  const { organizationId, ...own } = await openFieldServer(clock);
  const calls: FieldCall[] = [];
  const listeners: ForeignServer['listeners'] = new Set();
  const say = (message: unknown): void => {
    for (const hear of listeners) hear(message);
  };
  own.listeners.add((message) => {
    const bare = without(message as Row, 'seq', 'prev_seq', 'mark', 'epoch', 'key');
    say({ ...bare, ...(isRow(bare['movement']) && { movement: bareMovement(bare['movement']) }) });
  });
  return {
    organizationId,
    listeners,
    calls,
    movements: own.movements,
    lots: own.lots,
    cells: own.cells,
    call: async (request, userId) => {
      calls.push(request);
      if (request.path.startsWith('/api/sync/') || request.path === '/api/health') return refused(404, 'Not found');
      return asForeign(request, await own.call(bareCall(request), userId));
    },
    sayMovement: (movement) =>
      say({ action: 'movement-created', organization_id: organizationId, movement: bareMovement(movement) }),
  };
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (row: Row, ...fields: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));

const bareMovement = (movement: Row): Row => without(movement, 'cid', 'version');

/** What of a call means anything there. */
const bareCall = ({ method, path, query, body }: FieldCall): FieldCall => ({
  method,
  path,
  ...(query && { query }),
  ...(body !== undefined && { body: isRow(body) ? without(body, 'cid') : body }),
});

function asForeign({ path }: FieldCall, reply: Reply): Reply {
  if (reply.outcome === 'unreachable') return reply;
  if (reply.outcome === 'refused') return refused(reply.problem.status, reply.problem.message);
  const body = reply.body as Row;
  const movements = path.startsWith('/api/movement/all/') && (body['movements'] as readonly Row[]).map(bareMovement);
  return { ...reply, body: movements ? { ...body, movements } : body, marks: noMarks };
}

const refused = (status: number, message: string | null): Reply => ({
  outcome: 'refused',
  problem: { code: `HTTP_${status}`, status, message, issues: [], retryAfterMs: null, requestId: null },
  marks: noMarks,
});
