// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { Asset } from '../../../src/domain/supplies/asset.ts';
import { type FakeFarm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const item = (id: string, name: string, meat_withdrawal_days: number | null): Asset => ({
  id,
  name,
  kind: 'sanidad',
  unit: 'dosis',
  kg_per_unit: null,
  minimum: null,
  batches: [],
  quantity: 100,
  missing: 0,
  meat_withdrawal_days,
  deleted: false,
  version: 1,
});
const items = [item('iver', 'Ivermectina 1 %', 35), item('oxi', 'Oxitetraciclina', 28), item('sal', 'Sal', null)];

async function open(type: string): Promise<FakeFarm> {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  const asset = items.map((row) => ({
    row,
    state: 'enviado' as const,
    problem: null,
    pendingOp: null,
    canUndo: false,
  }));
  const farm = fakeFarm({ things: { asset } });
  await renderScreen(
    <NewRecordSheet kind={kind} role="user" from={{ lotId: 'ombu', rodeoId: 'cria' }} onClose={() => undefined} />,
    { farm, session: fakeSession('user') },
  );
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return farm;
}
const give = (name: string, line = 0): void =>
  void fireEvent.change(screen.getAllByLabelText('Producto')[line] ?? document.body, { target: { value: name } });
const said = (): string | null => screen.queryByText(/retiro en carne[,:]/i)?.textContent ?? null;
async function saved(farm: FakeFarm): Promise<unknown> {
  fireEvent.click(screen.getByRole('button', { name: /^Todo el rodeo/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Desparasitación' }));
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
  await waitFor(() => expect(farm.done.some(([name]) => name === 'recordMovement')).toBe(true));
  return farm.done.find(([name]) => name === 'recordMovement')?.[2];
}

describe.each(['TREATMENT', 'MEDICINE'])('The withdrawal of a %s', (type) => {
  test('is what the farm’s own item asks for, in sight before it is saved', async () => {
    const farm = await open(type);
    expect(said()).toBeNull();
    give('ivermectina 1 %');
    expect(said()).toBe('Retiro en carne: 35 días por Ivermectina 1 %, según el insumo.');
    expect(await saved(farm)).toMatchObject({ withdrawal_days: 35 });
  });

  test('is the longest of several products, and goes with the product', async () => {
    await open(type);
    give('Oxitetraciclina');
    fireEvent.click(screen.getByRole('button', { name: 'Otro producto' }));
    give('Ivermectina 1 %', 1);
    expect(said()).toContain('35 días por Ivermectina 1 %');
    give('Sal', 1);
    expect(said()).toContain('28 días por Oxitetraciclina');
    give('Algo', 0);
    expect(said()).toBeNull();
  });

  test('that the person has said stays, and the difference is told', async () => {
    const farm = await open(type);
    fireEvent.change(screen.getByLabelText(/^Retiro en carne/), { target: { value: '20' } });
    give('Ivermectina 1 %');
    expect(said()).toBe('Ivermectina 1 % pide 35 días de retiro en carne, según el insumo. Anotaste otro.');
    expect(await saved(farm)).toMatchObject({ withdrawal_days: 20 });
  });
});
