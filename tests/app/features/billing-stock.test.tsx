// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { NewInvoiceScreen } from '../../../src/app/features/billing/new-invoice-screen.tsx';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import { dayAt } from '../../../src/domain/dates.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import type { Asset } from '../../../src/domain/supplies/asset.ts';
import type { MovementView } from '../../../src/app/sync/farm.ts';
import {
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const today = dayAt(Date.now());
const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const answered = (body: object): Reply => ({ outcome: 'answer', status: 200, body: { ok: true, ...body }, marks });
const away: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' };
const kept = invoiceRow({
  number: 77,
  issued_on: today,
  issuer: { name: 'Agro Sur', cuit: '20123456786' },
  recipient: { name: 'El Ombú', cuit: null },
});
const heads = { concept: 'Novillitos', category_id: 'novillito', heads: 40, kg: 7200, quantity: 7200 };
const liquidation: Invoice = {
  ...kept,
  kind: 'liquidacion',
  lines: [{ ...heads, unit_price: '2100.00', vat_rate: 10.5, net: '15120000.00', vat: '1587600.00' }],
  net: '15120000.00',
  vat: '1587600.00',
  total: '16707600.00',
};
const remito: Invoice = {
  ...kept,
  kind: 'remito',
  lines: [
    { concept: 'Ivermectina 1 %', quantity: 4, vat_rate: 21, net: '0.00', vat: '0.00' },
    { concept: 'Flete', quantity: 1, vat_rate: 21, net: '0.00', vat: '0.00' },
  ],
  net: '0.00',
  vat: '0.00',
  total: '0.00',
};
const ivermectina: Asset = {
  id: 'iver',
  name: 'Ivermectina',
  kind: 'antiparasitario',
  unit: 'unidad',
  kg_per_unit: null,
  minimum: null,
  batches: [],
  quantity: 2,
  missing: 0,
  deleted: false,
  version: 1,
};
const shown = <R,>(row: R) => ({ row, state: 'enviado' as const, problem: null, pendingOp: null, canUndo: false });

const asked: Omit<Request, 'token'>[] = [];
const sessionOf = (answer: (request: Omit<Request, 'token'>) => Reply) => ({
  ...fakeSession('owner'),
  call: async (request: Omit<Request, 'token'>): Promise<Reply> => {
    if (request.method !== 'GET') asked.push(request);
    return Promise.resolve(request.method === 'GET' ? away : answer(request));
  },
});
const press = (name: string | RegExp, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string | RegExp, text: string, where: HTMLElement = document.body): void =>
  void fireEvent.change(within(where).getByLabelText(label), { target: { value: text } });
const ended = vi.fn<() => void>();

/** A farm where these records wait that were made from its invoices. */
function farmWith(values: Partial<FarmValues>, waiting: readonly MovementView[]): FakeFarm {
  const farm = fakeFarm(values);
  return { ...farm, views: { ...farm.views, invoiced: async () => Promise.resolve(waiting) } };
}

async function showSheet(
  invoice: Invoice,
  values: Partial<FarmValues> = {},
  waiting: readonly MovementView[] = [],
): Promise<FakeFarm> {
  asked.length = 0;
  ended.mockClear();
  const farm = farmWith({ invoices: [invoice], ...values }, waiting);
  const screenOf = (
    <InvoiceScreen
      id="f1"
      sheet="stock"
      onSheet={vi.fn<() => void>()}
      onSheetEnd={ended}
      onGone={vi.fn<() => void>()}
    />
  );
  await renderScreen(screenOf, { farm, session: sessionOf(() => answered({ invoice: { ...invoice, version: 2 } })) });
  await screen.findByRole('dialog');
  return farm;
}

describe('a liquidación', () => {
  test('says heads and kilos, its price is by the kilo, and live cattle bears 10,5 %', async () => {
    const done = vi.fn<(id: string, toStock: boolean) => void>();
    const farm = fakeFarm();
    await renderScreen(<NewInvoiceScreen fromPaper={false} onDone={done} />, { farm, session: sessionOf(() => away) });
    fireEvent.change(await screen.findByLabelText('Tipo'), { target: { value: 'liquidacion' } });
    type(/Clase de liquidación/, 'compra');
    press('A');
    type('Punto de venta', '3');
    type('Número', '77');
    type('Proveedor', 'Agro Sur');
    type('CUIT', '20-12345678-6');
    press('Hoy');
    press('Hacienda');
    await waitFor(() => expect(screen.getByRole('option', { name: /Novillito/ })).not.toBeNull());
    type(/Categoría/, 'novillito');
    type('Cabezas', '40');
    type('Kilos', '7200');
    type(/Precio por kilo/, '2.100');
    type(/Kilos sucios/, '7500');
    type(/Desbaste/, '4');
    expect(screen.getByText('Kilos limpios: 7.200 kg')).not.toBeNull();
    expect(screen.getByLabelText('Importes').textContent).toContain('Neto$ 15.120.000,00IVA$ 1.587.600,00');
    press('Revisar y guardar');
    const dialog = await screen.findByRole('dialog', { name: 'Confirmar factura' });
    expect(dialog.textContent).toContain('IVA 10,5 %');
    expect(within(dialog).getByLabelText<HTMLInputElement>(/Agregar la hacienda al stock/).checked).toBe(true);
    press('Confirmar', dialog);
    await waitFor(() => expect(done).toHaveBeenCalledWith('movement-1', true));
    expect(farm.done.find(([act]) => act === 'createThing')?.[2]).toMatchObject({
      kind: 'liquidacion',
      arca_code: 183,
      gross_kg: 7500,
      shrink_pct: 4,
      lines: [{ category_id: 'novillito', heads: 40, kg: 7200, quantity: 7200, unit_price: '2100', vat_rate: 10.5 }],
    });
  });

  test('puts its animals into the books, and is told which record that is', async () => {
    const farm = await showSheet(liquidation);
    const dialog = screen.getByRole('dialog');
    await waitFor(() => expect(within(dialog).getByRole('option', { name: 'Invernada' })).not.toBeNull());
    type('Rodeo', 'invernada', dialog);
    type('Lote', 'bajo', dialog);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Cabezas').value).toBe('40');
    press('Registrar compra', dialog);
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(farm.done).toContainEqual([
      'recordMovement',
      'BUY',
      {
        date: today,
        invoice_id: 'f1',
        rodeo_id: 'invernada',
        lot_id: 'bajo',
        animals: [{ type: 'novillito', count: 40 }],
        supplier: 'Agro Sur',
        // Without its IVA, as the record says.
        total: '15120000.00',
      },
      'hacienda f1 0',
    ]);
  });
});

test('Animals of a part of the paper have no total: the rest would count it again', async () => {
  const farm = await showSheet(liquidation);
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(within(dialog).getByRole('option', { name: 'Invernada' })).not.toBeNull());
  type('Rodeo', 'invernada', dialog);
  type('Lote', 'bajo', dialog);
  type('Cabezas', '25', dialog);
  press('Registrar compra', dialog);
  await waitFor(() => expect(ended).toHaveBeenCalledOnce());
  const body = farm.done.find(([act]) => act === 'recordMovement')?.[2];
  expect(body).toMatchObject({ animals: [{ count: 25 }] });
  expect(body).not.toHaveProperty('total');
});

