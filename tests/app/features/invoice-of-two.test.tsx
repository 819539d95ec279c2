// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';
import { sentInvoices } from '../../support/sent-invoices.ts';

const ended = vi.fn<() => void>();
const sheets = vi.fn<(name: string) => void>();
beforeEach(() => ended.mockClear());
afterEach(() => {
  cleanup();
  toast.remove();
});

const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const sentence = 'La factura cambió mientras tanto: fijate cómo quedó y volvé a guardar';
const first = invoiceRow({ notes: 'Gasoil de octubre', issuer: { name: 'Agro Sur', cuit: '20123456786' } });
const earlier = { date: '2026-11-06', amount: '210.00', method: 'efectivo', number: null };

/** What this server takes of a change. */
const kept = new Set(['notes', 'due_on', 'payments', 'state', 'cancel_reason']);

type Body = Readonly<Record<string, unknown>>;

/** A server that holds an invoice, and a phone that hears of it when it pulls. */
async function opened(sheet: string | null, drafts: Readonly<Record<string, Body>> = {}, isUnsent = false) {
  let stands: Invoice = first;
  let heard: Invoice = first;
  const listeners = new Set<() => void>();
  const written: Body[] = [];
  const known = fakeFarm({ drafts, invoices: [first] });
  const farm = {
    ...known,
    views: {
      ...known.views,
      thing: async () => Promise.resolve({ ...sentInvoices([heard])[0], ...(isUnsent && { pendingOp: 'op-1' }) }),
    } as typeof known.views,
    onRows: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const answer = (request: Omit<Request, 'token'>): Reply => {
    if (!request.path.startsWith('/api/invoice/')) return { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' };
    if (request.method !== 'GET') {
      const { base_version, ...changes } = request.body as Body;
      written.push(request.body as Body);
      if (base_version !== stands.version) {
        const problem = {
          code: 'CONFLICT',
          status: 409,
          message: sentence,
          issues: [],
          retryAfterMs: null,
          requestId: null,
        };
        return { outcome: 'refused', problem, marks };
      }
      const taken = Object.entries(changes).filter(([name]) => kept.has(name));
      stands = { ...stands, ...Object.fromEntries(taken), version: stands.version + 1 } as Invoice;
    }
    return { outcome: 'answer', status: 200, body: { ok: true, invoice: stands }, marks };
  };
  await renderScreen(<InvoiceScreen id="f1" sheet={sheet} onSheet={sheets} onSheetEnd={ended} onGone={ended} />, {
    farm,
    session: { ...fakeSession(), call: async (request) => Promise.resolve(answer(request)) },
  });
  await screen.findByRole('heading', { level: 1 });
  return {
    written,
    farm,
    stands: () => stands,
    /** Another changes it; this phone hears of it only where it pulls. */
    other: async (changes: object, isPulled: boolean) => {
      stands = { ...stands, ...changes, version: stands.version + 1 } as Invoice;
      if (!isPulled) return;
      heard = stands;
      await act(async () => {
        for (const listener of listeners) listener();
        return Promise.resolve();
      });
    },
  };
}
const press = (name: string | RegExp, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string | RegExp, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const valueOf = (label: string | RegExp): string => screen.getByLabelText<HTMLInputElement>(label).value;

describe.each([
  ['pulled in between', true],
  ['not heard of', false],
])('An edit of an invoice that another changed, %s', (_what, isPulled) => {
  test('overwrites nothing, loses nothing, and is saved after a look', async () => {
    const { other, stands } = await opened('editar');
    await screen.findByLabelText(/Observaciones/);
    type(/Observaciones/, 'Gasoil de noviembre');
    await other({ due_on: '2026-12-10' }, isPulled);
    press('Guardar cambios');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/ambió mientras tanto/);
    expect(ended).not.toHaveBeenCalled();
    expect(stands()).toMatchObject({ due_on: '2026-12-10', notes: 'Gasoil de octubre' });
    expect(valueOf(/Observaciones/)).toBe('Gasoil de noviembre');
    await waitFor(() => expect(document.body.textContent).toContain('Vencimiento del pago · 10/12/2026'));
    press('Traer lo que cambió');
    press('Guardar cambios');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(stands()).toMatchObject({ due_on: '2026-12-10', notes: 'Gasoil de noviembre' });
  });
});

describe('An edit', () => {
  test('of the same field says both, and what was typed stands after the look', async () => {
    const { other, stands } = await opened('editar');
    await screen.findByLabelText(/Observaciones/);
    type(/Observaciones/, 'Lo mío');
    await other({ notes: 'Lo del otro' }, true);
    await screen.findByText('Observaciones · Lo del otro (vos: Lo mío)');
    press('Traer lo que cambió');
    expect(valueOf(/Observaciones/)).toBe('Lo mío');
    press('Guardar cambios');
    await waitFor(() => expect(stands().notes).toBe('Lo mío'));
  });

  test('taken up again from its draft counts from where it was begun', async () => {
    const { farm } = await opened('editar');
    await screen.findByLabelText(/Observaciones/);
    type(/Observaciones/, 'A medias');
    await waitFor(() => expect(farm.done.some(([act]) => act === 'saveDraft')).toBe(true));
    const draft = farm.done.findLast(([act]) => act === 'saveDraft')?.[2] as Body;
    cleanup();
    const older = { ...draft, from: { ...(draft['from'] as Body), notes: 'Gasoil de septiembre' } };
    const again = await opened('editar', { 'factura f1': older });
    await screen.findByText('Observaciones · Gasoil de octubre (vos: A medias)');
    press('Guardar cambios');
    await screen.findByRole('alert');
    expect(again.written).toEqual([]);
    expect(valueOf(/Observaciones/)).toBe('A medias');
  });

  test('goes on where only payments and records came', async () => {
    const { other, stands } = await opened('editar');
    await screen.findByLabelText(/Observaciones/);
    type(/Observaciones/, 'Lo mío');
    await other({ payments: [earlier], state: 'parcial', movement_ids: ['m1'] }, true);
    await screen.findByRole('list', { name: 'Pagos' });
    press('Guardar cambios');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(stands()).toMatchObject({ notes: 'Lo mío', payments: [earlier], movement_ids: ['m1'] });
  });

  test('of one that has not left this phone heeds the other tab too', async () => {
    const { other, farm } = await opened('editar', {}, true);
    await screen.findByLabelText(/Observaciones/);
    type(/Observaciones/, 'Lo mío');
    await other({ due_on: '2026-12-10' }, true);
    await screen.findByText(/vence el 10\/12\/2026/);
    press('Guardar cambios');
    await screen.findByRole('alert');
    expect(farm.done.some(([act]) => act === 'editThing')).toBe(false);
  });
});

test.each([
  ['edit', 'editar', /Observaciones/, 'factura f1', 'Guardar cambios'],
  ['payment', 'pago', 'Importe', 'pago f1', 'Guardar'],
] as const)('What was saved of an %s is no draft that would be found again', async (_what, sheet, field, key, save) => {
  const { farm } = await opened(sheet);
  await screen.findByLabelText(field);
  type(field, '400');
  const kept = () => farm.done.findLast(([act, name]) => act === 'saveDraft' && name === key)?.[2];
  await waitFor(() => expect(kept()).toBeTruthy());
  press(save);
  await waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(kept()).toBeNull();
});

test.each([
  ['annulled', 'editar', /Observaciones/, 'anulada'],
  ['settled', 'editar', /Observaciones/, 'pagada'],
  ['annulled', 'pago', 'Importe', 'anulada'],
] as const)('What is typed stays in sight where another %s the invoice: %s', async (_what, sheet, field, state) => {
  const { other } = await opened(sheet);
  await screen.findByLabelText(field);
  type(field, '400');
  await other({ state }, true);
  await screen.findByText(/^La factura está/);
  expect(valueOf(field)).toBe('400');
  expect(screen.getAllByText('Cambió mientras tanto')).toHaveLength(1);
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: /^Guardar/ })).toHaveProperty('disabled', true);
});

