import { expect, describe, beforeAll, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});
closesInOrder(() => farm);

describe('The book of an item that was bought', () => {
  test('names the invoice of each intake, until it is annulled, and not to a hand', async () => {
    const org = farm.organizationId;
    const made = await farm.as('ana', 'POST', '/api/asset', {
      organization_id: org,
      name: 'Sal mineral',
      kind: 'suplemento',
      unit: 'kg',
      quantity: 100,
    });
    const { id } = made.body['asset'] as { readonly id: string };
    const entries = async (who: PersonName) =>
      (await farm.as(who, 'GET', `/api/asset/detail/${id}`)).body['entries'] as readonly {
        readonly movement_id: string;
        readonly invoice_id: string | null;
      }[];
    const [opening] = await entries('ana');
    expect(opening?.invoice_id).toBeNull();
    const entered = await farm.as('ana', 'POST', `/api/invoice/${org}`, {
      direction: 'recibida',
      kind: 'factura',
      letter: 'A',
      point_of_sale: 3,
      number: 7,
      issued_on: '2026-11-10',
      issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
      recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
      lines: [{ concept: 'Sal mineral', quantity: 100, unit_price: '1000.00', vat_rate: 21 }],
      state: 'pendiente',
      movement_ids: [opening?.movement_id],
    });
    const invoice = entered.body['invoice'] as { readonly id: string };
    expect(await entries('ana')).toMatchObject([{ invoice_id: invoice.id }]);
    expect(await entries('caro')).toMatchObject([{ invoice_id: null }]);
    await farm.as('ana', 'PUT', `/api/invoice/${org}/${invoice.id}`, { state: 'anulada', cancel_reason: 'Repetida' });
    expect(await entries('ana')).toMatchObject([{ invoice_id: null }]);
  });
});
