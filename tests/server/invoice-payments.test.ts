import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let address: string;
let number = 0;

beforeAll(async () => {
  farm = await createFieldFarm();
  address = `/api/invoice/${farm.organizationId}`;
});
beforeEach(() => {
  farm.clock.now += 1000;
});

const paper = () => ({
  kind: 'factura',
  letter: 'A',
  point_of_sale: 7,
  number: (number += 1),
  issued_on: '2026-11-10',
  issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6' },
  recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9' },
  lines: [{ concept: 'Vacuna aftosa', quantity: 100, unit_price: '1000.00', vat_rate: 21 }],
  state: 'pendiente',
});
const paid = (amount: string) => ({ date: '2026-11-21', amount, method: 'efectivo' });
const enter = (body: object = {}) => farm.as('ana', 'POST', address, { ...paper(), ...body });
const entered = async (body: object = {}): Promise<Invoice> => (await enter(body)).body['invoice'] as Invoice;
const change = (id: string, body: object) => farm.as('ana', 'PUT', `${address}/${id}`, body);
/** As a row of before this was refused. */
const givenBefore = async (id: string, payments: readonly object[]): Promise<void> => {
  const row = await farm.db.selectFrom('invoices').select('content').where('id', '=', id).executeTakeFirstOrThrow();
  const content = JSON.stringify({ ...(JSON.parse(row.content) as object), payments });
  await farm.db.updateTable('invoices').set({ content }).where('id', '=', id).execute();
};

describe('A payment of $ 0,00', () => {
  const why = { path: 'payments', message: 'Ingresá un importe mayor que cero' };

  test('is refused, with the invoice and later', async () => {
    expect(await enter({ payments: [paid('0.00')] })).toMatchObject({ status: 400, body: { issues: [why] } });
    const { id } = await entered();
    expect(await change(id, { payments: [paid('0')] })).toMatchObject({ status: 400, body: { issues: [why] } });
    expect((await change(id, { payments: [paid('0.01')] })).body).toMatchObject({ invoice: { state: 'parcial' } });
  });

  test('that is there from before stays beside new ones until it is taken out', async () => {
    const { id } = await entered();
    await givenBefore(id, [paid('0.00')]);
    const both = [paid('0.00'), paid('1000.00')];
    expect((await change(id, { payments: both })).body).toMatchObject({ invoice: { paid: '1000.00' } });
    expect(await change(id, { payments: [...both, paid('0.00')] })).toMatchObject({ status: 400 });
    expect((await change(id, { payments: both.slice(1) })).body).toMatchObject({ invoice: { paid: '1000.00' } });
  });
});

describe('A draft', () => {
  const why = { path: 'payments', message: 'Un borrador no se paga: confirmá antes la factura' };
  const payments = [paid('1000.00')];

  test('takes no payment, new or later, and takes one as it is confirmed', async () => {
    expect(await enter({ state: 'borrador', payments })).toMatchObject({ status: 400, body: { issues: [why] } });
    const { id } = await entered({ state: 'borrador' });
    expect(await change(id, { payments })).toMatchObject({ status: 400, body: { issues: [why] } });
    expect((await change(id, { payments, state: 'pendiente' })).body).toMatchObject({ invoice: { state: 'parcial' } });
  });

  test('keeps those that it has from before', async () => {
    const { id } = await entered({ state: 'borrador' });
    await givenBefore(id, payments);
    expect((await change(id, { notes: 'Ojo' })).body).toMatchObject({
      invoice: { state: 'borrador', paid: '1000.00' },
    });
    expect(await change(id, { payments: [...payments, ...payments] })).toMatchObject({ status: 400 });
    expect((await change(id, { payments: [] })).body).toMatchObject({ invoice: { payments: [] } });
  });
});

describe('A second capture of an invoice', () => {
  const [one, other] = [paid('1000.00'), { ...paid('500.00'), date: '2026-11-22' }];

  test('brings the payments that are not there, each once', async () => {
    const same = paper();
    const { id } = (await enter({ ...same, payments: [one] })).body['invoice'] as Invoice;
    const second = await enter({ ...same, payments: [{ ...one, method: 'cheque' }, other] });
    expect(second.body).toMatchObject({ attached: true, invoice: { id, paid: '1500.00', payments: [one, other] } });
  });

  test('brings none that the invoice has no room for', async () => {
    const same = paper();
    const whole = { payments: [paid('121000.00')] };
    expect((await enter({ ...same, ...whole })).body).toMatchObject({ invoice: { state: 'pagada' } });
    expect((await enter({ ...same, payments: [other] })).body).toMatchObject({ invoice: whole });
  });

  test('says what a draft without lines does not, and is what it was confirmed as', async () => {
    const { lines, ...same } = paper();
    const { id } = (await enter({ ...same, lines: [], state: 'borrador', notes: 'La trajo Beto' })).body[
      'invoice'
    ] as Invoice;
    expect(
      (await enter({ ...same, lines, currency: 'USD', exchange_rate: '1400', payments: [one] })).body,
    ).toMatchObject({
      attached: true,
      invoice: { id, state: 'parcial', total: '121000.00', currency: 'USD', notes: 'La trajo Beto', paid: '1000.00' },
    });
  });

  test('leaves a draft that has lines as it is', async () => {
    const same = paper();
    await enter({ ...same, state: 'borrador' });
    const lines = [{ ...same.lines[0], quantity: 5 }];
    expect((await enter({ ...same, lines })).body).toMatchObject({
      invoice: { state: 'borrador', total: '121000.00' },
    });
  });
});

closesInOrder(() => farm);
