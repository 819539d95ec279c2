import type { FeedPage } from '../../src/app/store/pages.ts';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { organizationId } from './sim/farm-rows.ts';

/** When these rows were made. */
export const at = '2026-11-21T12:00:00.000Z';
/** Days of three hundred, one after the other. */
export const dayOf = (index: number): string =>
  new Date(Date.UTC(2026, 0, 1 + (index % 300))).toISOString().slice(0, 10);

type Given = Pick<Movement, 'id' | 'type' | 'date'> &
  Partial<Omit<Movement, 'metadata'>> & { readonly metadata?: Partial<Movement['metadata']> };

/** A movement as the server has it, of which nothing is said but what is given. */
export const plainMovement = ({ metadata, ...given }: Given): Movement => ({
  count: {},
  rodeoId: null,
  detail: null,
  reference: null,
  animals: [],
  organization_id: organizationId,
  created_at: at,
  updated_at: at,
  created_by: 'ana',
  version: 1,
  deleted: false,
  ...given,
  metadata: { lot_id: null, deletedBy: null, editHistory: [], ...metadata },
});

export const change = (row: Movement): Change => ({ table: 'movements', id: row.id, row });
export const gone = (id: string): Change => ({ table: 'movements', id, row: null });

/** A page of the feed with one commit, the last. */
export const feedPage = (from: number, changes: readonly Change[], rest: Partial<FeedPage> = {}): FeedPage => ({
  epoch: 'one',
  from,
  to: from + 1,
  more: false,
  changes,
  acks: [],
  reported: new Set(),
  at,
  ...rest,
});
