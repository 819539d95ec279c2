import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let address: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  address = `/api/invoice/${farm.organizationId}`;
});
beforeEach(() => {
  farm.clock.now += 1000;
});

const paper = {
  direction: 'recibida',
  kind: 'remito',
  issued_on: '2026-11-10',
  due_on: '2026-11-20',
  issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
  recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
  lines: [{ concept: 'Vacuna aftosa', quantity: 100, unit_price: '1000.00', vat_rate: 21 }],
  state: 'pendiente',
};
const payments = [{ date: '2026-11-21', amount: '1000.00', method: 'efectivo' }];
const why = { path: 'payments', message: 'Un remito o un recibo no se paga: cargá el pago en la factura' };
const enter = (body: object) => farm.as('ana', 'POST', address, { ...paper, ...body });
const entered = async (body: object = {}): Promise<Invoice> => (await enter(body)).body['invoice'] as Invoice;
const change = (id: string, body: object) => farm.as('ana', 'PUT', `${address}/${id}`, body);

/** What nobody owes by (decision 0075). */
describe.each(['remito', 'recibo'])('A %s', (kind) => {
  test('is never late', async () => {
    expect(await entered({ kind })).toMatchObject({ state: 'pendiente', overdue: false });
  });

  test('takes no payment, new or later', async () => {
    expect(await enter({ kind, payments })).toMatchObject({ status: 400, body: { issues: [why] } });
    const { id } = await entered({ kind });
    expect(await change(id, { payments })).toMatchObject({ status: 400, body: { issues: [why] } });
    expect((await change(id, { notes: 'Llegó completo' })).status).toBe(200);
  });

  test('keeps the payments that it has from before, until they are taken out', async () => {
    const { id } = await entered({ kind });
    const row = await farm.db.selectFrom('invoices').select('content').where('id', '=', id).executeTakeFirstOrThrow();
    const content = JSON.stringify({ ...(JSON.parse(row.content) as object), payments });
    await farm.db.updateTable('invoices').set({ content, state: 'parcial' }).where('id', '=', id).execute();
    expect((await change(id, { notes: 'Ojo' })).body).toMatchObject({ invoice: { state: 'parcial', paid: '1000.00' } });
    expect(await change(id, { payments: [...payments, ...payments] })).toMatchObject({ status: 400 });
    expect((await change(id, { payments: [] })).body).toMatchObject({ invoice: { state: 'pendiente', payments: [] } });
  });

  test('is made of no invoice that has payments', async () => {
    const numbered = { kind: 'factura', letter: 'A', point_of_sale: 3, number: kind === 'remito' ? 1 : 2 };
    const { id } = await entered(numbered);
    expect((await change(id, { payments })).status).toBe(200);
    expect(await change(id, { kind })).toMatchObject({ status: 400, body: { issues: [why] } });
  });
});

test('A factura of $ 0,00, or retained wholly, is never late', async () => {
  const numbered = { kind: 'factura', letter: 'A', point_of_sale: 4 };
  const free = [{ concept: 'Muestra', quantity: 1, unit_price: '0', vat_rate: 21 }];
  expect(await entered({ ...numbered, number: 1, lines: free })).toMatchObject({
    state: 'pendiente',
    due: '0.00',
    overdue: false,
  });
  const withholdings = [{ kind: 'retencion', tax: 'ganancias', amount: '121000.00' }];
  const { id, ...retained } = await entered({ ...numbered, number: 2, withholdings });
  expect(retained).toMatchObject({ due: '0.00', overdue: false });
  expect((await change(id, { withholdings: [] })).body).toMatchObject({ invoice: { due: '121000.00', overdue: true } });
});

test('A credit note is applied by parts, and never late', async () => {
  const { id, ...note } = await entered({ kind: 'nota_credito', letter: 'A', point_of_sale: 3, number: 9 });
  expect(note).toMatchObject({ state: 'pendiente', overdue: false });
  expect((await change(id, { payments })).body).toMatchObject({ invoice: { state: 'parcial', overdue: false } });
});

closesInOrder(() => farm);
