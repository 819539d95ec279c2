// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PurchasesScreen } from '../../../src/app/features/purchases/purchases-screen.tsx';
import type { Reply } from '../../../src/app/net/reply.ts';
import type { MovementFilter, MovementView } from '../../../src/app/sync/farm.ts';
import { addDays, dayAt } from '../../../src/domain/dates.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const today = dayAt(Date.now());
const record = (id: string, type: string, metadata: object, movement: Partial<Movement> = {}): MovementView =>
  movementView(
    { id, type, date: today, metadata: { lot_id: null, deletedBy: null, editHistory: [], ...metadata }, ...movement },
    { summary: `${type} ${id}` },
  );
const invoice = (changes: Readonly<Record<string, unknown>> = {}): Invoice =>
  invoiceRow({
    issued_on: today,
    lines: [{ concept: 'Flete', net: '1000.00', vat: '210.00' }],
    full_number: 'A 00003-00001234',
    issuer: { name: 'Fletes del Sur', cuit: null },
    ...changes,
  });
const cows = record(
  'm1',
  'BUY',
  { supplier: 'Cabaña Norte', total: '1000000.00' },
  { animals: [{ type: 'vaca', count: 4 }] },
);
const isAsked = ({ types, from = '', to = '9' }: MovementFilter, { type, date }: Movement): boolean =>
  types?.includes(type) === true && date >= from && date <= to;
const linked = vi.fn<(id: string) => void>();
const ended = vi.fn<() => void>();

async function show(
  movements: readonly MovementView[],
  invoices: readonly Invoice[],
  role: Role = 'owner',
  linking: string | null = null,
  campaignStart = '07-01',
) {
  const farm = fakeFarm({ movements, invoices, campaignStart });
  const page = farm.views.page;
  const views = {
    ...farm.views,
    page: async (...asked: Parameters<typeof page>) => {
      const [filter, after, most] = asked;
      const all = (await page(...asked)).items.filter(({ movement }) => isAsked(filter, movement));
      const end = Number(after ?? 0) + most;
      return { items: all.slice(Number(after ?? 0), end), next: end < all.length ? String(end) : null };
    },
  };
  const call = vi.fn<(request: { readonly body?: unknown; readonly path: string }) => Promise<Reply>>(async () =>
    Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' }),
  );
  for (const heard of [linked, ended]) heard.mockClear();
  await renderScreen(
    <PurchasesScreen linking={linking} onLink={linked} onLinkEnd={ended} onRecord={() => undefined} />,
    { farm: { ...farm, views }, session: { ...fakeSession(role), call } },
  );
  return call;
}
const rows = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const totals = async (): Promise<string | null> => (await screen.findByLabelText('Totales')).textContent;

