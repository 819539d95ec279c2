// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CorrectSheet, EditSheet } from '../../../src/app/features/record/correct-sheet.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Asset } from '../../../src/domain/supplies/asset.ts';
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

afterEach(cleanup);

const item = (id: string, name: string, kind: string, more: object = {}): Asset => ({
  id,
  name,
  kind,
  unit: 'ml',
  kg_per_unit: null,
  minimum: null,
  batches: [],
  quantity: 100,
  missing: 0,
  meat_withdrawal_days: null,
  deleted: false,
  version: 1,
  ...more,
});
const items = [
  item('mancha', 'Vacuna mancha', 'vacuna', { standard_dose: 5, standard_dose_unit: 'ml_cab' }),
  item('iver', 'Ivermectina 1 %', 'antiparasitario', { meat_withdrawal_days: 35 }),
  item('oxi', 'Oxitetraciclina', 'medicamento'),
  item('sal', 'Sal', 'suplemento'),
];
const asset = items.map((row) => ({ row, state: 'enviado' as const, problem: null, pendingOp: null, canUndo: false }));

const given = (id: string, date: string, more: object) =>
  movementView({
    id,
    type: 'TREATMENT',
    date,
    metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [], reason: 'curacion', ...more },
  });

async function open(values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  const kind = recordedKind('TREATMENT');
  if (!kind) throw new Error('no treatment');
  const farm = fakeFarm({ things: { asset }, ...values });
  await renderScreen(
    <NewRecordSheet kind={kind} role="user" from={{ lotId: 'ombu', rodeoId: 'cria' }} onClose={() => undefined} />,
    { farm, session: fakeSession('user') },
  );
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return farm;
}

const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const products = async (): Promise<(string | null)[]> => {
  const group = await screen.findByRole('group', { name: '¿Qué le diste?' });
  return [...group.querySelectorAll('button')].map((one) => one.textContent);
};
async function save(farm: FakeFarm, act_ = 'recordMovement'): Promise<unknown> {
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
  return farm.done.find(([name]) => name === act_)?.at(-2);
}

test('A treatment offers the medicines of the store room, those used last first', async () => {
  await open({ movements: [given('a', '2026-11-01', { products: [{ name: 'oxitetraciclina' }] })] });
  expect(await products()).toEqual(['Oxitetraciclina', 'Vacuna mancha', 'Ivermectina 1 %', 'Otro…']);
});

test('A product by a touch says its dose, its reason and its withdrawal, and all of the rodeo is one more', async () => {
  const farm = await open();
  await products();
  press('Ivermectina 1 %');
  expect(screen.getByText('Desparasitación · sin dosis anotada', { exact: false })).toBeDefined();
  expect(screen.getByText('Retiro en carne: 35 días por Ivermectina 1 %, según el insumo.')).toBeDefined();
  press('Ivermectina 1 %');
  press('Vacuna mancha');
  expect(screen.getByText('Vacunación · dosis 5 ml/cab', { exact: false })).toBeDefined();
  expect(screen.getByText('Sin retiro en carne anotado.')).toBeDefined();
  // One button for all of them, not two.
  expect(screen.queryByRole('button', { name: /^Todas/ })).toBeNull();
  press('Todo el rodeo (60)');
  const body = await save(farm);
  expect(body).toMatchObject({
    animals: [{ type: 'vaca', count: 60 }],
    reason: 'vacunacion',
    products: [{ asset_id: 'mancha', name: 'Vacuna mancha', dose: '5 ml/cab' }],
  });
  expect(body).not.toHaveProperty('withdrawal_days');
});

