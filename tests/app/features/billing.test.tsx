// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BillingScreen } from '../../../src/app/features/billing/billing-screen.tsx';
import { InvoiceScreen } from '../../../src/app/features/billing/invoice-screen.tsx';
import { NewInvoiceScreen } from '../../../src/app/features/billing/new-invoice-screen.tsx';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import { addDays, dayAt } from '../../../src/domain/dates.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { failure } from '../../../src/domain/result.ts';
import { calm, type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { invoiceRow } from '../../support/invoice-row.ts';

afterEach(() => {
  cleanup();
  toast.remove();
});

const today = dayAt(Date.now());
const line = { concept: 'Ivermectina', quantity: 2, unit_price: '500.00', vat_rate: 21, net: '1000.00', vat: '210.00' };
const invoice = (changes: Readonly<Record<string, unknown>> = {}): Invoice =>
  invoiceRow({
    issued_on: today,
    due_on: addDays(today, 10),
    lines: [line],
    issuer: { name: 'Agro Sur', cuit: '20123456786' },
    recipient: { name: 'El Ombú', cuit: null },
    ...changes,
  });
const settings = { legal_name: 'El Ombú SA', cuit: '33693450239' };
const organization = { id: 'ombu', name: 'El Ombú', users: [], categories: [], settings };
const answered = (body: object): Reply => ({
  outcome: 'answer',
  status: 200,
  body: { ok: true, ...body },
  marks: { seq: null, epoch: null, replayed: false, serverTimeMs: null },
});
const away: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' };
type Answer = (request: Omit<Request, 'token'>) => Reply;

const serverOf = (answer: Answer) => {
  const asked: Omit<Request, 'token'>[] = [];
  const call = async (request: Omit<Request, 'token'>): Promise<Reply> => {
    asked.push(request);
    if (request.path.includes('/organization/')) return Promise.resolve(answered({ organization }));
    // What this device has not heard of yet is not there either, but for the files.
    return Promise.resolve(request.method === 'GET' && !request.path.includes('/file/') ? away : answer(request));
  };
  return { asked, call, written: () => asked.filter((request) => request.method !== 'GET') };
};
const done = vi.fn<(id: string, toStock: boolean) => void>();
const sheets = vi.fn<(name: string) => void>();
const ended = vi.fn<() => void>();
const press = (name: string | RegExp, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const type = (label: string | RegExp, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

async function show(values: Partial<FarmValues>, role: Role = 'owner'): Promise<void> {
  await renderScreen(<BillingScreen />, { farm: fakeFarm(values), session: fakeSession(role) });
}

describe('the invoices', () => {
  test('say what is to be collected and paid, what is overdue and the VAT of the month', async () => {
    const sold = invoice({ id: 'f2', direction: 'emitida', recipient: { name: 'Frigorífico' }, number: 9 });
    const late = invoice({ id: 'f3', due_on: addDays(today, -1), number: 10 });
    const half = invoice({
      id: 'f4',
      state: 'parcial',
      number: 11,
      payments: [{ date: today, amount: '210.00', method: 'efectivo' }],
    });
    const credit = invoice({ id: 'f5', state: 'pagada', kind: 'nota_credito', number: 12 });
    await show({
      invoices: [invoice(), sold, late, half, credit, invoice({ id: 'f6', state: 'anulada', number: 13 })],
    });
    const totals = await screen.findByLabelText('Totales');
    const figures = within(totals)
      .getAllByRole('definition')
      .map((figure) => figure.textContent);
    expect(figures).toEqual(['$ 1.210,00', '$ 3.420,00', '$ 1.210,00 por pagar', '$ 420,00', '$ 210,00']);
  });

  test('are listed by side and state, with who and how much', async () => {
    const sold = invoice({ id: 'f2', direction: 'emitida', state: 'pagada', recipient: { name: 'Frigorífico' } });
    await show({
      invoices: [invoice({ due_on: addDays(today, -1) }), sold, invoice({ id: 'd', state: 'borrador', number: null })],
    });
    const list = await screen.findByRole('list', { name: 'Facturas' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    press('Vencidas');
    expect(screen.getByRole('list', { name: 'Facturas' }).textContent).toContain('Agro Sur');
    expect(screen.getByRole('list', { name: 'Facturas' }).textContent).toContain('$ 1.210,00Vencida');
    press('Emitidas');
    press('Todas');
    expect(screen.getByRole('list', { name: 'Facturas' }).textContent).toContain('Cobrada');
  });

  test('are not for a hand', async () => {
    await show({ invoices: [] }, 'user');
    expect(await screen.findByText('Las facturas las ven el dueño y quienes él elige.')).not.toBeNull();
  });
});

async function showOne(one: Invoice, answer: Answer, sheet: string | null = null) {
  for (const heard of [sheets, ended]) heard.mockClear();
  const server = serverOf(answer);
  await renderScreen(<InvoiceScreen id="f1" sheet={sheet} onSheet={sheets} onSheetEnd={ended} onGone={ended} />, {
    farm: fakeFarm({ invoices: [one] }),
    session: { ...fakeSession(), call: server.call },
  });
  await screen.findByRole('heading', { level: 1 });
  return server;
}

describe('an invoice', () => {
  test('has its lines, its sums and who is on the other side', async () => {
    await showOne(invoice(), () => away);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Factura A 00003-00001234');
    expect(screen.getByText('20-12345678-6').parentElement?.textContent).toBe('Recibida · Agro Sur · 20-12345678-6');
    expect(screen.getByLabelText('Importes').textContent).toContain('Total$ 1.210,00');
  });

  test('is paid: the rest is proposed, and earlier payments stay', async () => {
    const earlier = { date: today, amount: '210.00', method: 'efectivo', number: null };
    const part = invoice({ state: 'parcial', payments: [earlier] });
    const server = await showOne(part, () => answered({ invoice: { ...part, state: 'pagada', version: 2 } }), 'pago');
    expect((await screen.findByLabelText<HTMLInputElement>('Importe')).value).toBe('1000');
    press('Guardar');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const payment = { date: today, amount: '1000', method: 'transferencia' };
    expect(server.written()).toMatchObject([
      { method: 'PUT', body: { payments: [earlier, payment], base_version: 1 } },
    ]);
    expect(screen.getByText('Pagada')).not.toBeNull();
  });

  test('is annulled with a reason', async () => {
    const server = await showOne(invoice(), () => answered({ invoice: invoice({ state: 'anulada', version: 2 }) }));
    press('Anular factura');
    const dialog = await screen.findByRole('alertdialog');
    press('Anular', dialog);
    expect(server.written()).toEqual([]);
    type('Motivo', 'Mal emitida');
    press('Anular', dialog);
    await waitFor(() => expect(server.written()).toHaveLength(1));
    expect(server.written()[0]?.body).toEqual({ state: 'anulada', cancel_reason: 'Mal emitida', base_version: 1 });
    expect(await screen.findByText('Anulada')).not.toBeNull();
  });

  test('that is a draft says what it lacks, or is confirmed by one touch', async () => {
    await showOne(invoice({ state: 'borrador', number: null }), () => away);
    expect(screen.getByText('SIN VALIDEZ FISCAL')).not.toBeNull();
    expect(screen.getByText('Para confirmarla falta').parentElement?.textContent).toContain('Ingresá el número');
    cleanup();
    const draft = invoice({ state: 'borrador' });
    const server = await showOne(draft, () => answered({ invoice: invoice({ version: 2 }) }));
    press('Confirmar factura');
    await waitFor(() => expect(server.written()).toHaveLength(1));
    expect(server.written()[0]?.body).toEqual({ state: 'pendiente', base_version: 1 });
    await waitFor(() => expect(screen.queryByText('SIN VALIDEZ FISCAL')).toBeNull());
  });

  test('opens its paper with the person’s own token', async () => {
    const files = [{ id: 'p1', name: 'remito.pdf', type: 'application/pdf', size: 2048 }];
    const server = await showOne(invoice({ attachments: files }), (request) =>
      request.path.endsWith('/file/p1')
        ? answered({ file: { type: 'application/pdf', bytes: new Uint8Array([1]) } })
        : away,
    );
    press(/remito.pdf/);
    expect((await screen.findByText('Descargar')).closest('a')?.getAttribute('download')).toBe('remito.pdf');
    expect(server.asked.some((request) => request.path === '/api/invoice/ombu/file/p1')).toBe(true);
  });
});

async function startNew(values: Partial<FarmValues>, answer: Answer, fromPaper = false) {
  done.mockClear();
  const server = serverOf(answer);
  const farm: FakeFarm = fakeFarm(values);
  await renderScreen(<NewInvoiceScreen fromPaper={fromPaper} onDone={done} />, {
    farm,
    session: { ...fakeSession(), call: server.call },
  });
  await screen.findByLabelText('Tipo');
  return { server, farm };
}
const fillIn = (): void => {
  press('A');
  type('Punto de venta', '3');
  type('Número', '1234');
  type('Proveedor', 'Agro Sur');
  type('CUIT', '20-12345678-6');
  press('Hoy');
  type('Concepto', 'Ivermectina');
  type('Cantidad', '2');
  type(/Precio unitario/, '18.500');
};

describe('a new invoice', () => {
  test('adds up while it is typed, is looked at, and is kept once, with the end of its draft', async () => {
    const { server, farm } = await startNew({}, () => away);
    await waitFor(() => expect(server.asked).toHaveLength(1));
    fillIn();
    expect(screen.getByLabelText('Importes').textContent).toBe('Neto$ 37.000,00IVA$ 7.770,00Total$ 44.770,00');
    press('Revisar y guardar');
    const dialog = await screen.findByRole('dialog', { name: 'Confirmar factura' });
    const checks = within(within(dialog).getByLabelText('Controles')).getAllByRole('listitem');
    expect(checks.map((check) => check.textContent)).toEqual([
      'CUIT válido',
      'La fecha es posible',
      'La suma es correcta',
      'No está duplicada',
      'Está a nombre de la organización',
    ]);
    press('Confirmar', dialog);
    await waitFor(() => expect(done).toHaveBeenCalledWith('movement-1', false));
    expect(server.written()).toEqual([]);
    expect(farm.done.filter(([act]) => act === 'createThing')).toEqual([
      [
        'createThing',
        'invoice',
        expect.objectContaining({
          state: 'pendiente',
          direction: 'recibida',
          letter: 'A',
          point_of_sale: 3,
          number: 1234,
          issuer: { name: 'Agro Sur', cuit: '20123456786', vat_condition: null },
          recipient: { name: 'El Ombú SA', cuit: '33693450239' },
          lines: [expect.objectContaining({ concept: 'Ivermectina', quantity: 2, unit_price: '18500', vat_rate: 21 })],
        }),
        'factura-nueva',
      ],
    ]);
  });

  test('says what is wrong with it: a CUIT that cannot be, a sum that is not the paper’s, a twin', async () => {
    await startNew({ invoices: [invoice()] }, () => away);
    fillIn();
    type(/Total del comprobante/, '50.000,00');
    expect(screen.getByText('La suma no da')).not.toBeNull();
    press('Revisar y guardar');
    const dialog = await screen.findByRole('dialog', { name: 'Confirmar factura' });
    const words = within(dialog).getByLabelText('Controles').textContent;
    expect(words).toContain('La suma no es la del comprobante');
    expect(words).toContain('Ya está cargada: Factura A 00003-00001234');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Confirmar' }).disabled).toBe(true);
    press('Editar', dialog);
    type('CUIT', '20-12345678-5');
    expect(screen.getByText('El CUIT no es válido')).not.toBeNull();
  });

  test('stays as it was typed when this device cannot keep it', async () => {
    const saved = failure({ reason: 'storage' as const, message: 'No queda lugar' });
    await startNew({ saved }, () => away);
    fillIn();
    press('Revisar y guardar');
    press('Guardar borrador', await screen.findByRole('dialog', { name: 'Confirmar factura' }));
    expect(await screen.findByText('No queda lugar')).not.toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Concepto').value).toBe('Ivermectina');
    expect(done).not.toHaveBeenCalled();
  });

  test('of a PDF is kept with its paper, without signal too', async () => {
    const status = { ...calm, reach: 'unreachable' as const };
    const drafts = {
      'factura-subida': { files: [{ digest: 'd', name: 'remito.pdf' }], name: 'Agro Sur', kind: 'ticket', cid: 'c1' },
    };
    const { server, farm } = await startNew({ status, drafts }, () => away, true);
    expect(screen.getByText('remito.pdf')).not.toBeNull();
    expect(screen.queryByText(/necesita señal/)).toBeNull();
    press('Revisar y guardar');
    press('Guardar borrador', await screen.findByRole('dialog', { name: 'Confirmar factura' }));
    await waitFor(() => expect(done).toHaveBeenCalledWith('movement-1', false));
    const said = { state: 'borrador', source: 'foto', cid: 'c1', papers: [{ digest: 'd', name: 'remito.pdf' }] };
    expect(farm.done).toContainEqual(['createThing', 'invoice', expect.objectContaining(said), 'factura-subida']);
    expect(server.written()).toEqual([]);
  });

  test('whose form was saved in another tab changes that one, and makes no second', async () => {
    const drafts = { 'factura-nueva': { cid: 'f1', kind: 'ticket', name: 'Agro Sur' } };
    const { farm } = await startNew({ drafts, invoices: [invoice({ state: 'borrador' })] }, () => away);
    press('Revisar y guardar');
    press('Guardar borrador', await screen.findByRole('dialog', { name: 'Confirmar factura' }));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(farm.done.map(([act, , id]) => [act, id])).toContainEqual(['editThing', 'f1']);
    expect(farm.done.some(([act]) => act === 'createThing')).toBe(false);
  });
});

test('a paper of an invoice stands there once, whoever says first that the server has it, and says what is true of it', async () => {
  const waiting = { type: 'application/pdf', size: 2048, isSent: false, problem: null };
  const papers = [
    { ...waiting, digest: 'a', name: 'remito.pdf', content: 'known' },
    { ...waiting, digest: 'b', name: 'otro.pdf', content: 'sent', isSent: true },
    { ...waiting, digest: 'c', name: 'ticket.pdf', content: 'new' },
  ];
  const attachments = [{ id: '1', name: 'remito.pdf', type: 'application/pdf', size: 2048, digest: 'known' }];
  const farm = fakeFarm({ invoices: [invoice({ attachments })], blobs: { papers: () => Promise.resolve(papers) } });
  const server = serverOf(() => away);
  await renderScreen(<InvoiceScreen id="f1" sheet={null} onSheet={sheets} onSheetEnd={ended} onGone={ended} />, {
    farm,
    session: { ...fakeSession(), call: server.call },
  });
  await screen.findByText('ticket.pdf');
  const rows = within(screen.getByRole('list', { name: 'Archivos' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'remito.pdf2 KB',
    'otro.pdf2 KB',
    'ticket.pdf2 KB · Guardado en este celular: se envía con la factura',
  ]);
});

describe('an invoice that waits on this device', () => {
  const pending = (rest: object = {}) => {
    const row = invoice({ version: 0 });
    const view = { row, state: 'pendiente' as const, problem: null, pendingOp: 'op-1', canUndo: true, ...rest };
    return { things: { invoice: [view] }, status: { ...calm, reach: 'unreachable' as const } };
  };
  const showPending = async (values: Partial<FarmValues>, sheet: string | null = null) => {
    for (const heard of [sheets, ended]) heard.mockClear();
    const server = serverOf(() => away);
    const farm = fakeFarm(values);
    await renderScreen(<InvoiceScreen id="f1" sheet={sheet} onSheet={sheets} onSheetEnd={ended} onGone={ended} />, {
      farm,
      session: { ...fakeSession(), call: server.call },
    });
    await screen.findByText(/sola cuando haya señal|no aceptó/);
    return { server, farm };
  };

  test('says so, shows its files from here, and is changed and deleted here', async () => {
    const digest = 'a'.repeat(64);
    const papers = [
      { digest, name: 'remito.pdf', type: 'application/pdf', size: 2048, content: null, isSent: false, problem: null },
    ];
    const blobs = {
      papers: async () => Promise.resolve(papers),
      open: async () => Promise.resolve({ is: 'here' as const, type: 'application/pdf', bytes: new Uint8Array([37]) }),
    };
    const { server, farm } = await showPending({ ...pending(), blobs }, 'pago');
    fireEvent.change(await screen.findByLabelText('Importe'), { target: { value: '210' } });
    press('Guardar');
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const payments = [{ date: today, amount: '210', method: 'transferencia' }];
    expect(farm.done).toContainEqual(['editThing', 'invoice', 'f1', { payments }]);
    press(/remito.pdf/);
    expect((await screen.findByText('Descargar')).closest('a')?.getAttribute('download')).toBe('remito.pdf');
    press('Eliminar factura');
    press('Eliminar', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(farm.done).toContainEqual(['deleteThing', 'invoice', 'f1']));
    expect(server.asked.some(({ path }) => path.includes('/invoice/'))).toBe(false);
  });

  test('says why it was refused', async () => {
    await showPending(pending({ state: 'con_error', problem: 'No se encontró' }));
    expect(screen.getByText('No se encontró')).not.toBeNull();
    expect(screen.queryByText(/sola cuando haya señal/)).toBeNull();
  });

  test('stands in the list, marked as not sent', async () => {
    await show(pending());
    expect((await screen.findByRole('list', { name: 'Facturas' })).textContent).toContain('sin enviar');
  });
});
