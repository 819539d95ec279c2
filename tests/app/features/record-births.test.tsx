// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { unfoldPlace } from '../../support/place-line.ts';
import { standOn } from '../../support/stand-on.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';

const today = '2026-11-21';
standOn(today);

const [plain] = farmRows.categories;
const named = (id: string, name: string, rest: object = {}) => ({
  ...plain,
  id,
  name,
  next_id: null,
  is_breeding_female: true,
  ...rest,
});
const categories = [
  named('ternero', 'Ternero al pie', { min_age_months: 0, is_breeding_female: false }),
  named('vaquillona', 'Vaquillona', { next_id: 'vaca' }),
  named('vaca', 'Vaca', { next_id: 'descarte' }),
  named('descarte', 'Vaca de descarte'),
  named('toro', 'Toro', { is_breeding_female: false }),
] as FarmValues['categories'];
const stock = [
  { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
  { lot: 'ombu', rodeo: 'cria', category: 'vaquillona', head: 20 },
];

async function open(lotId: string, values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  const kind = recordedKind('BIRTH');
  if (!kind) throw new Error('BIRTH');
  const farm = fakeFarm({ categories, stock, ...values });
  await renderScreen(
    <NewRecordSheet kind={kind} role="user" from={{ lotId, rodeoId: null }} onClose={() => undefined} />,
    { farm },
  );
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return farm;
}
const mother = () => screen.queryByRole('group', { name: 'Madre' });
const choose = (name: string): void =>
  void fireEvent.click(within(mother() ?? document.body).getByRole('button', { name }));
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const offer = () => screen.queryByRole('checkbox', { name: /^Pasar / });
const offered = () => offer()?.closest('label')?.textContent ?? null;
async function saved(farm: FakeFarm): Promise<unknown> {
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
  return farm.done.find(([name]) => name === 'recordMovement')?.[2];
}

describe('a birth where heifers stand', () => {
  test('asks for the mother, cows first, and of no culls', async () => {
    await open('ombu');
    const chips = within(mother() ?? document.body).getAllByRole('button');
    expect(chips.map((one) => one.textContent)).toEqual(['Vaca', 'Vaquillona']);
  });

  test('offers to pass as many heifers to the cows as were born, in the same record', async () => {
    const farm = await open('ombu');
    choose('Vaquillona');
    expect(offer()).toBeNull();
    press('Sumar 1 ternero al pie');
    expect(offered()).toBe('Pasar 1 vaquillona a Vaca');
    press('Sumar 1 ternero al pie');
    expect(offered()).toBe('Pasar 2 vaquillonas a Vaca');
    fireEvent.click(offer() ?? document.body);
    expect(await saved(farm)).toEqual({
      date: today,
      lot_id: 'ombu',
      animals: [{ type: 'ternero', count: 2 }],
      mother_category: 'vaquillona',
      to_category: 'vaca',
    });
  });

  test('passes fewer where there were twins', async () => {
    const farm = await open('ombu');
    choose('Vaquillona');
    press('Sumar 1 ternero al pie');
    press('Sumar 1 ternero al pie');
    fireEvent.click(offer() ?? document.body);
    fireEvent.change(screen.getByLabelText(/Madres que parieron/), { target: { value: '1' } });
    expect(offered()).toBe('Pasar 1 vaquillona a Vaca');
    expect(await saved(farm)).toMatchObject({ mothers: 1, to_category: 'vaca' });
  });

  test('forgets about twins when one calf is left', async () => {
    const farm = await open('ombu');
    choose('Vaquillona');
    press('Sumar 1 ternero al pie');
    press('Sumar 1 ternero al pie');
    fireEvent.click(offer() ?? document.body);
    fireEvent.change(screen.getByLabelText(/Madres que parieron/), { target: { value: '2' } });
    press('Restar 1 ternero al pie');
    expect(await saved(farm)).not.toHaveProperty('mothers');
  });

  test('passes nobody unasked, nor of cows, nor after the mother was taken back', async () => {
    const farm = await open('ombu');
    press('Sumar 1 ternero al pie');
    choose('Vaca');
    expect(offer()).toBeNull();
    choose('Vaquillona');
    fireEvent.click(offer() ?? document.body);
    choose('Vaquillona');
    expect(offer()).toBeNull();
    expect(await saved(farm)).toEqual({ date: today, lot_id: 'ombu', animals: [{ type: 'ternero', count: 1 }] });
  });

  test('passes nobody in Sin lote', async () => {
    const farm = await open('ombu');
    press('Sumar 1 ternero al pie');
    choose('Vaquillona');
    fireEvent.click(offer() ?? document.body);
    unfoldPlace();
    fireEvent.click(within(screen.getByRole('group', { name: 'Lote' })).getByRole('button', { name: 'Otro lote…' }));
    press('Sin lote');
    expect(offer()).toBeNull();
    expect(await saved(farm)).not.toHaveProperty('to_category');
  });
});

describe('a birth where none stand', () => {
  test('has the mother among the details', async () => {
    await open('bajo');
    expect(mother()).toBeNull();
    press('Agregar detalle');
    choose('Vaquillona');
    press('Sumar 1 ternero al pie');
    expect(offered()).toBe('Pasar 1 vaquillona a Vaca');
  });
});

describe('a birth in a lot that two rodeos share', () => {
  const beside = (category: string) => ({ stock: [...stock, { lot: 'ombu', rodeo: 'invernada', category, head: 5 }] });
  const rodeo = () => screen.queryByRole('group', { name: 'Rodeo' });

  test('is asked for no rodeo of bulls alone', async () => {
    const farm = await open('ombu', beside('toro'));
    expect(rodeo()).toBeNull();
    press('Sumar 1 ternero al pie');
    const body = await saved(farm);
    // The rule that found it finds it again when it is saved.
    expect(body).toMatchObject({ lot_id: 'ombu', animals: [{ type: 'ternero', count: 1 }] });
    expect(body).not.toHaveProperty('rodeo_id');
  });

  test('is asked for the rodeo where both hold cows', async () => {
    await open('ombu', beside('vaca'));
    expect(rodeo()).not.toBeNull();
  });
});
