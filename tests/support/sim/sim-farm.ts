import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { Cell } from '../../../src/domain/movements/ledger.ts';
import type { Mutation } from './bugs.ts';
import { farmRows, organizationId } from './farm-rows.ts';
import { ModelServer } from './model-server.ts';

type Row = Readonly<Record<string, unknown>>;

/** Names of the farm's things that people of a simulated day speak of. */
export interface FarmIds {
  readonly ombu: string;
  readonly cria: string;
  readonly invernada: string;
  readonly sur: string;
  readonly ternero: string;
  readonly vaca: string;
  readonly novillito: string;
}

/** What a server holds, to compare phones with. */
export interface Truth {
  readonly seq: number;
  readonly movements: readonly Row[];
  readonly lots: readonly Row[];
  readonly cells: readonly Cell[];
  /** What its tables are known by, as it tells phones. */
  readonly digests: Readonly<Record<string, string>>;
  /** Keys that it has answered for good. */
  readonly keys: ReadonlySet<string>;
  /** Keys in the order of their effects. */
  readonly applied: readonly string[];
}

/** A server with one farm on it, as a simulated day needs it: the model, or the product's own core. */
export interface SimFarm {
  readonly organizationId: string;
  readonly people: readonly string[];
  readonly ids: FarmIds;
  /** Heads that no movement stands behind. */
  readonly opening: readonly Cell[];
  /** Movements and lots that were there before the day. */
  readonly before: ReadonlySet<string>;
  readonly listeners: Set<(message: unknown) => void>;
  readonly call: (request: Omit<Request, 'token'>, userId: string) => Promise<Reply>;
  readonly truth: () => Promise<Truth>;
  /** Takes a copy; what it gives brings the server back to it. */
  readonly backup: () => Promise<() => Promise<void>>;
}

/** The model as a farm for a day. */
export function modelFarm(bug: Mutation | null = null): SimFarm {
  const server = new ModelServer(bug);
  const rowsOf = (table: string): Row[] => [...(server.rows.get(table)?.values() ?? [])];
  return {
    organizationId,
    people: ['ana', 'beto', 'ana'],
    ids: {
      ombu: 'ombu',
      cria: 'cria',
      invernada: 'invernada',
      sur: 'sur',
      ternero: 'ternero',
      vaca: 'vaca',
      novillito: 'novillito',
    },
    opening: farmRows.cells.map((row) => ({
      lot: row.lot_id,
      rodeo: row.rodeo_id,
      category: row.category_id,
      head: row.head,
    })),
    before: new Set(farmRows.lots.map((lot) => lot.id)),
    listeners: server.listeners as Set<(message: unknown) => void>,
    call: async (request, userId) => server.call(request, userId),
    backup: async () => {
      const restore = server.backup();
      return async () => restore();
    },
    truth: async () => ({
      seq: server.seq,
      movements: rowsOf('movements'),
      lots: rowsOf('lots'),
      cells: server.cells(),
      digests: server.digests(),
      keys: new Set(server.ledger.keys()),
      applied: server.applied,
    }),
  };
}
