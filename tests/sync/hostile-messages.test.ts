import { expect, test } from 'vitest';
import { openField } from '../support/field.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const polluted = JSON.parse('{"__proto__":{"deleted":true},"constructor":{"prototype":{"x":1}}}') as object;
const about = { organization_id: organizationId };

/** What whoever sits on the wire, or a server gone mad, can say on the live connection. */
const hostile: readonly unknown[] = [
  null,
  undefined,
  7,
  '',
  '{"action":"lot-deleted"}',
  [],
  {},
  polluted,
  { action: 'lot-deleted' },
  { action: '__proto__', ...about, seq: 2, epoch: 'epoch-1' },
  { action: 'nothing-of-ours', ...about },
  { action: 'lot-created', ...about, seq: Number.NaN, epoch: {} },
  { action: 'lot-created', ...about, seq: -1, epoch: 'another' },
  { action: 'lot-created', ...about, seq: Number.MAX_SAFE_INTEGER, epoch: 'epoch-1' },
  { action: 'lot-created', ...about, lot: 'x'.repeat(1_000_000), seq: 1, epoch: 'epoch-1' },
  { action: 'lot-deleted', organization_id: 'another-farm', id: 'ombu' },
  { action: 'lot-deleted', organization_id: { $ne: null }, id: 'ombu' },
];

test('whatever is said live, the phone goes on, shows what the server has, and sends what it holds', async () => {
  const { server, clock, ana, beto } = await openField();
  const before = (await beto.farm.views.lots()).map(({ lot, heads }) => [lot.id, heads]);
  beto.fault = 'no-signal';
  expect((await beto.farm.acts.createLot({ name: 'El Sauce', hectares: 40 })).ok).toBe(true);
  beto.fault = 'none';
  for (const message of hostile) for (const hear of server.listeners) hear(message);
  await clock.pass(120_000);
  for (const phone of [ana, beto]) {
    const lots = await phone.farm.views.lots();
    expect(lots.filter(({ lot }) => lot.name !== 'El Sauce').map(({ lot, heads }) => [lot.id, heads])).toEqual(before);
    expect(lots.filter(({ lot }) => lot.name === 'El Sauce')).toHaveLength(1);
    expect(phone.farm.status()).toMatchObject({ waiting: 0, withError: 0 });
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});