test('A farm without rodeos books its animals and never meets the word', async () => {
  const farm = await showSheet(liquidation, { rodeos: [] });
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(within(dialog).getByRole('option', { name: 'El Bajo' })).not.toBeNull());
  expect(dialog.textContent.toLowerCase()).not.toContain('rodeo');
  type('Lote', 'bajo', dialog);
  press('Registrar compra', dialog);
  await waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(farm.done.find(([act]) => act === 'recordMovement')?.[2]).toMatchObject({ rodeo_id: null, lot_id: 'bajo' });
});

test('Animals of no rodeo are booked so on a farm that has some', async () => {
  const farm = await showSheet({ ...liquidation, direction: 'emitida' });
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(within(dialog).getByRole('option', { name: 'Sin rodeo' })).not.toBeNull());
  type('Rodeo', 'ninguno', dialog);
  type('Lote', 'bajo', dialog);
  press('Registrar venta', dialog);
  await waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(farm.done.find(([act]) => act === 'recordMovement')?.[2]).toMatchObject({ rodeo_id: null, lot_id: 'bajo' });
});

describe('a remito', () => {
  test('says what its supplies cost without IVA', async () => {
    const priced = { ...remito, lines: remito.lines.slice(0, 1), net: '1000.00', vat: '210.00', total: '1210.00' };
    const farm = await showSheet(priced, { things: { asset: [shown(ivermectina)] } });
    await screen.findByRole('group', { name: 'Ivermectina 1 %' });
    press('Guardar ingreso');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(farm.done.find(([act]) => act === 'recordMovement')?.[2]).toMatchObject({ total: '1000.00' });
  });

  test('goes into the store room line by line; what is no supply is left out', async () => {
    const farm = await showSheet(remito, { things: { asset: [shown(ivermectina)] } });
    const line = await screen.findByRole('group', { name: 'Ivermectina 1 %' });
    expect(within(line).getByLabelText<HTMLSelectElement>('Insumo').value).toBe('iver');
    fireEvent.click(within(screen.getByRole('group', { name: 'Flete' })).getByRole('checkbox'));
    press('Guardar ingreso');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(farm.done).toContainEqual([
      'recordMovement',
      'ASSET_BATCH',
      {
        date: today,
        invoice_id: 'f1',
        supplier: 'Agro Sur',
        lines: [{ asset_id: 'iver', name: 'Ivermectina', unit: 'unidad', quantity: 4 }],
      },
      'insumos f1',
    ]);
  });

  test('may go in again once its record was deleted', async () => {
    const gone = movementView({ id: 'm1', type: 'ASSET_BATCH', deleted: true });
    await showSheet({ ...remito, movement_ids: ['m1'] }, { movements: [gone] });
    expect(await screen.findByRole('button', { name: 'Guardar ingreso' })).not.toBeNull();
  });

  test('with nothing ticked says so', async () => {
    await showSheet(remito);
    for (const tick of await screen.findAllByRole('checkbox')) fireEvent.click(tick);
    press('Guardar ingreso');
    expect((await screen.findAllByText('Marcá al menos un ítem que entra al stock')).length).toBeGreaterThan(0);
    expect(ended).not.toHaveBeenCalled();
  });
});

