// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CreateLotScreen } from '../../../src/app/features/lots/create-lot-screen.tsx';
import { EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { unlikelyWeight } from '../../../src/domain/farm/likely-weight.ts';
import { failure } from '../../../src/domain/result.ts';
import { type FakeFarm, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');

const nothing = () => undefined;
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const choose = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const kilosOf = (category: string): RegExp => new RegExp(`^Kilos por cabeza de ${category}`);
const type = (label: RegExp, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const done = async (farm: FakeFarm): Promise<readonly unknown[]> => {
  const acts = (): FakeFarm['done'] => farm.done.filter(([name]) => name !== 'saveDraft');
  await waitFor(() => expect(acts()).toHaveLength(1));
  return acts()[0] ?? [];
};

describe('An opening stock', () => {
  const overlay = (farm: FakeFarm, lotId: string | null = 'bajo') =>
    renderScreen(
      <RecordOverlay
        role="owner"
        registrar="EXISTENCIA_INICIAL"
        editId={null}
        correctOp={null}
        lotId={lotId}
        rodeoId={null}
        onPick={nothing}
        onClose={nothing}
      />,
      { farm },
    );

  test('says its day, its rodeo and its heads', async () => {
    const farm = fakeFarm();
    await overlay(farm);
    await screen.findByRole('group', { name: 'Rodeo' });
    press('Ayer');
    press('Sumar uno a Vaca');
    press('Cría');
    press('Guardar existencia');
    const counted = [{ type: 'vaca', count: 1 }];
    expect((await done(farm)).slice(0, 2)).toEqual([
      'countAnimals',
      { kind: 'opening', date: '2026-11-20', lot_id: 'bajo', rodeo_id: 'cria', counted },
    ]);
  });

  test('is not put into no rodeo unasked, where the farm has some', async () => {
    const farm = fakeFarm();
    await overlay(farm);
    await screen.findByRole('group', { name: 'Rodeo' });
    press('Sumar uno a Vaca');
    press('Guardar existencia');
    expect(await screen.findAllByText(/Elegí el rodeo, o Sin rodeo/)).not.toHaveLength(0);
    press('Sin rodeo');
    press('Guardar existencia');
    expect((await done(farm))[1]).toMatchObject({ rodeo_id: null });
  });

  test('is of a lot and a rodeo that are looked for by their names', async () => {
    const farm = fakeFarm({ habits: { byType: {}, recentLotIds: ['bajo'] } });
    await overlay(farm, null);
    const lots = await screen.findByRole('group', { name: 'Lote' });
    expect([...lots.querySelectorAll('button')].map((chip) => chip.textContent)[0]).toBe('El Bajo');
    expect(lots.querySelector('[aria-pressed=true]')).toBeNull();
    press('El Bajo');
    press('Otro rodeo…');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), { target: { value: 'inver' } });
    const list = screen.getByRole('list', { name: 'Rodeo: todos' });
    expect(list.querySelectorAll('button')).toHaveLength(1);
    fireEvent.click(list.querySelector('button') ?? list);
    press('Sumar uno a Vaca');
    press('Guardar existencia');
    expect((await done(farm))[1]).toMatchObject({ lot_id: 'bajo', rodeo_id: 'invernada' });
  });

  test('is corrected in its own form, which names the one that it corrects', async () => {
    const opening = movementView({
      id: 'opening-1',
      type: 'AUDIT_RECORD',
      date: '2026-07-01',
      rodeoId: null,
      animals: [{ type: 'novillito', count: 90 }],
      metadata: { lot_id: 'bajo', deletedBy: null, editHistory: [], kind: 'opening' },
    });
    const farm = fakeFarm({ movements: [opening], rodeos: [] });
    await renderScreen(<EditSheet id="opening-1" role="owner" onClose={nothing} />, { farm });
    await screen.findByRole('button', { name: 'Guardar existencia' });
    press('Sumar uno a Novillito');
    press('Guardar existencia');
    const counted = [{ type: 'novillito', count: 91 }];
    const [name, body, , corrects] = await done(farm);
    expect([name, body, corrects]).toEqual([
      'countAnimals',
      { kind: 'opening', date: '2026-07-01', lot_id: 'bajo', rodeo_id: null, counted },
      'opening-1',
    ]);
  });

  test('says what a head of a category weighs, and sends nothing that no cattle weigh', async () => {
    const farm = fakeFarm();
    await overlay(farm);
    await screen.findByRole('group', { name: 'Rodeo' });
    expect(screen.queryByLabelText(kilosOf('Vaca'))).toBeNull();
    press('Sumar uno a Vaca');
    press('Sumar uno a Novillito');
    type(kilosOf('Vaca'), '410,5');
    press('Cría');
    press('Guardar existencia');
    const counted = [
      { type: 'vaca', count: 1, average_kg: 410.5 },
      { type: 'novillito', count: 1 },
    ];
    expect((await done(farm))[1]).toMatchObject({ counted });
  });

  test('says at its category that the kilos are none of cattle, and keeps what was typed', async () => {
    const issues = [{ path: 'counted.1.average_kg', message: unlikelyWeight }];
    const farm = fakeFarm({ saved: failure({ reason: 'invalid', issues }) });
    await overlay(farm);
    await screen.findByRole('group', { name: 'Rodeo' });
    press('Sumar uno a Vaca');
    press('Sumar uno a Novillito');
    type(kilosOf('Novillito'), '5');
    press('Cría');
    press('Guardar existencia');
    expect(await screen.findAllByRole('textbox', { description: unlikelyWeight })).toEqual([
      screen.getByLabelText(kilosOf('Novillito')),
    ]);
    expect(screen.getByLabelText(kilosOf('Novillito'))).toHaveProperty('value', '5');
    expect(farm.done.at(-1)).toMatchObject(['saveDraft', 'existencia bajo', { kilos: { novillito: 5 } }]);
  });

  test('takes kilos away by its word, where they are blank now, and says nothing of others', async () => {
    const opening = movementView({
      id: 'opening-1',
      type: 'AUDIT_RECORD',
      date: '2026-07-01',
      rodeoId: null,
      animals: [
        { type: 'novillito', count: 90 },
        { type: 'vaca', count: 5 },
      ],
      metadata: {
        lot_id: 'bajo',
        deletedBy: null,
        editHistory: [],
        kind: 'opening',
        counted: [
          { type: 'novillito', count: 90, expected: 0, difference: 90, average_kg: 180 },
          { type: 'vaca', count: 5, expected: 0, difference: 5 },
        ],
      },
    });
    const farm = fakeFarm({ movements: [opening], rodeos: [] });
    await renderScreen(<EditSheet id="opening-1" role="owner" onClose={nothing} />, { farm });
    expect(await screen.findByLabelText(kilosOf('Novillito'))).toHaveProperty('value', '180');
    type(kilosOf('Novillito'), '');
    press('Guardar existencia');
    const counted = [
      { type: 'novillito', count: 90, average_kg: null },
      { type: 'vaca', count: 5 },
    ];
    expect((await done(farm))[1]).toMatchObject({ counted });
  });

  test('of a new lot says since when, and in which rodeo', async () => {
    const farm = fakeFarm();
    await renderScreen(<CreateLotScreen onDone={nothing} />, { farm });
    fireEvent.change(await screen.findByLabelText('Nombre del lote'), { target: { value: 'La Loma' } });
    fireEvent.change(screen.getByLabelText(/^Hectáreas/), { target: { value: '40' } });
    press('Agregar animales');
    await screen.findByLabelText('Rodeo');
    press('Sumar uno a Vaca');
    press('Ayer');
    type(kilosOf('Vaca'), '5');
    choose('Rodeo', 'none');
    press('Guardar lote');
    expect(await screen.findAllByText(unlikelyWeight)).not.toHaveLength(0);
    expect(screen.getByLabelText(kilosOf('Vaca'))).toHaveProperty('value', '5');
    type(kilosOf('Vaca'), '415');
    choose('Rodeo', '');
    press('Guardar lote');
    expect(await screen.findAllByText(/Elegí el rodeo, o Sin rodeo/)).not.toHaveLength(0);
    choose('Rodeo', 'cria');
    press('Guardar lote');
    const [name, body] = await done(farm);
    expect(name).toBe('createLot');
    const animals = [{ type: 'vaca', count: 1, rodeo_id: 'cria', average_kg: 415 }];
    expect(body).toMatchObject({ animals, animals_on: '2026-11-20' });
  });
});
