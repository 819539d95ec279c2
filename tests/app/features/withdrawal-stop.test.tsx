// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { HerdSheet } from '../../../src/app/features/billing/edit-invoice-sheet.tsx';
import { EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { LotWithdrawal } from '../../../src/app/features/lots/lot-facts.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { offlineSentences } from '../../../src/contract/sentences-offline.ts';
import type { Invoice } from '../../../src/domain/office/invoices.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import { StorageFailure } from '../../../src/app/store/store.ts';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { failure } from '../../../src/domain/result.ts';
import {
  calm,
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { unfoldPlace } from '../../support/place-line.ts';
import { standOn } from '../../support/stand-on.ts';

const today = '2026-09-12';
standOn(today);

const sentence = 'Hay animales en período de retiro hasta 14/10/2026 (Ivermectina)';
const treated = (changes: Partial<Movement> = {}, days = 35) =>
  movementView({
    id: 'treated',
    type: 'TREATMENT',
    date: '2026-09-09',
    metadata: {
      lot_id: 'ombu',
      deletedBy: null,
      editHistory: [],
      withdrawal_days: days,
      products: [{ name: 'Ivermectina' }],
    },
    ...changes,
  });
const sold = (more: object = {}) =>
  movementView({
    id: 'sold',
    type: 'SELL',
    date: today,
    animals: [{ type: 'vaca', count: 2 }],
    metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [], ...more },
  });

const closed = vi.fn<() => void>();
interface Opened extends Partial<FarmValues> {
  readonly type?: string;
  readonly role?: Role;
}

/** The form of what goes out of Cría in El Ombú, with two cows counted. */
async function leaving({ type = 'SELL', role = 'owner', ...values }: Opened = {}): Promise<FakeFarm> {
  closed.mockClear();
  const kind = recordedKind(type);
  if (!kind) throw new Error(`no kind ${type}`);
  const stock = ['vaca', 'ternero'].map((category) => ({ lot: 'ombu', rodeo: 'cria', category, head: 60 }));
  const farm = fakeFarm({ movements: [treated()], stock, ...values });
  await renderScreen(
    <NewRecordSheet kind={kind} role={role} from={{ lotId: 'ombu', rodeoId: 'cria' }} onClose={closed} />,
    { farm },
  );
  await screen.findByRole('button', { name: 'Sumar 1 vaca' });
  press('Sumar 1 vaca');
  press('Sumar 1 vaca');
  return farm;
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const acts = (farm: FakeFarm): unknown[] => farm.done.filter(([name]) => name !== 'saveDraft');
const question = () => screen.findByRole('alertdialog', { name: 'Período de retiro' });
const pressThere = async (name: string): Promise<void> =>
  void fireEvent.click(within(await question()).getByRole('button', { name }));
const write = async (text: string): Promise<void> =>
  void fireEvent.change(within(await question()).getByLabelText('¿Por qué salen igual?'), { target: { value: text } });
const gone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

describe.each(['SELL', 'OUTGOING_TRANSFER'])('%s of animals in a withdrawal period', (type) => {
  test('stops before it is saved, with the day and the product', async () => {
    const farm = await leaving({ type });
    press('Guardar 2 cabezas');
    expect((await question()).textContent).toContain(sentence);
    expect(acts(farm)).toEqual([]);
  });

  test('goes on with the reason of an admin, which the record keeps', async () => {
    const farm = await leaving({ type, role: 'admin' });
    press('Guardar 2 cabezas');
    await write('  Van a invernada, no a faena ');
    await pressThere('Guardar igual');
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(acts(farm)).toMatchObject([
      ['recordMovement', type, { lot_id: 'ombu', withdrawal_reason: 'Van a invernada, no a faena' }, expect.anything()],
    ]);
  });

  test('is not for a hand to let go, who keeps what he typed', async () => {
    const farm = await leaving({ type, role: 'user' });
    press('Guardar 2 cabezas');
    const asked = await question();
    expect(asked.textContent).toContain('Solo un administrador puede guardarlo igual');
    expect(within(asked).queryByRole('button', { name: 'Guardar igual' })).toBeNull();
    await pressThere('Volver');
    await gone();
    expect(screen.getByRole('button', { name: 'Guardar 2 cabezas' })).toHaveProperty('disabled', false);
    expect([acts(farm), closed.mock.calls]).toEqual([[], []]);
  });
});

describe('The question', () => {
  test('is not answered without a reason', async () => {
    const farm = await leaving();
    press('Guardar 2 cabezas');
    await write('   ');
    await pressThere('Guardar igual');
    expect((await question()).textContent).toContain('Escribí por qué salen igual');
    expect(acts(farm)).toEqual([]);
  });

  test('closed, leaves the form as it was and keeps the reason for the next time', async () => {
    const farm = await leaving();
    press('Guardar 2 cabezas');
    await write('Van a invernada');
    await pressThere('Volver');
    await gone();
    await waitFor(() =>
      expect(farm.done).toContainEqual(['saveDraft', 'registro SELL ombu cria retiro', { text: 'Van a invernada' }]),
    );
    expect(screen.getByRole('button', { name: 'Guardar 2 cabezas' })).not.toBeNull();
    expect(acts(farm)).toEqual([]);
  });

  test('finds the reason that was half-typed before', async () => {
    await leaving({ drafts: { 'registro SELL ombu cria retiro': { text: 'Van a inv' } } });
    press('Guardar 2 cabezas');
    await waitFor(async () =>
      expect(within(await question()).getByLabelText<HTMLTextAreaElement>('¿Por qué salen igual?').value).toBe(
        'Van a inv',
      ),
    );
  });

  test('comes without signal too: what this phone knows is enough', async () => {
    await leaving({ status: { ...calm, reach: 'unreachable' } });
    press('Guardar 2 cabezas');
    expect((await question()).textContent).toContain(sentence);
  });

  test('comes again when the save fails, with the form still full', async () => {
    await leaving({ saved: failure({ reason: 'storage', message: 'No hay lugar en este celular' }) });
    press('Guardar 2 cabezas');
    await write('Van a invernada');
    await pressThere('Guardar igual');
    expect(await screen.findByText('No hay lugar en este celular')).not.toBeNull();
    press('Guardar 2 cabezas');
    expect((await question()).textContent).toContain(sentence);
  });

  test('cannot be asked of a disk that does not answer, which is said; nothing is saved and nothing lost', async () => {
    const farm = await leaving();
    const broken = { ...farm.views, page: async () => Promise.reject(new StorageFailure('gone')) };
    Object.assign(farm, { views: broken });
    press('Guardar 2 cabezas');
    expect(await screen.findByText(offlineSentences.notSaved)).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Guardar 2 cabezas' })).toHaveProperty('disabled', false);
    expect(acts(farm)).toEqual([]);
  });

  test('waits until the record is whole: first it is said what is missing', async () => {
    const issues = [{ path: 'animals', message: 'Ingresá al menos una categoría' }];
    const farm = await leaving({ saved: failure({ reason: 'invalid', issues }) });
    press('Restar 1 vaca');
    press('Restar 1 vaca');
    press('Guardar');
    expect(await screen.findByText('Animales: Ingresá al menos una categoría')).not.toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(acts(farm)).toHaveLength(1);
  });
});

/** Five cows that came into Cría in El Ombú. */
const cameFrom = (rodeo: string | null, lot: string, date = '2026-09-10') =>
  movementView(
    { id: 'moved', type: rodeo === null ? 'TRANSFER' : 'CHANGE_RODEO', date, created_at: `${date}T15:00:00.000Z` },
    {
      lines: [
        { lot, rodeo, category: 'vaca', head: -5 },
        { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 5 },
      ],
    },
  );

describe('Animals that came from where it was given', () => {
  const elsewhere = { lot_id: 'bajo', deletedBy: null, editHistory: [], withdrawal_days: 35, products: [] };

  test.each([
    ['another rodeo', treated({ rodeoId: 'invernada' }), cameFrom('invernada', 'bajo')],
    ['another lot', treated({ rodeoId: null, metadata: elsewhere }), cameFrom(null, 'bajo')],
  ])('%s, are stopped too, and their lot says so', async (_, given, moved) => {
    const farm = await leaving({ movements: [given, moved], role: 'user' });
    press('Guardar 2 cabezas');
    expect((await question()).textContent).toContain('Hay animales en período de retiro hasta 14/10/2026');
    expect(acts(farm)).toEqual([]);
    await renderScreen(<LotWithdrawal lotId="ombu" />, { farm });
    expect(await screen.findByText('En retiro hasta 14/10/2026')).not.toBeNull();
  });
});

describe('Nobody is asked', () => {
  test.each([
    ['when the withdrawal is over', [treated({ date: '2026-08-01' })]],
    ['when the treatment was deleted', [treated({ deleted: true })]],
    ['when the treatment forbids nothing', [treated({}, 0)]],
    ['when another rodeo was treated', [treated({ rodeoId: 'invernada' })]],
    [
      'when animals of another rodeo came before it was treated',
      [treated({ rodeoId: 'invernada' }), cameFrom('invernada', 'bajo', '2026-09-08')],
    ],
  ])('%s', async (_, movements) => {
    const farm = await leaving({ movements, role: 'user' });
    press('Guardar 2 cabezas');
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(acts(farm)).toHaveLength(1);
    expect((acts(farm)[0] as unknown[])[2]).not.toHaveProperty('withdrawal_reason');
  });

  test('of a death in a withdrawal period', async () => {
    const farm = await leaving({ type: 'DEATH', role: 'user' });
    press('Guardar 2 muertes');
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(acts(farm)).toHaveLength(1);
  });
});

describe('A change of a sale', () => {
  const edited = async (view: ReturnType<typeof sold>, role: Role): Promise<FakeFarm> => {
    const farm = fakeFarm({ movements: [view, treated()] });
    await renderScreen(<EditSheet id="sold" role={role} onClose={closed} />, { farm });
    await screen.findByRole('button', { name: 'Guardar cambios' });
    return farm;
  };

  test('stops like a new one', async () => {
    const farm = await edited(sold(), 'user');
    press('Guardar cambios');
    expect((await question()).textContent).toContain(sentence);
    expect(acts(farm)).toEqual([]);
  });

  test.each([
    ['earlier than a treatment of its day is not asked', '13', false],
    ['later is', '16', true],
  ])('%s', async (_, hour, isAsked) => {
    const given = treated({ date: today, created_at: `${today}T15:00:00.000Z` });
    const sale = sold();
    const view = { ...sale, movement: { ...sale.movement, created_at: `${today}T${hour}:00:00.000Z` } };
    const farm = fakeFarm({ movements: [view, given] });
    await renderScreen(<EditSheet id="sold" role="owner" onClose={closed} />, { farm });
    await screen.findByRole('button', { name: 'Guardar cambios' });
    press('Sumar 1 vaca');
    press('Guardar cambios');
    await waitFor(() => {
      const asked = screen.queryAllByRole('alertdialog', { name: 'Período de retiro' });
      expect([asked.length, acts(farm).length]).toEqual(isAsked ? [1, 0] : [0, 1]);
    });
  });

  test('that the office let go keeps its reason and is not asked again', async () => {
    const farm = await edited(sold({ withdrawal_reason: 'Van a invernada' }), 'user');
    press('Sumar 1 vaca');
    press('Guardar cambios');
    await waitFor(() => expect(acts(farm)).toHaveLength(1));
    expect(acts(farm)).toMatchObject([
      ['editMovement', 'sold', { withdrawal_reason: 'Van a invernada' }, 'edicion sold'],
    ]);
  });

  test('to another day is asked anew', async () => {
    const farm = await edited(sold({ withdrawal_reason: 'Van a invernada' }), 'owner');
    unfoldPlace();
    press('Ayer');
    press('Guardar cambios');
    await write('Van a otro campo');
    await pressThere('Guardar igual');
    await waitFor(() => expect(acts(farm)).toHaveLength(1));
    expect(acts(farm)).toMatchObject([
      ['editMovement', 'sold', { date: '2026-09-11', withdrawal_reason: 'Van a otro campo' }, 'edicion sold'],
    ]);
  });
});

describe('The animals of an invoice', () => {
  const invoice: Invoice = {
    id: 'f1',
    organization_id: 'ombu',
    created_by: 'ana',
    created_at: '2026-09-12T12:00:00.000Z',
    updated_at: '2026-09-12T12:00:00.000Z',
    version: 1,
    deleted: false,
    direction: 'emitida',
    kind: 'factura',
    letter: 'A',
    point_of_sale: 3,
    number: 77,
    issued_on: today,
    due_on: null,
    currency: 'ARS',
    issuer: { name: 'El Ombú', cuit: null },
    recipient: { name: 'Agro Sur', cuit: '20123456786' },
    lines: [{ concept: 'Vacas', category_id: 'vaca', heads: 2, vat_rate: 10.5, net: '100.00', vat: '10.50' }],
    net: '100.00',
    vat: '10.50',
    other: '0.00',
    total: '110.50',
    attachments: [],
    movement_ids: [],
    payments: [],
    state: 'pendiente',
  };
  const booking = async (): Promise<FakeFarm> => {
    const farm = fakeFarm({ movements: [treated()] });
    const sheet = <HerdSheet invoice={invoice} booked={new Map()} onClose={closed} />;
    await renderScreen(sheet, { farm, session: fakeSession('admin') });
    await screen.findByRole('option', { name: 'Cría' });
    fireEvent.change(screen.getByLabelText(/Rodeo/), { target: { value: 'cria' } });
    press('Registrar venta');
    expect((await question()).textContent).toContain(sentence);
    return farm;
  };

  test('in a withdrawal period are booked with the reason', async () => {
    const farm = await booking();
    await write('Van a invernada');
    await pressThere('Guardar igual');
    await waitFor(() =>
      expect(acts(farm)[0]).toEqual([
        'recordMovement',
        'SELL',
        expect.objectContaining({ rodeo_id: 'cria', withdrawal_reason: 'Van a invernada' }),
        'hacienda f1 0',
      ]),
    );
  });

  test('stay in their form when the answer is no', async () => {
    const farm = await booking();
    await pressThere('Volver');
    await gone();
    expect(screen.getByLabelText<HTMLSelectElement>(/Rodeo/).value).toBe('cria');
    expect(acts(farm)).toEqual([]);
  });
});

describe('The electronic tag of calves', () => {
  const reminder = /ningún ternero .* sin caravana electrónica/;

  test('is a word beside the form that stops nobody', async () => {
    const farm = await leaving({ movements: [], type: 'OUTGOING_TRANSFER' });
    expect(screen.queryByText(reminder)).toBeNull();
    press('Sumar 1 ternero al pie');
    expect(await screen.findByText(reminder)).not.toBeNull();
    press('Guardar 3 cabezas');
    await waitFor(() => expect(acts(farm)).toHaveLength(1));
  });

  test('is not spoken of where calves stay on the farm', async () => {
    await leaving({ movements: [], type: 'DEATH' });
    press('Sumar 1 ternero al pie');
    expect(screen.queryByText(reminder)).toBeNull();
  });
});