describe('a record that the server refused', () => {
  const refused = (type: string, count: number) =>
    movementView(
      {
        id: '-3',
        type,
        animals: count === 0 ? [] : [{ type: 'novillito', count }],
        metadata: { lot_id: 'bajo', deletedBy: null, editHistory: [] },
      },
      { state: 'con_error', problem: 'No hay animales suficientes', isOnlyHere: true },
    );
  async function show(invoice: Invoice, type: string, count: number): Promise<HTMLElement> {
    const farm = farmWith({ invoices: [invoice] }, [refused(type, count)]);
    const nothing = vi.fn<() => void>();
    const acts = { onSheet: nothing, onSheetEnd: nothing, onGone: nothing };
    await renderScreen(<InvoiceScreen id="f1" sheet={null} {...acts} />, { farm, session: sessionOf(() => away) });
    return await screen.findByRole('list', { name: 'Movimientos asociados' });
  }

  test.each([
    ['its animals', liquidation, 'BUY', 40],
    ['its supplies', remito, 'ASSET_BATCH', 0],
  ] as const)(
    'is told as that, with the way to Pendientes, and %s are not offered again',
    async (_, paper, type, heads) => {
      const list = await show(paper, type, heads);
      expect(list.textContent).toContain('Con error');
      expect(list.textContent).toContain('No hay animales suficientes');
      expect(list.textContent).not.toContain('todavía no llegó');
      expect(within(list).getByRole('link').getAttribute('href')).toContain('pendientes=1');
      expect(screen.queryByRole('button', { name: /al stock/ })).toBeNull();
    },
  );

  test.each([
    [['m7'], '1 movimiento que todavía no llegó a este celular'],
    [['m7', 'm8'], '2 movimientos que todavía no llegaron a este celular'],
  ])('is not taken for those that are not here yet: %j', async (movement_ids, words) => {
    const farm = fakeFarm({ invoices: [{ ...remito, movement_ids }] });
    const nothing = vi.fn<() => void>();
    const acts = { onSheet: nothing, onSheetEnd: nothing, onGone: nothing };
    await renderScreen(<InvoiceScreen id="f1" sheet={null} {...acts} />, { farm, session: sessionOf(() => away) });
    expect((await screen.findByRole('list', { name: 'Movimientos asociados' })).textContent).toBe(words);
  });

  test('leaves the other heads of the paper to be booked', async () => {
    await show(liquidation, 'BUY', 25);
    expect(screen.getByRole('button', { name: 'Agregar la hacienda al stock' })).not.toBeNull();
    cleanup();
    await showSheet(liquidation, {}, [refused('BUY', 25)]);
    expect(screen.getByLabelText<HTMLInputElement>('Cabezas').value).toBe('15');
  });
});

describe('a ticket', () => {
  test('asks for who, when and how much, and nothing else', async () => {
    const done = vi.fn<(id: string, toStock: boolean) => void>();
    const farm = fakeFarm();
    await renderScreen(<NewInvoiceScreen fromPaper={false} onDone={done} />, { farm, session: sessionOf(() => away) });
    fireEvent.change(await screen.findByLabelText('Tipo'), { target: { value: 'ticket' } });
    for (const label of [/Punto de venta/, 'CUIT', /CAE/]) expect(screen.queryByLabelText(label)).toBeNull();
    type('Proveedor', 'Ferretería El Clavo');
    press('Hoy');
    type('Total del ticket', '12.500');
    press('Revisar y guardar');
    press('Confirmar', await screen.findByRole('dialog', { name: 'Confirmar factura' }));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(farm.done.find(([act]) => act === 'createThing')?.[2]).toMatchObject({
      kind: 'ticket',
      state: 'pendiente',
      lines: [{ concept: 'Compra con ticket', net: '12500', vat_rate: 'no_gravado' }],
    });
  });
});
