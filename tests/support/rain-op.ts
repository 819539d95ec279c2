import type { NewOp } from '../../src/app/store/op.ts';

/** The farm of records that stand in an outbox by themselves. */
export const farm = 'ombu';
/** When they were made. */
export const at = '2026-11-21T12:00:00.000Z';

/** A record of rain, before it has its number. */
export const rain = (opId: string): NewOp => ({
  opId,
  deviceId: 'd',
  userId: 'ana',
  organizationId: farm,
  v: 1,
  act: 'create',
  subject: 'movement',
  movementType: 'RAIN',
  method: 'POST',
  path: '/x',
  body: { date: '2026-11-20', mm: 5 },
  postings: [],
  deps: [],
  entityId: `rain-${opId}`,
  recordedAt: at,
  appBuild: 'test',
  state: 'pending',
  attempts: 0,
  firstSentAt: null,
  nextAt: 0,
  parkedAt: null,
  ackedAt: null,
  ack: null,
  problem: null,
});
