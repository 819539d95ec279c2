// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ReviewSheet } from '../../../src/app/features/review/review-sheet.tsx';
import type { Reply, Request } from '../../../src/app/net/reply.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import {
  calm,
  type FakeFarm,
  type FarmValues,
  fakeFarm,
  fakeSession,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';

afterEach(cleanup);

const marks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const answered = (body: object): Reply => ({ outcome: 'answer', status: 200, body: { ok: true, ...body }, marks });
const edited = vi.fn<(id: string) => void>();
const counted = vi.fn<(lotId: string) => void>();
const corrected = vi.fn<(id: string) => void>();

interface Shown extends Partial<FarmValues> {
  readonly role?: Role;
  readonly refused?: readonly object[];
  readonly ears?: Set<(message: unknown) => void>;
}

/** Opens 'A revisar' and gives what was done here and what was asked of the server. */
async function show({
  role = 'owner',
  refused = [],
  ears = new Set(),
  ...values
}: Shown): Promise<{ farm: FakeFarm; calls: Request[] }> {
  const farm = fakeFarm(values);
  const calls: Request[] = [];
  const call = async (request: Omit<Request, 'token'>): Promise<Reply> => {
    calls.push(request);
    if (request.method === 'GET') return Promise.resolve(answered({ refused }));
    return Promise.resolve(answered({ movement: movementView().movement, alreadyDeleted: false }));
  };
  await renderScreen(
    <ReviewSheet open onClose={() => undefined} onEdit={edited} onCount={counted} onCorrectRefused={corrected} />,
    {
      farm,
      ears,
      session: { ...fakeSession(role), call },
    },
  );
  return { farm, calls };
}
const part = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));
const waiting = (movement: Partial<Movement>, summary = '1 vaca · El Ombú') =>
  movementView(movement, { state: 'revisar', summary });
const place = { lot_id: 'ombu', deletedBy: null, editHistory: [] };
const count = waiting({
  type: 'AUDIT_RECORD',
  review: { reasons: ['role'] },
  metadata: {
    ...place,
    state: 'pendiente',
    counted: [{ type: 'vaca', count: 58, expected: 60, difference: -2, reason: 'faltante' }],
  },
});

describe('A count that a hand handed in', () => {
  test('stands with book, count, difference and reason, and is approved with signal', async () => {
    const { farm, calls } = await show({ movements: [count] });
    const counts = await part('Recuentos por aprobar (1)');
    expect(await within(counts).findByRole('row', { name: /Vaca.*60.*58.*−2.*Faltante/ })).toBeDefined();
    press('Aprobar recuento', counts);
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({ method: 'PUT', path: '/api/audit/ombu/movement-1/approve' }),
    );
    await waitFor(() => expect(farm.done.map(([act]) => act)).toEqual(['sendNow']));
  });

  test('is rejected with a reason', async () => {
    const { calls } = await show({ movements: [count] });
    const counts = await part('Recuentos por aprobar (1)');
    press('Rechazar', counts);
    fireEvent.change(within(counts).getByLabelText('¿Por qué se rechaza?', { exact: false }), {
      target: { value: 'Contar de nuevo' },
    });
    press('Rechazar recuento', counts);
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({
        path: '/api/audit/ombu/movement-1/reject',
        body: { reason: 'Contar de nuevo' },
      }),
    );
  });

  test('waits for signal, which is said', async () => {
    await show({ movements: [count], status: { ...calm, reach: 'unreachable' } });
    const counts = await part('Recuentos por aprobar (1)');
    expect(screen.getByText('Esto necesita señal. Lo demás sigue funcionando.')).toBeDefined();
    expect(within(counts).getByRole<HTMLButtonElement>('button', { name: 'Aprobar recuento' }).disabled).toBe(true);
  });
});

