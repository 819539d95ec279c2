import type { Reply } from '#net/reply.ts';
import { noEpoch } from '#store/whole.ts';
import type { SyncState } from '#store/store.ts';
import type { Backend } from './backend.ts';
import { sendLoad } from './outbox/send.ts';
import { plainBackend } from './plain-backend/plain-backend.ts';
import { pullChanges } from './pull/pull-changes.ts';

/** Our server, with all of wire.md. */
const ownBackend: Backend = { has: () => true, send: sendLoad, mayRepeat: () => true, fetch: pullChanges };

/** The backend last heard; ours until then. */
export const backendOf = ({ epoch }: Pick<SyncState, 'epoch'>): Backend =>
  epoch === noEpoch ? plainBackend : ownBackend;

/**
 * The foreign backend that refused the first page of a whole load; null where our server refused. Ours marks its refusals: an unmarked 404
 * has no sync (wire.md §Sync).
 */
export const otherBackendBehind = ({ problem, marks }: Extract<Reply, { outcome: 'refused' }>): Backend | null =>
  problem.status === 404 && marks.epoch === null ? plainBackend : null;
