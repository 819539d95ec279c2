import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});
closesInOrder(() => farm);

const made = async (who: PersonName, path: string, body: object): Promise<Movement> => {
  const answer = await farm.record(who, path, body);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['movement'] as Movement;
};

let number = 0;
/** An invoice received with these lines; gives its id. */
async function invoiceOf(lines: readonly object[]): Promise<string> {
  number += 1;
  const { body } = await farm.as('ana', 'POST', `/api/invoice/${farm.organizationId}`, {
    direction: 'recibida',
    kind: 'factura',
    letter: 'A',
    point_of_sale: 3,
    number,
    issued_on: '2026-06-01',
    issuer: { name: 'Consignataria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
    recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
    lines,
    state: 'pendiente',
  });
  return (body['invoice'] as { readonly id: string }).id;
}

const bought = (who: PersonName, invoice_id: string | undefined, count: number): Promise<Movement> =>
  made(who, 'purchase', {
    date: '2026-06-01',
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: farm.cat('Vaca'), count }],
    ...(invoice_id !== undefined && { invoice_id }),
  });

describe('An invoice that two people booked, one of them without signal', () => {
  const cows = (heads: number) => [
    { concept: 'Vacas', category_id: farm.cat('Vaca'), heads, net: '40000000.00', vat_rate: 10.5 },
  ];

  test('has both records; the later one, with more heads than are left of the paper, is looked at', async () => {
    const invoice = await invoiceOf(cows(40));
    const first = await bought('ana', invoice, 25);
    expect(first.review).toBeUndefined();
    const rest = await bought('beto', invoice, 15);
    expect(rest.review).toBeUndefined();
    const second = await bought('beto', invoice, 40);
    expect(second.review).toEqual({ reasons: ['possible_duplicate'], possible_duplicate_of: rest.id });
  });

  test('is not booked twice where the first record was deleted, nor by a purchase of another paper', async () => {
    const invoice = await invoiceOf(cows(10));
    const first = await bought('ana', invoice, 10);
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${first.id}`);
    expect((await bought('beto', invoice, 10)).review).toBeUndefined();
    expect((await bought('beto', undefined, 10)).review).toBeUndefined();
    expect((await bought('beto', await invoiceOf(cows(10)), 10)).review).toBeUndefined();
  });

  test('has its supplies looked at too', async () => {
    const invoice = await invoiceOf([{ concept: 'Sal mineral', quantity: 100, unit_price: '1000.00', vat_rate: 21 }]);
    const loaded = async (who: PersonName): Promise<Movement> => {
      const lines = [{ name: 'Sal mineral', unit: 'kg', quantity: 100 }];
      const body = { date: '2026-06-01', lines, invoice_id: invoice };
      const answer = await farm.as(who, 'POST', `/api/asset/${farm.organizationId}/batch`, body);
      return answer.body['movement'] as Movement;
    };
    const first = await loaded('ana');
    expect(first.review).toBeUndefined();
    expect((await loaded('beto')).review).toEqual({
      reasons: ['possible_duplicate'],
      possible_duplicate_of: first.id,
    });
  });
});