describe('what was bought', () => {
  test('is counted whole, however many records a period has', async () => {
    const each = { animals: [{ type: 'vaca', count: 1 }] };
    await show(
      Array.from({ length: 520 }, (_, index) => record(`b${index}`, 'BUY', { supplier: 'Remate' }, each)),
      [],
    );
    expect(await totals()).toContain('Cabezas compradas520');
  });

  test('are animals, supplies with a supplier or an invoice, and invoices for services', async () => {
    const salt = record('m2', 'ASSET', { supplier: 'Agro Sur' });
    const opening = record('m3', 'ASSET', {});
    const counted = record('m4', 'ASSET', { entry_kind: 'ajuste', supplier: 'Agro Sur' });
    const wire = record('m5', 'ASSET_BATCH', {});
    const paid = invoice({
      id: 'f2',
      movement_ids: ['m5'],
      state: 'pagada',
      total: '500.00',
      full_number: 'C 00001-00000009',
    });
    await show([cows, salt, opening, counted, wire], [invoice(), paid]);
    const shown = await rows();
    expect(shown).toHaveLength(4);
    expect(shown.join('\n')).toContain('Asociar factura');
    expect(shown.find((row) => row?.includes('m5'))).toContain(
      'Total sin IVA$ 290,00FacturaC 00001-00000009PagoPagada',
    );
    expect(shown.find((row) => row?.startsWith('Flete'))).toContain('TipoServicios');
    expect(await totals()).toContain('Cabezas compradas4');
    expect(await totals()).toContain('Total en pesos, sin IVA$ 1.001.290,00IVA en pesos$ 420,00');
    expect(await totals()).toContain('Promedio por cabeza, Vaca$ 250.000,00');
  });

  test('with one invoice for two records says what they came to together, and counts it once', async () => {
    const bulls = record('m9', 'BUY', {}, { animals: [{ type: 'toro', count: 1 }] });
    await show([cows, bulls], [invoice({ movement_ids: ['m1', 'm9'] })]);
    const shown = await rows();
    expect(shown.map((row) => row?.includes('$ 1.000,00 entre 2 registros'))).toEqual([true, true]);
    expect(await totals()).toContain('Total en pesos, sin IVA$ 1.000,00IVA en pesos$ 210,00');
    expect(await totals()).toContain('Promedio por cabeza, categorías mezcladas$ 200,00');
  });

  test('stays where the record of its invoice was deleted, in this month or in another', async () => {
    const gone = { ...cows, movement: { ...cows.movement, deleted: true } };
    const older = record('m6', 'ASSET', {}, { date: addDays(today, -60), deleted: true });
    const [one, two] = [invoice({ movement_ids: ['m1'] }), invoice({ id: 'f2', movement_ids: ['m6'] })];
    await show([gone, older], [one, two]);
    expect(await rows()).toHaveLength(2);
    expect(await totals()).toContain('Total en pesos, sin IVA$ 2.000,00IVA en pesos$ 420,00');
  });

  test('is not for a hand, who is told where he writes down what comes in', async () => {
    await show([cows], [], 'user');
    expect(await screen.findByText(/^Las compras las ven el dueño/)).not.toBeNull();
    expect(document.body.textContent).not.toContain('$');
  });

  test('is found by supplier and by kind', async () => {
    await show([cows], [invoice()]);
    expect(await rows()).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Hacienda' }));
    expect(await rows()).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Buscar proveedor o detalle'), { target: { value: 'fletes' } });
    expect(await screen.findByText('No hay compras así en este período.')).not.toBeNull();
  });

  test('of an empty month says what will be here', async () => {
    await show([], []);
    expect(await screen.findByText(/Sin compras en este período/)).not.toBeNull();
  });

  test('of a campaign are those since the day that the farm has set', async () => {
    // It began yesterday: the day before is of the campaign before.
    const yesterday = addDays(today, -1);
    const before = record('m8', 'BUY', {}, { date: addDays(today, -2), animals: [{ type: 'vaca', count: 3 }] });
    await show([cows, before], [], 'owner', null, yesterday.slice(5));
    fireEvent.click(await screen.findByRole('button', { name: 'Campaña' }));
    const began = yesterday.slice(0, 4);
    expect(await screen.findByText(new RegExp(`^Campaña ${began}`))).not.toBeNull();
    expect(await rows()).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Anterior' }));
    expect(await screen.findByText('BUY m8')).not.toBeNull();
    expect(await rows()).toHaveLength(1);
  });
});

describe('linking a purchase to its invoice', () => {
  test('is asked of the server; without signal nothing is lost', async () => {
    // What says no price is no purchase's invoice (decision 0075).
    const others = ['remito', 'recibo', 'nota_credito'].map((kind) => invoice({ id: kind, kind }));
    const call = await show([cows], [invoice({ movement_ids: ['old'] }), ...others], 'owner', 'm1');
    fireEvent.click(await screen.findByRole('button', { name: /A 00003-00001234/ }));
    await waitFor(() => expect(call).toHaveBeenCalled());
    expect(call.mock.calls[0]?.[0]).toMatchObject({
      path: '/api/invoice/ombu/f1',
      // The list goes up whole: one that somebody else changed is refused.
      body: { movement_ids: ['old', 'm1'], base_version: 1 },
    });
    expect(await screen.findByText('No se pudo conectar con el servidor')).not.toBeNull();
    expect(ended).not.toHaveBeenCalled();
  });

  test('offers the newest first, then those that have records, and none that it cannot be', async () => {
    const of = (number: number, changes: Readonly<Record<string, unknown>>): Invoice =>
      invoice({ id: `f${number}`, number, ...changes });
    const all = [
      of(1, { issued_on: addDays(today, -9) }),
      of(2, { movement_ids: ['other'] }),
      of(3, { issued_on: addDays(today, -1) }),
      of(4, { state: 'borrador' }),
      of(5, { state: 'anulada' }),
      of(6, { movement_ids: ['m1'] }),
    ];
    await show([cows], all, 'owner', 'm1');
    const list = await screen.findByRole('list', { name: 'Facturas recibidas' });
    const said = within(list).getAllByRole('listitem');
    expect(said.map((one) => /-0{7}(\d)/.exec(one.textContent)?.[1])).toEqual(['3', '1', '2']);
    expect(said.map((one) => one.textContent.includes('ya tiene 1 registro'))).toEqual([false, false, true]);
  });

  test('names no invoice that the server does not have yet', async () => {
    const farm = fakeFarm({ movements: [cows] });
    const waiting = { row: invoice(), state: 'pendiente', problem: null, pendingOp: 'op1', canUndo: true } as const;
    const views = { ...farm.views, things: async () => Promise.resolve([waiting] as never) };
    await renderScreen(<PurchasesScreen linking="m1" onLink={linked} onLinkEnd={ended} onRecord={() => undefined} />, {
      farm: { ...farm, views },
      session: fakeSession(),
    });
    const button = await screen.findByRole('button', { name: /A 00003-00001234/ });
    expect(button.textContent).toContain('sin enviar');
    expect(button).toHaveProperty('disabled', true);
  });
});