describe('A payment', () => {
  test.each([
    ['pulled in between', true],
    ['not heard of', false],
  ])('on what another paid, %s, is recorded after a look', async (_what, isPulled) => {
    const { other, stands } = await opened('pago');
    await screen.findByLabelText('Importe');
    type('Importe', '400');
    await other({ payments: [earlier], state: 'parcial' }, isPulled);
    press('Guardar');
    await screen.findByRole('alert');
    expect(stands().payments).toEqual([earlier]);
    await screen.findByText('Falta: $ 1.000,00');
    expect(screen.getByText('Ya figura: $ 210,00 del 06/11/2026')).toBeDefined();
    expect(valueOf('Importe')).toBe('400');
    press('Ya lo vi');
    press('Guardar');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    expect(stands().payments).toMatchObject([earlier, { amount: '400' }]);
  });

  test('that is to go is the one that was shown', async () => {
    const { other, stands } = await opened(null);
    await other({ payments: [earlier, { ...earlier, amount: '300.00' }], state: 'parcial' }, true);
    fireEvent.click(await screen.findByRole('button', { name: /^Quitar pago de \$ 210,00/ }));
    const dialog = await screen.findByRole('alertdialog');
    // The other takes out the first: what was second is first now.
    await other({ payments: [{ ...earlier, amount: '300.00' }] }, true);
    expect(dialog.textContent).toContain('$ 210,00');
    press('Quitar', dialog);
    await screen.findByText(sentence);
    expect(stands().payments).toMatchObject([{ amount: '300.00' }]);
  });
});

test('Annulling what another changed meanwhile waits for a look, with its reason', async () => {
  const { other, stands, written } = await opened(null);
  press('Anular factura');
  await screen.findByRole('alertdialog');
  type('Motivo', 'Mal emitida');
  await other({ payments: [earlier], state: 'parcial' }, true);
  press('Anular', await screen.findByRole('alertdialog'));
  await screen.findByText(sentence);
  expect(written).toMatchObject([{ state: 'anulada', base_version: 1 }]);
  expect(stands().state).toBe('parcial');
  expect(valueOf('Motivo')).toBe('Mal emitida');
  press('Anular', screen.getByRole('alertdialog'));
  await waitFor(() => expect(stands().state).toBe('anulada'));
});
