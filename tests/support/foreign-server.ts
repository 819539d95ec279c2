import type { Reply, Request } from '../../src/app/net/reply.ts';
import { organizationId } from './sim/farm-rows.ts';
import { ModelServer } from './sim/model-server.ts';

type Call = Omit<Request, 'token'>;

const noMarks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };

/**
 * A backend of the specification's own: whole lists, no feed, no batches, no ledger of keys, ids of its making, and a sentence in the
 * place of a code. Sent twice, a record stands twice.
 */
export class ForeignServer extends ModelServer {
  override call(request: Call, userId: string): Reply {
    const { method, path } = request;
    if (path.startsWith('/api/sync/') || path === '/api/health') {
      this.calls.push(request);
      return refused(404, 'Not found');
    }
    if (method === 'GET') {
      this.calls.push(request);
      const list = this.listAt(path);
      return list
        ? { outcome: 'answer', status: 200, body: { ok: true, ...list }, marks: noMarks }
        : refused(404, 'Not found');
    }
    const body = isRecord(request.body) && { body: withoutId(request.body) };
    const reply = super.call({ method, path, ...body }, userId);
    if (reply.outcome === 'unreachable') return reply;
    return reply.outcome === 'refused'
      ? refused(reply.problem.status, reply.problem.message)
      : { ...reply, marks: noMarks };
  }

  private listAt(path: string): Readonly<Record<string, unknown>> | null {
    const all = (table: string) => [...(this.rows.get(table)?.values() ?? [])];
    const cells = this.cells();
    switch (path) {
      case `/api/lot/info/${organizationId}`:
        return {
          lots: all('lots').map((lot) => ({
            ...lot,
            animals: animalsOf(cells.filter((cell) => cell.lot === lot['id'])),
          })),
        };
      case `/api/animal-categories/${organizationId}`:
        return { categories: all('categories') };
      case `/api/rodeo/${organizationId}`:
        return {
          rodeos: all('rodeos').map((rodeo) => ({
            ...rodeo,
            animals: cells
              .filter((cell) => cell.rodeo === rodeo['id'])
              .map((cell) => ({ lot_id: cell.lot, category_id: cell.category, count: cell.head })),
          })),
        };
      case `/api/movement/all/${organizationId}`:
        return { movements: all('movements').map(({ cid: _cid, version: _version, ...movement }) => movement) };
      default:
        return null;
    }
  }

  /** Says live that a movement is there, with its row and no sequence. */
  sayMovement(id: string): void {
    const movement = this.rows.get('movements')?.get(id);
    const message = { action: 'movement-created', organization_id: organizationId, movement };
    for (const hear of this.listeners as unknown as Set<(told: unknown) => void>) hear(message);
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const withoutId = ({ cid: _, ...rest }: Readonly<Record<string, unknown>>): unknown => rest;

const animalsOf = (cells: readonly { readonly category: string; readonly head: number }[]) =>
  cells.map(({ category, head }) => ({ id: category, count: head, category: { id: category, name: category } }));

const refused = (status: number, message: string | null): Reply => ({
  outcome: 'refused',
  problem: { code: `HTTP_${status}`, status, message, issues: [], retryAfterMs: null, requestId: null },
  marks: noMarks,
});
