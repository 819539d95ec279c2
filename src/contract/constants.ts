/** Names and figures that product.md §9 fixes. Units are in the names. */
export const storageKeys = {
  token: 'token',
  refreshToken: 'refreshToken',
  organizationSelect: 'organizationSelect',
} as const;

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
  /** After the ten attempts tries go on slowly, so that no phone stays deaf until a reload (trust.md row 76). */
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

/** The live room of an organization (product.md §7, Realtime). */
export const roomOf = (organizationId: string): string => `organization_${organizationId}`;

/** Headers of the wire (wire.md §Everywhere), lower case as Node and fetch give them. */
export const headers = {
  idempotencyKey: 'idempotency-key',
  idempotencyStatus: 'idempotency-status',
  requestId: 'x-request-id',
  contract: 'x-api-contract',
  seq: 'x-sync-seq',
  epoch: 'x-sync-epoch',
  /** Of an answer: the mark of the commit that `seq` names. */
  mark: 'x-sync-mark',
  /** Of a write: the last commit that the phone knows, `seq.mark`. */
  known: 'x-sync-known',
  /** Of a write: the phone brings back what a restored server lost. */
  healing: 'x-sync-healing',
  appVersion: 'x-app-version',
  /** Of the feed: how many records of this farm wait on the phone that calls (trust.md row 86). */
  outbox: 'x-outbox',
  /** Where passwords and codes are tried: the word that a log-in told this device (`known_device`). */
  knownDevice: 'x-known-device',
} as const;

/** The version that `X-Api-Contract` carries: the mark of an answer of this API's own (trust.md). */
export const contractVersion = '1';
