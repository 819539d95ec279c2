import { beforeEach, expect, test } from 'vitest';
import type { Request } from '../../src/app/net/reply.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

/**
 * A first load is cut by the signal, and what is recorded meanwhile goes up before it ends: herd and store room count it once, on
 * whichever side of their own pages it arrived.
 */
type Call = Omit<Request, 'token'>;

let farm: FieldFarm;
beforeEach(async () => {
  farm = await createFieldFarm();
  const salt = { organization_id: farm.organizationId, name: 'Sal', unit: 'kg', kind: 'medicamento' };
  await farm.as('ana', 'POST', '/api/asset', { ...salt, date: '2026-06-01', quantity: 50 });
});

const noSignal = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' } as const;
const tableOf = ({ path, query }: Call): string | null => {
  if (path.includes('/history/')) return 'history';
  const page = query?.['page'];
  if (!path.endsWith('/snapshot') || page === undefined) return null;
  return (JSON.parse(Buffer.from(page, 'base64url').toString()) as { table: string }).table;
};

/** A phone whose load comes no further than before the table that is said. */
function openCut(): { readonly phone: ServerPhone; readonly until: (table: string | null) => Promise<void> } {
  let cut: string | null = null;
  const phone = openServerPhone(farm, 'beto', {
    onCall: (call) => (cut !== null && tableOf(call) === cut ? noSignal : null),
  });
  return {
    phone,
    until: async (table) => {
      cut = table;
      await phone.meet();
      phone.link.isUp = false;
    },
  };
}

const steers = async ({ farm: { views } }: Pick<ServerPhone, 'farm'>): Promise<number> =>
  (await views.stock())
    .filter(({ category, lot }) => category === farm.cat('Novillito') && lot === farm.lots.bajo)
    .reduce((sum, { head }) => sum + head, 0);
const salt = async ({ farm: { views } }: Pick<ServerPhone, 'farm'>): Promise<unknown> =>
  (await views.things('asset')).find(({ row }) => row.name === 'Sal')?.row['quantity'];
const steersThere = async (): Promise<number> => {
  const phone = openServerPhone(farm, 'ana');
  await phone.meet();
  return await steers(phone);
};

const deaths = () => ({
  date: '2026-08-10',
  lot_id: farm.lots.bajo,
  rodeo_id: farm.rodeos.invernada,
  animals: [{ type: farm.cat('Novillito'), count: 3 }],
});

test.each([
  ['before its herd was read', 'cells', 'cycles'],
  ['after its herd was read', 'cycles', 'movements'],
  ['after its herd was read, while the history comes', 'movements', 'history'],
])('deaths that go up %s are counted once all along', async (_when, first, second) => {
  const before = await steersThere();
  const { phone, until } = openCut();
  await until(first);
  expect((await phone.farm.acts.recordMovement('DEATH', deaths())).ok).toBe(true);
  await until(second);
  expect([await steersThere(), await steers(phone)]).toEqual([before - 3, before - 3]);
  await until('history');
  expect(await steers(phone)).toBe(before - 3);
  await until(null);
  const { items } = await phone.farm.views.page({ types: ['DEATH'] }, null, 50);
  expect([items.map(({ state }) => state), await steers(phone)]).toEqual([['enviado'], before - 3]);
});

test('a record that was changed and deleted again meanwhile counts as it stands', async () => {
  const before = await steersThere();
  const { phone, until } = openCut();
  await until('cells');
  const saved = await phone.farm.acts.recordMovement('DEATH', deaths());
  if (!saved.ok) throw new Error('not saved');
  await until('cells');
  await phone.farm.acts.deleteMovement(saved.value.entityId);
  await until('cycles');
  expect([await steersThere(), await steers(phone)]).toEqual([before, before]);
  await until(null);
  expect(await steers(phone)).toBe(before);
});

test.each([
  ['before', 'assets', 'movements'],
  ['after', 'movements', 'history'],
])('what is used of a supply is taken off once, that goes up %s its page', async (_when, first, second) => {
  const { phone, until } = openCut();
  await until(first);
  const used = { date: '2026-08-10', name: 'Sal', quantity: 5, unit: 'kg' };
  const saved = await phone.farm.acts.recordMovement('ASSET_CONSUMPTION', used);
  expect(saved).toMatchObject({ ok: true });
  await until(second);
  expect(await salt(phone)).toBe(45);
  await until(null);
  expect(await salt(phone)).toBe(45);
});
