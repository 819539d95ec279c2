import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payloadOf } from '../../src/domain/movements/movement.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let ana: ServerPhone;
let losesAnswers = false;
beforeAll(async () => {
  farm = await createFieldFarm();
});
closesInOrder(() => farm);
beforeEach(async () => {
  losesAnswers = false;
  ana = openServerPhone(farm, 'ana');
  await ana.meet();
  ana.link.isUp = false;
});

let number = 0;
const address = (): string => `/api/invoice/${farm.organizationId}`;
const enter = async (): Promise<Invoice> => {
  number += 1;
  const entered = await farm.as('ana', 'POST', address(), {
    direction: 'emitida',
    kind: 'factura',
    letter: 'A',
    point_of_sale: 3,
    number,
    issued_on: '2026-11-10',
    issuer: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
    recipient: { name: 'Frigorífico Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
    lines: [
      {
        concept: 'Novillitos',
        category_id: farm.cat('Novillito'),
        heads: 4,
        quantity: 4,
        unit_price: '1000.00',
        vat_rate: 10.5,
      },
    ],
    state: 'pendiente',
  });
  expect(entered.body).toEqual(expect.objectContaining({ ok: true }));
  return entered.body['invoice'] as Invoice;
};
const read = async (id: string): Promise<Invoice> =>
  (await farm.as('ana', 'GET', `${address()}/${id}`)).body['invoice'] as Invoice;
const sale = (invoiceId: string) => ({
  date: '2026-11-11',
  invoice_id: invoiceId,
  rodeo_id: farm.rodeos.invernada,
  lot_id: farm.lots.bajo,
  animals: [{ type: farm.cat('Novillito'), count: 4 }],
});
const sell = async (phone: ServerPhone, invoiceId: string) => {
  const saved = await phone.farm.acts.recordMovement('SELL', sale(invoiceId));
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value;
};

describe('A record that is made from an invoice without signal', () => {
  test('stands on the invoice at once, and is linked by its own arrival, whatever screen is open', async () => {
    const { id } = await enter();
    const { entityId } = await sell(ana, id);
    const onScreen = async () => await ana.farm.views.invoiced(id, (await read(id)).movement_ids);
    expect(await onScreen()).toMatchObject([{ key: entityId, state: 'pendiente' }]);
    // What is corrected before it leaves is of the invoice still.
    const typed = await ana.farm.views.movement(entityId);
    const payload = typed && payloadOf(typed.movement, ['rodeo_id', 'lot_id', 'animals', 'buyer']);
    expect((await ana.farm.acts.editMovement(entityId, { ...payload, buyer: 'Frigorífico Sur' })).ok).toBe(true);
    expect(await onScreen()).toHaveLength(1);
    await ana.meet();
    expect((await read(id)).movement_ids).toEqual([entityId]);
    expect(await onScreen()).toMatchObject([{ key: entityId, state: 'enviado' }]);
    const invoices = await ana.farm.views.invoices();
    expect(invoices.find((one) => one.id === id)?.movement_ids).toEqual([entityId]);
  });

  test('is linked once, though the answer was lost and it was sent again', async () => {
    const { id } = await enter();
    const phone = openServerPhone(farm, 'ana', {
      onCall: () => (losesAnswers ? { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'lost' } : null),
    });
    await phone.meet();
    phone.link.isUp = false;
    const { entityId } = await sell(phone, id);
    // The call arrives, its answer does not.
    await farm.as('ana', 'POST', `/api/movement/sell/${farm.organizationId}`, { ...sale(id), cid: entityId });
    losesAnswers = true;
    await phone.meet();
    losesAnswers = false;
    await phone.meet();
    expect((await read(id)).movement_ids).toEqual([entityId]);
    expect(await phone.farm.views.invoiced(id, [entityId])).toHaveLength(1);
  });

  test('is taken without a link where the invoice was annulled or deleted meanwhile', async () => {
    const annulled = await enter();
    const draft = await farm.as('ana', 'POST', address(), { direction: 'recibida' });
    const { id: draftId } = draft.body['invoice'] as Invoice;
    const [first, second] = [await sell(ana, annulled.id), await sell(ana, draftId)];
    const dead = { state: 'anulada', cancel_reason: 'Repetida' };
    expect((await farm.as('ana', 'PUT', `${address()}/${annulled.id}`, dead)).status).toBe(200);
    expect((await farm.as('ana', 'DELETE', `${address()}/${draftId}`)).status).toBe(200);
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    expect((await read(annulled.id)).movement_ids).toEqual([]);
    for (const { entityId } of [first, second])
      expect(await ana.farm.views.movement(entityId)).toMatchObject({ state: 'enviado' });
  });
});

describe('An invoice that a call names', () => {
  const record = async (who: PersonName, invoiceId: string) =>
    await farm.record(who, 'sell', { ...sale(invoiceId), animals: [{ type: farm.cat('Novillito'), count: 1 }] });

  test('is not touched by who does not see it, and is not named to him', async () => {
    const { id, version } = await enter();
    const sold = await record('caro', id);
    expect(sold.status).toBe(200);
    expect(JSON.stringify(sold.body)).not.toContain(id);
    expect(await read(id)).toMatchObject({ movement_ids: [], version });
  });

  test('that nobody knows keeps no record out', async () => {
    expect((await record('ana', 'no-such-invoice')).status).toBe(200);
  });
});
