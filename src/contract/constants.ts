/** Fixed by product.md §9. */
export const storageKeys = {
  token: 'token',
  refreshToken: 'refreshToken',
  organizationSelect: 'organizationSelect',
} as const;

/** localStorage: where Inicio's buttons stood; goes with the session. */
export const homeTilesKey = 'inicio';

export const constants = {
  tokenMarginSeconds: 30,
  httpTimeoutMs: 30_000,
  socketPath: '/api/events/socket.io',
  socketConnectTimeoutMs: 10_000,
  socketOverallTimeoutMs: 15_000,
  socketBackoffFirstMs: 1_000,
  socketBackoffMaxMs: 30_000,
  socketBackoffJitterMs: 1_000,
  socketMaxAttempts: 10,
  /** After those attempts, retries go on slowly, so that no phone stays disconnected until a reload (trust.md row 76). */
  socketSlowRetryMs: 60_000,
  roomRetryEveryMs: 500,
  roomRetryForMs: 15_000,
  roomPendingPollEveryMs: 200,
  roomPendingPollForMs: 10_000,
  lastMovements: 10,
  toastMs: 2_000,
  toastDefaultMs: 5_000,
  cacheKeepUnusedMs: 60_000,
  subscriptionBatchMs: 500,
  editHistoryMaxHeightPx: 500,
  drainEveryMs: 30_000,
  rowsPerPage: 500,
} as const;

/** An organization's live room (product.md §7, Realtime). */
export const roomOf = (organizationId: string): string => `organization_${organizationId}`;

/** wire.md §Everywhere; lower case, as Node and fetch give them. */
export const headers = {
  idempotencyKey: 'idempotency-key',
  idempotencyStatus: 'idempotency-status',
  requestId: 'x-request-id',
  contract: 'x-api-contract',
  seq: 'x-sync-seq',
  epoch: 'x-sync-epoch',
  /** Response: the mark of the commit `seq`. */
  mark: 'x-sync-mark',
  /** Write: the last commit the phone knows, `seq.mark`. */
  known: 'x-sync-known',
  /** Write: resends what a restored server lost. */
  healing: 'x-sync-healing',
  appVersion: 'x-app-version',
  /** Feed: unsent records of this farm on the calling phone (trust.md row 86). */
  outbox: 'x-outbox',
  /** Log-in and codes: the device's token from an earlier log-in (`known_device`). */
  knownDevice: 'x-known-device',
} as const;

/** In `X-Api-Contract`, which marks this API's own responses (trust.md). */
export const contractVersion = '1';
