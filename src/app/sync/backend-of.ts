import type { Reply } from '#net/reply.ts';
import { noEpoch } from '#store/lists.ts';
import type { SyncState } from '#store/store.ts';
import type { Backend } from './backend.ts';
import { sendLoad } from './outbox/send.ts';
import { plainBackend } from './plain-backend/plain-backend.ts';
import { pullChanges } from './pull/pull-changes.ts';

/** Our server, with all that wire.md adds. */
const ownBackend: Backend = { has: () => true, send: sendLoad, mayRepeat: () => true, fetch: pullChanges };

/** The backend that a phone last heard; ours as long as it has heard none. */
export const backendOf = ({ epoch }: Pick<SyncState, 'epoch'>): Backend =>
  epoch === noEpoch ? plainBackend : ownBackend;

/**
 * The backend of another make that refused the first page of the whole; null where our server refused. Ours marks its refusals: an unmarked
 * 404 has no sync (wire.md §Sync).
 */
export const otherBackendBehind = ({ problem, marks }: Extract<Reply, { outcome: 'refused' }>): Backend | null =>
  problem.status === 404 && marks.epoch === null ? plainBackend : null;
