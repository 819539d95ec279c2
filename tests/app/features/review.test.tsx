// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ReviewSheet } from '../../../src/app/features/review/review-sheet.tsx';
import type { Reply } from '../../../src/app/net/reply.ts';
import { calm, fakeFarm, fakeSession, movementView, renderScreen } from '../../support/fake-farm.tsx';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import { refusedRain } from '../../support/refused-rain.ts';
import { corrected, counted, edited, part, place, press, show, waiting } from '../../support/review-sheet.tsx';

afterEach(cleanup);

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

  test('stands on one card with others of its lot and day, in the order in which they were made', async () => {
    const second = waiting({
      id: 'movement-2',
      type: 'AUDIT_RECORD',
      created_at: '2026-11-01T18:30:00.000Z',
      review: { reasons: ['role'] },
      metadata: {
        ...place,
        state: 'pendiente',
        counted: [{ type: 'vaca', count: 58, expected: 58, difference: 0 }],
      },
    });
    const early = { ...count, movement: { ...count.movement, created_at: '2026-11-01T13:20:00.000Z' } };
    const { calls } = await show({ movements: [second, early] });
    const counts = await part('Recuentos por aprobar (2)');
    const hours = await within(counts).findAllByRole('region', { name: /^Contó/ });
    expect(hours.map((one) => one.getAttribute('aria-label'))).toEqual([
      expect.stringContaining('a las 10:20'),
      expect.stringContaining('a las 15:30'),
    ]);
    expect(within(counts).getAllByText(/El Ombú · /)).toHaveLength(1);
    expect(within(hours[0] ?? counts).queryByText('Sin diferencia')).toBeNull();
    expect(within(hours[1] ?? counts).getByText('Sin diferencia')).toBeDefined();
    press('Aprobar recuento', hours[1]);
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ path: '/api/audit/ombu/movement-2/approve' }));
  });

  test('of another day, lot or category stands on a card of its own', async () => {
    const other = (id: string, changes: Partial<Movement>) =>
      waiting({ ...count.movement, id, ...changes, metadata: { ...count.movement.metadata, ...changes.metadata } });
    const toro = [{ type: 'toro', count: 1, expected: 2, difference: -1 }];
    const movements = [
      count,
      other('day', { date: '2026-10-30' }),
      other('lot', { metadata: { ...place, lot_id: 'bajo' } }),
      other('toro', { metadata: { ...place, counted: toro } }),
    ];
    await show({ movements });
    const counts = await part('Recuentos por aprobar (4)');
    expect(within(counts).queryByText(/más de una vez/)).toBeNull();
    expect(within(counts).getAllByRole('button', { name: 'Aprobar recuento' })).toHaveLength(4);
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
    await screen.findByText('Quedaron animales del rodeo en el lote de origen.');
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
    const words = { summary: '22 mm · El Ombú', author: 'Juan Gómez' };
    const first = movementView({ id: 'first', type: 'RAIN', detail: 'Con piedra' }, words);
    const second = waiting(
      { id: 'second', type: 'RAIN', review: { reasons: ['possible_duplicate'], possible_duplicate_of: 'first' } },
      '24 mm · El Ombú',
    );
    const { farm } = await show({ movements: [second, first] });
    const records = await part('Registros (1)');
    // What was written beside it does not stand in the place of what it is.
    for (const said of ['22 mm · El Ombú', 'Con piedra']) expect(await within(records).findByText(said)).toBeDefined();
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

  test('that names a lot which is no more says which, and is edited', async () => {
    edited.mockClear();
    const metadata = { ...place, lot_id: null, was: { lot_id: 'El Tala' } };
    await show({ movements: [waiting({ type: 'DEATH', metadata, review: { reasons: ['missing_reference'] } })] });
    expect(await screen.findByText('El lote El Tala ya no existe. ¿Dónde va este registro?')).toBeDefined();
    press('Editar', await part('Registros (1)'));
    expect(edited).toHaveBeenCalledWith('movement-1');
  });

  const nowhere = waiting({
    type: 'DEATH',
    rodeoId: null,
    animals: [{ type: 'vaca', count: 1 }],
    review: { reasons: ['place_unsaid'], unsaid: ['rodeo_id'] },
    metadata: { ...place, cause: 'Otra' },
  });

  test('whose rodeo was not said asks its author, and the rodeos that stand there are the answers', async () => {
    const { farm } = await show({ role: 'user', movements: [nowhere] });
    expect(await screen.findByText('¿De qué rodeo? No quedó anotado.')).toBeDefined();
    press('Cría · 60', await part('Lo que registraste (1)'));
    await waitFor(() =>
      expect(farm.done).toEqual([
        ['editMovement', 'movement-1', expect.objectContaining({ rodeo_id: 'cria', lot_id: 'ombu', cause: 'Otra' })],
      ]),
    );
    press('Dejar sin decir', await part('Lo que registraste (1)'));
  });

  test('that was answered without signal is asked about no more', async () => {
    await show({ movements: [{ ...nowhere, state: 'pendiente', pendingOp: 'op-1' }] });
    expect(await screen.findByText('Tu respuesta está guardada: sale cuando haya señal.')).toBeDefined();
    for (const name of [/^Cría/, 'Dejar sin decir']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test.each([
    ['off_team', 'Lo registró Beto Sosa y llegó cuando no estaba en el equipo. ¿Está bien?'],
    ['carried', 'Lo registró Beto Sosa y lo trajiste vos en tu celular. ¿Está bien?'],
    ['late_change', 'Su autor lo cambió cuando ya habían pasado 48 horas. ¿Está bien?'],
    ['role', 'Lo registró Beto Sosa. ¿Está bien?'],
  ] as const)('because of %s says whose it is and what the matter is', async (reason, words) => {
    const metadata = { ...place, ...(reason === 'carried' && { carried_by: 'ana' }) };
    await show({ movements: [waiting({ type: 'BUY', created_by: 'beto', metadata, review: { reasons: [reason] } })] });
    expect(await screen.findByText(words)).toBeDefined();
    press('Aprobar', await part('Registros (1)'));
  });

  test('for more than one reason is asked about once, and approved once', async () => {
    const movement = waiting({
      type: 'BUY',
      created_by: 'beto',
      metadata: place,
      review: { reasons: ['price', 'role'] },
    });
    const { calls } = await show({ movements: [movement] });
    expect(
      await screen.findByText('Trae precios de quien ya no los puede ver. Lo registró Beto Sosa. ¿Está bien?'),
    ).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Están bien' })).toBeNull();
    press('Aprobar', await part('Registros (1)'));
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { reasons: ['price', 'role'] } }));
  });

  test('of a birth of toros, which an older phone let pass, says what cannot be', async () => {
    await show({
      movements: [
        waiting({
          type: 'BIRTH',
          animals: [{ type: 'vaca', count: 1 }],
          review: { reasons: ['doubt'] },
          metadata: place,
        }),
      ],
    });
    expect(await screen.findByText('Solo nacen terneros: elegí una categoría al pie. ¿Lo corregís?')).toBeDefined();
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
  test('shows what was typed, and opens in its own form to be corrected', async () => {
    await show({ refused: [refusedRain] });
    const records = await part('Rechazados (1)');
    expect(screen.queryByText(/No hay nada a revisar/)).toBeNull();
    expect(records.textContent).toContain('2.200');
    expect(records.textContent).not.toContain('thing-1');
    press('Corregir y registrar', records);
    expect(corrected).toHaveBeenLastCalledWith('key-2');
  });

  test('shows whatever was written in it, however long', async () => {
    const detail = 'Llovió toda la noche en el bajo';
    await show({ refused: [{ ...refusedRain, body: { ...refusedRain.body, detail } }] });
    expect((await part('Rechazados (1)')).textContent).toContain(detail);
  });

  test('that was to delete something says so, and has no form', async () => {
    await show({ refused: [{ ...refusedRain, method: 'DELETE', body: null }] });
    const records = await part('Rechazados (1)');
    expect(records.textContent).toContain('Eliminar: Lluvia');
    expect(within(records).queryByRole('button', { name: 'Corregir y registrar' })).toBeNull();
  });

  test('that changes a lot in other words than those that stand says what of, and in words of people', async () => {
    const body = { id: 'ombu', name: 'El Ombú Viejo', use: 'campo_natural' };
    const path = '/api/lot/edit/ombu';
    await show({ refused: [{ ...refusedRain, type: null, method: 'PUT', path, code: 'CONFLICT', body }] });
    const records = await part('Rechazados (1)');
    for (const words of ['Editar: Lote · El Ombú', 'Nombre', 'El Ombú Viejo', 'Uso', 'Campo natural'])
      expect(records.textContent).toContain(words);
    expect(records.textContent).not.toMatch(/campo_natural|use/);
    expect(within(records).queryByText('id')).toBeNull();
  });

  test('that deletes a lot says which', async () => {
    const path = '/api/lot/delete/ombu/bajo';
    await show({ refused: [{ ...refusedRain, type: null, method: 'DELETE', path, body: null }] });
    expect((await part('Rechazados (1)')).textContent).toContain('Eliminar: Lote · El Bajo');
  });
});

describe('A revisar', () => {
  test('with nothing to look at says what comes here', async () => {
    await show({});
    expect(await screen.findByText(/No hay nada a revisar/)).toBeDefined();
  });

  test('asks a hand nothing about what the office decides', async () => {
    await show({ role: 'user', movements: [count, waiting({ type: 'BUY', review: { reasons: ['role'] } })] });
    expect(await screen.findByText('Nada de lo que registraste espera una respuesta tuya.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull();
  });
});
