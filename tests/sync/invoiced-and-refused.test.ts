import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../src/app/net/reply.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openMemoryStore } from '../support/memory-store.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let isRefusing = true;
beforeAll(async () => {
  farm = await createFieldFarm();
});
closesInOrder(() => farm);
beforeEach(() => {
  isRefusing = true;
});

const problem = {
  code: 'NOT_ENOUGH_ANIMALS' as const,
  status: 422,
  message: 'No hay animales suficientes',
  issues: [],
  retryAfterMs: null,
  requestId: null,
};
const refusal: Reply = {
  outcome: 'refused',
  problem,
  marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
};
const open = (store = openMemoryStore()): ServerPhone =>
  openServerPhone(farm, 'ana', {
    store,
    onCall: ({ method, path }) =>
      isRefusing && method === 'POST' && /\/(movement|asset)\//.test(path) ? refusal : null,
  });

const address = (): string => `/api/invoice/${farm.organizationId}`;
const enter = async (direction: 'emitida' | 'recibida'): Promise<Invoice> => {
  const entered = await farm.as('ana', 'POST', address(), { direction });
  return entered.body['invoice'] as Invoice;
};
const sale = (invoiceId: string, count = 4) => ({
  date: '2026-11-11',
  invoice_id: invoiceId,
  rodeo_id: farm.rodeos.invernada,
  lot_id: farm.lots.bajo,
  animals: [{ type: farm.cat('Novillito'), count }],
});
const supplies = (invoiceId: string) => ({
  date: '2026-11-11',
  invoice_id: invoiceId,
  lines: [{ name: 'Ivermectina', unit: 'unidad', quantity: 4 }],
});
async function refusedFor(phone: ServerPhone, type: 'SELL' | 'ASSET_BATCH', body: object) {
  await phone.meet();
  const saved = await phone.farm.acts.recordMovement(type, { ...body });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  await phone.meet();
  return saved.value;
}

describe('A record of an invoice that the server refused', () => {
  test.each([
    ['SELL', 'emitida', sale],
    ['ASSET_BATCH', 'recibida', supplies],
  ] as const)('is of the invoice until it is discarded, and of no list: %s', async (type, direction, bodyOf) => {
    const { id } = await enter(direction);
    const store = openMemoryStore();
    const phone = open(store);
    const { entityId, opId } = await refusedFor(phone, type, bodyOf(id));
    const reloaded = open(store);
    for (const { views } of [phone.farm, reloaded.farm]) {
      expect(await views.invoiced(id, [])).toMatchObject([
        { key: entityId, state: 'con_error', problem: problem.message, isOnlyHere: true },
      ]);
      expect((await views.lastTen()).map(({ key }) => key)).not.toContain(entityId);
    }
    await reloaded.farm.acts.discard(opId);
    expect(await reloaded.farm.views.invoiced(id, [])).toEqual([]);
  });

  test('tells its heads, and once corrected is linked once', async () => {
    const { id } = await enter('emitida');
    const phone = open();
    const { entityId, opId } = await refusedFor(phone, 'SELL', sale(id));
    const [refused] = await phone.farm.views.invoiced(id, []);
    expect(refused?.movement.animals).toEqual([{ type: farm.cat('Novillito'), count: 4 }]);
    isRefusing = false;
    expect((await phone.farm.acts.correct(opId, sale(id, 1))).ok).toBe(true);
    expect(await phone.farm.views.invoiced(id, [])).toMatchObject([
      { key: entityId, state: 'pendiente', movement: { animals: [{ count: 1 }] } },
    ]);
    await phone.meet();
    const stands = await farm.as('ana', 'GET', `${address()}/${id}`);
    expect((stands.body['invoice'] as Invoice).movement_ids).toEqual([entityId]);
    expect(await phone.farm.views.invoiced(id, [entityId])).toMatchObject([{ key: entityId, state: 'enviado' }]);
  });
});