describe('A record to look at', () => {
  test('of a rodeo that left some behind offers to move them too', async () => {
    await show({
      movements: [
        waiting({
          type: 'TRANSFER_RODEO',
          rodeoId: 'cria',
          review: { reasons: ['left_behind'], left: [{ category_id: 'vaca', head: 1 }] },
          metadata: { lot_id: 'ombu', to_lot_id: 'bajo', deletedBy: null, editHistory: [] },
        }),
      ],
    });
    await screen.findByText('Quedaron animales del rodeo en el lote de origen');
    expect(await screen.findByRole('button', { name: 'Mover también el que quedó' })).not.toBeNull();
  });

  test('that another one made is approved by itself, and changed there', async () => {
    await show({
      movements: [
        waiting({
          type: 'RECATEGORIZATION',
          review: { reasons: ['role'] },
          metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [], parent_id: 'tacto-1' },
        }),
      ],
    });
    await screen.findByRole('button', { name: 'Aprobar' });
    for (const name of ['Editar', 'Eliminar']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('of a hand’s purchase is approved as it is', async () => {
    const { calls } = await show({ movements: [waiting({ type: 'BUY', review: { reasons: ['role'] } })] });
    press('Aprobar', await part('Registros (1)'));
    await waitFor(() =>
      expect(calls.at(-1)).toMatchObject({
        method: 'PUT',
        path: '/api/movement/review/ombu/movement-1',
        body: { reasons: ['role'] },
      }),
    );
  });

  test('of one storm told twice shows the other, and either both or the other alone stay', async () => {
    const first = movementView({ id: 'first', type: 'RAIN' }, { summary: '22 mm · El Ombú', author: 'Juan Gómez' });
    const second = waiting(
      { id: 'second', type: 'RAIN', review: { reasons: ['possible_duplicate'], possible_duplicate_of: 'first' } },
      '24 mm · El Ombú',
    );
    const { farm } = await show({ movements: [second, first] });
    const records = await part('Registros (1)');
    expect(await within(records).findByText('22 mm · El Ombú')).toBeDefined();
    expect(within(records).getByText('24 mm · El Ombú')).toBeDefined();
    expect(within(records).getByRole('button', { name: 'Dejar las dos' })).toBeDefined();
    press('Quedarme con el otro', records);
    press('Eliminar', screen.getByRole('alertdialog'));
    await waitFor(() => expect(farm.done).toEqual([['deleteMovement', 'second']]));
  });

  test('that two people changed shows both values where they differ', async () => {
    const conflict = {
      before: { date: '2026-11-04', mm: 12, campo_id: 'campo' },
      after: { date: '2026-11-04', mm: 15, campo_id: 'campo' },
    };
    await show({
      movements: [waiting({ type: 'RAIN', review: { reasons: ['conflict'] }, metadata: { ...place, conflict } })],
    });
    const values = await screen.findByRole('table', { name: 'Los dos valores' });
    expect(within(values).getAllByRole('row')).toHaveLength(2);
    expect(values.textContent).toMatch(/12.*15/);
  });

  test('whose place nobody could tell is edited', async () => {
    edited.mockClear();
    await show({ movements: [waiting({ type: 'DEATH', review: { reasons: ['missing_reference'] } })] });
    press('Editar', await part('Registros (1)'));
    expect(edited).toHaveBeenCalledWith('movement-1');
  });

  test('that the server refuses to settle says why and stays', async () => {
    const farm = fakeFarm({ movements: [waiting({ type: 'BUY', review: { reasons: ['role'] } })] });
    const call = async (): Promise<Reply> =>
      Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' });
    await renderScreen(
      <ReviewSheet open onClose={() => undefined} onEdit={edited} onCount={counted} onCorrectRefused={corrected} />,
      {
        farm,
        session: { ...fakeSession(), call },
      },
    );
    press('Aprobar', await part('Registros (1)'));
    expect(await screen.findByText('No se pudo conectar con el servidor')).toBeDefined();
  });
});

describe('Rendir diferencias', () => {
  const cells = [{ lot_id: 'ombu', rodeo_id: 'cria', category_id: 'vaca', head: -2 }];
  const sale = waiting({ type: 'SELL', review: { reasons: ['negative_cell'], cells } }, '62 vacas · El Ombú');
  const stock = [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: -2 }];

  test('lists what the book falls short of, with the records that touch it', async () => {
    counted.mockClear();
    const { farm } = await show({ movements: [sale], stock });
    const shortfalls = await part('Rendir diferencias');
    expect(await within(shortfalls).findByText('Faltan 2 vacas por justificar')).toBeDefined();
    press('Corregir stock', shortfalls);
    expect(counted).toHaveBeenCalledWith('ombu');
    press('Editar registro', shortfalls);
    expect(edited).toHaveBeenLastCalledWith('movement-1');
    press('Descartar', shortfalls);
    press('Descartar', screen.getByRole('alertdialog'));
    await waitFor(() => expect(farm.done).toEqual([['deleteMovement', 'movement-1']]));
  });

  test('does not list such a record a second time', async () => {
    await show({ movements: [sale], stock });
    await part('Rendir diferencias');
    expect(screen.queryByRole('region', { name: /^Registros/ })).toBeNull();
  });
});

describe('Records that the server did not take', () => {
  const refused = {
    id: 'key-1',
    author: { id: 'juan', first_name: 'juan', last_name: 'gómez' },
    type: 'DEATH',
    method: 'POST',
    path: '/api/movement/death/ombu',
    body: {},
    code: 'FORBIDDEN',
    message: 'No tenés permiso para hacer esto',
    issues: [],
    recorded_at: '2026-11-04T12:00:00.000Z',
    received_at: '2026-11-05T12:00:00.000Z',
    from_lost_phone: true,
  };

  test.each([
    ['recorded after all', 'Registrar igual', { method: 'POST', path: '/api/refused/ombu/key-1/apply', body: {} }],
    ['let go', 'Descartar', { method: 'DELETE', path: '/api/refused/ombu/key-1' }],
  ])('are %s', async (_, name, request) => {
    const { calls } = await show({ refused: [refused] });
    const records = await part('Rechazados (1)');
    expect(records.textContent).toContain('Juan Gómez');
    expect(records.textContent).toContain('de un celular perdido');
    press(name, records);
    await waitFor(() => expect(calls.some((call) => call.path === request.path)).toBe(true));
    expect(calls.find((call) => call.path === request.path)).toMatchObject(request);
  });

  test('come by themselves while the list is open, and each telling of this farm is worth one question', async () => {
    const [ears, list] = [new Set<(message: unknown) => void>(), [] as object[]];
    const { calls } = await show({ refused: list, ears });
    const questions = () => calls.filter(({ method }) => method === 'GET').length;
    await waitFor(() => expect(questions()).toBe(1));
    const say = (message: object): void => {
      for (const ear of ears) ear(message);
    };
    list.push(refused);
    say({ action: 'refused-updated', organization_id: 'otro' });
    say({ action: 'update-movements', organization_id: 'ombu' });
    for (let times = 0; times < 5; times += 1) say({ action: 'refused-updated', organization_id: 'ombu' });
    expect((await part('Rechazados (1)')).textContent).toContain('Juan Gómez');
    expect(questions()).toBe(2);
    cleanup();
    expect(ears.size).toBe(0);
  });
});

describe('A record that the server did not take', () => {
  const refused = {
    id: 'key-2',
    author: { id: 'juan', first_name: 'juan', last_name: 'gómez' },
    type: 'RAIN',
    method: 'POST',
    path: '/api/movement/weather/rain/ombu',
    body: { date: '2026-11-04', mm: 2200, cid: 'thing-1', offline: true },
    code: 'INVALID_BODY',
    message: 'Revisá los datos marcados',
    issues: [],
    recorded_at: null,
    received_at: '2026-11-05T12:00:00.000Z',
    from_lost_phone: false,
  };

  test('shows what was typed, and opens in its own form to be corrected', async () => {
    await show({ refused: [refused] });
    const records = await part('Rechazados (1)');
    expect(screen.queryByText(/No hay nada a revisar/)).toBeNull();
    expect(records.textContent).toContain('2.200');
    expect(records.textContent).not.toContain('thing-1');
    press('Corregir y registrar', records);
    expect(corrected).toHaveBeenLastCalledWith('key-2');
  });

  test('shows whatever was written in it, however long', async () => {
    const detail = 'Llovió toda la noche en el bajo';
    await show({ refused: [{ ...refused, body: { ...refused.body, detail } }] });
    expect((await part('Rechazados (1)')).textContent).toContain(detail);
  });

  test('that was to delete something says so, and has no form', async () => {
    await show({ refused: [{ ...refused, method: 'DELETE', body: null }] });
    const records = await part('Rechazados (1)');
    expect(records.textContent).toContain('Eliminar: Lluvia');
    expect(within(records).queryByRole('button', { name: 'Corregir y registrar' })).toBeNull();
  });

  test('that changes a lot in other words than those that stand says what of, and in words of people', async () => {
    const body = { id: 'ombu', name: 'El Ombú Viejo', use: 'campo_natural' };
    const path = '/api/lot/edit/ombu';
    await show({ refused: [{ ...refused, type: null, method: 'PUT', path, code: 'CONFLICT', body }] });
    const records = await part('Rechazados (1)');
    for (const words of ['Editar: Lote', 'Nombre', 'El Ombú Viejo', 'Uso', 'Campo natural'])
      expect(records.textContent).toContain(words);
    expect(records.textContent).not.toMatch(/campo_natural|use/);
  });
});

describe('A revisar', () => {
  test('with nothing to look at says what comes here', async () => {
    await show({});
    expect(await screen.findByText(/No hay nada a revisar/)).toBeDefined();
  });

  test('is not for a hand', async () => {
    await show({ role: 'user', movements: [count] });
    expect(screen.getByText('Lo revisa el dueño o un administrador.')).toBeDefined();
  });
});