test('Dose, reason and withdrawal of the last use are proposed, with its day', async () => {
  const farm = await open({
    movements: [
      given('b', '2026-11-02', { products: [{ name: 'Oxitetraciclina' }, { name: 'Sal' }], withdrawal_days: 40 }),
      given('a', '2026-10-12', { products: [{ name: 'Oxitetraciclina', dose: '20 ml' }], withdrawal_days: 28 }),
    ],
  });
  await products();
  press('Oxitetraciclina');
  // Of two given at once nobody knows whose the 40 days are; the dose of the last use was not said.
  expect(
    screen.getByText('Retiro en carne: 28 días por Oxitetraciclina, según el último uso, 12/10/2026.'),
  ).toBeDefined();
  press('Todo el rodeo (60)');
  expect(await save(farm)).toMatchObject({ withdrawal_days: 28, reason: 'curacion' });
});

test('A product that the farm does not know is typed, and another name is no item of the store room', async () => {
  const farm = await open();
  await products();
  press('Ivermectina 1 %');
  press('Cambiar');
  fireEvent.change(screen.getByLabelText('Producto'), { target: { value: 'Ivermectina larga' } });
  press('Todo el rodeo (60)');
  press('Otro');
  expect(await save(farm)).toMatchObject({ products: [{ name: 'Ivermectina larga' }], reason: 'otro' });
  expect(JSON.stringify(farm.done)).not.toContain('asset_id');
});

test('A treatment of no animal is not saved: what lacks is said at its field', async () => {
  const farm = await open();
  await products();
  press('Vacuna mancha');
  expect(await save(farm)).toBeUndefined();
  expect(await screen.findAllByText(/Falta cuántos animales/)).not.toHaveLength(0);
  press('Sumar 1 vaca');
  expect(await save(farm)).toMatchObject({ animals: [{ type: 'vaca', count: 1 }] });
});

test('All of one place are not all of another', async () => {
  const farm = await open();
  await products();
  press('Vacuna mancha');
  press('Todo el rodeo (60)');
  unfoldPlace();
  press('El Bajo');
  expect(screen.queryByRole('button', { name: /^Todo el rodeo/, pressed: true })).toBeNull();
  expect(await save(farm)).toBeUndefined();
});

test('A phone that does not hold the whole farm offers no sum of it', async () => {
  await open({ status: { ...calm, ready: false, reach: 'unreachable' } });
  await products();
  expect(screen.queryByRole('button', { name: /^Todo el/ })).toBeNull();
});

const old = { id: 'viejo', animals: [], metadata: { reason: 'curacion', products: [{ name: 'Sal' }], lot_id: 'ombu' } };

test('A treatment that an older phone saved without animals can still be corrected', async () => {
  const movement = {
    ...old,
    type: 'TREATMENT' as const,
    metadata: { ...given('x', '', {}).movement.metadata, ...old.metadata },
  };
  const farm = fakeFarm({ movements: [movementView(movement)] });
  await renderScreen(<EditSheet id="viejo" role="owner" onClose={() => undefined} />, { farm });
  fireEvent.change(await screen.findByLabelText(/^Dosis/), { target: { value: '1 kg' } });
  await save(farm, 'editMovement');
  await waitFor(() => expect(farm.done.map(([name]) => name)).toContain('editMovement'));
});

test('And one that the server refused is sent again as it is', async () => {
  const payload = { date: '2026-11-05', lot_id: 'ombu', reason: 'curacion', products: [{ name: 'Sal' }] };
  const farm = fakeFarm({
    pending: [
      {
        opId: 'op-1',
        act: 'create',
        subject: 'movement',
        movementType: 'TREATMENT',
        entityId: 'viejo',
        problem: { message: 'No', issues: [] },
      } as unknown as FarmValues['pending'][number],
    ],
    payloads: { 'op-1': payload },
  });
  await renderScreen(<CorrectSheet opId="op-1" role="owner" onClose={() => undefined} />, { farm });
  fireEvent.change(await screen.findByLabelText(/^Dosis/), { target: { value: '1 kg' } });
  await save(farm, 'correct');
  await waitFor(() => expect(farm.done.map(([name]) => name)).toContain('correct'));
});
