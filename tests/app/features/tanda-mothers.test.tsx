// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { failure, success } from '../../../src/domain/result.ts';
import { type FakeFarm, type FarmValues, renderScreen } from '../../support/fake-farm.tsx';
import { type Drafts, farmWithDrafts } from '../../support/farm-with-drafts.ts';
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
  named('ternera', 'Ternera al pie', { min_age_months: 0, is_breeding_female: false }),
  named('vaquillona', 'Vaquillona', { next_id: 'vaca' }),
  named('vaca', 'Vaca'),
] as FarmValues['categories'];
const cows = { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 };
const heifers = { lot: 'ombu', rodeo: 'cria', category: 'vaquillona', head: 20 };

async function ride(values: Partial<FarmValues> = {}, drafts: Drafts = {}, lotId: string | null = 'ombu') {
  const farm = farmWithDrafts(drafts, { categories, stock: [cows, heifers], ...values });
  const nothing = (): void => undefined;
  await renderScreen(
    <RecordOverlay
      role="user"
      registrar="BIRTH"
      editId={null}
      correctOp={null}
      lotId={lotId}
      rodeoId={null}
      isTanda
      onPick={nothing}
      onClose={nothing}
    />,
    { farm },
  );
  await waitFor(() => expect(document.querySelector('dialog button:not([aria-label="Cerrar"])')).not.toBeNull());
  return farm;
}
const press = async (name: string | RegExp): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const calf = async (): Promise<void> => press(/^Sumar 1 ternero al pie/);
const mother = () => within(screen.getByRole('group', { name: 'Madre' }));
const chosen = (): string | null => mother().queryByRole('button', { pressed: true, name: /.*/ })?.textContent ?? null;
const choose = async (name: string): Promise<void> =>
  act(async () => void fireEvent.click(mother().getByRole('button', { name })));
const offer = () => screen.queryByRole('checkbox', { name: /^Pasar / });
const offered = (): string | null => offer()?.closest('label')?.textContent ?? null;
const check = async (): Promise<void> => act(async () => void fireEvent.click(offer() ?? document.body));
const saves = (farm: FakeFarm): unknown[] => farm.done.filter(([name]) => name.startsWith('recordMovement'));
const habits = (motherId: string): FarmValues['habits'] => ({
  byType: { BIRTH: { count: 1, categoryIds: [], motherId } },
  recentLotIds: [],
});

describe('who calves on the ride', () => {
  test('is asked over the keys, cows first, and costs no touch a calf', async () => {
    const farm = await ride();
    expect(
      mother()
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Vaca', 'Vaquillona']);
    expect(chosen()).toBeNull();
    await choose('Vaca');
    await calf();
    await calf();
    expect(chosen()).toBe('Vaca');
    await press('Guardar 2 nacimientos');
    expect(saves(farm)).toEqual([
      [
        'recordMovement',
        'BIRTH',
        { date: today, lot_id: 'ombu', animals: [{ type: 'ternero', count: 2 }], mother_category: 'vaca' },
        'tanda BIRTH',
      ],
    ]);
  });

  test('is who calved last time, where such stand there', async () => {
    await ride({ habits: habits('vaquillona') });
    expect(chosen()).toBe('Vaquillona');
    cleanup();
    await ride({ habits: habits('vaquillona'), stock: [cows] });
    expect(chosen()).toBe('Vaca');
  });

  test('is known where only one kind of mother stands', async () => {
    await ride({ stock: [heifers] });
    expect(chosen()).toBe('Vaquillona');
  });

  test('need not be said: a second touch takes it back', async () => {
    const farm = await ride({ stock: [cows] });
    await choose('Vaca');
    expect(chosen()).toBeNull();
    await calf();
    await press('Guardar 1 nacimiento');
    expect(saves(farm)[0]).toEqual([
      'recordMovement',
      'BIRTH',
      { date: today, lot_id: 'ombu', animals: [{ type: 'ternero', count: 1 }] },
      'tanda BIRTH',
    ]);
  });

  test('stays with each calf through a reload, and is seen in the list', async () => {
    const drafts: Drafts = {};
    await ride({}, drafts);
    await choose('Vaquillona');
    await calf();
    await choose('Vaca');
    await press(/^Sumar 1 ternera al pie/);
    cleanup();
    await ride({}, drafts);
    await press('Seguir');
    expect(chosen()).toBe('Vaca');
    await press(/^2 terneros/);
    const rows = within(screen.getByRole('list', { name: 'Anotados' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^2\. Ternera al pie.*De vaca · /),
      expect.stringMatching(/^1\. Ternero al pie.*De vaquillona · /),
    ]);
  });

  test('is not asked where the farm knows no mothers', async () => {
    await ride({ categories: categories.filter((one) => !one.is_breeding_female) });
    expect(screen.queryByRole('group', { name: 'Madre' })).toBeNull();
  });
});

describe('heifers that calved', () => {
  test('are offered at the end, and pass to the cows in the record of their calves', async () => {
    const farm = await ride({ stock: [heifers] });
    await calf();
    await calf();
    await press(/^Sumar 1 nacido muerto/);
    await press('Guardar 2 nacimientos');
    expect(saves(farm)).toEqual([]);
    expect(offered()).toBe('Pasar 3 vaquillonas a Vaca');
    await check();
    await press('Guardar 2 nacimientos');
    expect(saves(farm)).toEqual([
      [
        'recordMovement',
        'BIRTH',
        {
          date: today,
          lot_id: 'ombu',
          animals: [{ type: 'ternero', count: 2 }],
          stillborn: 1,
          mother_category: 'vaquillona',
          to_category: 'vaca',
        },
        'tanda BIRTH',
      ],
    ]);
  });

  test('do not pass unasked, and are fewer where there were twins', async () => {
    const farm = await ride({ stock: [heifers] });
    await calf();
    await calf();
    await press('Guardar 2 nacimientos');
    await check();
    fireEvent.change(screen.getByLabelText(/Madres que parieron/), { target: { value: '1' } });
    expect(offered()).toBe('Pasar 1 vaquillona a Vaca');
    await press('Guardar 2 nacimientos');
    expect(saves(farm)).toMatchObject([
      ['recordMovement', 'BIRTH', { mothers: 1, to_category: 'vaca' }, 'tanda BIRTH'],
    ]);
    cleanup();
    const other = await ride({ stock: [heifers] });
    await calf();
    await press('Guardar 1 nacimiento');
    await press('Guardar 1 nacimiento');
    const plainly = { date: today, lot_id: 'ombu', animals: [{ type: 'ternero', count: 1 }] };
    expect(saves(other)).toEqual([
      ['recordMovement', 'BIRTH', { ...plainly, mother_category: 'vaquillona' }, 'tanda BIRTH'],
    ]);
  });

  test('beside cows are a record of their own, saved and taken back together with that of the cows', async () => {
    const drafts: Drafts = {};
    const saved = success({ opId: 'op-1', entityId: 'movement-1', others: ['movement-2'] });
    const farm = await ride({ saved }, drafts);
    await choose('Vaquillona');
    await calf();
    await choose('Vaca');
    await calf();
    await calf();
    await press('Guardar 3 nacimientos');
    expect(offered()).toBe('Pasar 1 vaquillona a Vaca');
    await check();
    await press('Guardar 3 nacimientos');
    const born = (count: number, rest: object) => ({
      date: today,
      lot_id: 'ombu',
      animals: [{ type: 'ternero', count }],
      ...rest,
    });
    expect(saves(farm)).toEqual([
      [
        'recordMovements',
        'BIRTH',
        [born(1, { mother_category: 'vaquillona', to_category: 'vaca' }), born(2, { mother_category: 'vaca' })],
        'tanda BIRTH',
      ],
    ]);
    await press('Deshacer');
    expect(farm.done.find(([name]) => name === 'deleteMovements')).toEqual([
      'deleteMovements',
      ['movement-1', 'movement-2'],
    ]);
    expect(drafts['tanda BIRTH']?.['touches']).toHaveLength(3);
  });

  test('that are more than the book knows are told before they pass', async () => {
    await ride({ stock: [{ ...heifers, head: 1 }] });
    await calf();
    await calf();
    await press('Guardar 2 nacimientos');
    await check();
    expect(screen.getByText('En El Ombú figura 1 vaquillona')).toBeTruthy();
  });

  test('are asked for once more where the save was refused, and nothing is lost', async () => {
    const issues = [{ path: 'mothers', message: 'No puede haber más madres que nacidos' }];
    await ride({ stock: [heifers], saved: failure({ reason: 'invalid' as const, issues }) });
    await calf();
    await calf();
    await press('Guardar 2 nacimientos');
    await check();
    await press('Guardar 2 nacimientos');
    expect(screen.getAllByText('No puede haber más madres que nacidos')).toHaveLength(2);
    expect(offered()).toBe('Pasar 2 vaquillonas a Vaca');
    await press('Volver');
    expect(screen.getByRole('button', { name: 'Sumar 1 ternero al pie, van 2' })).toBeTruthy();
  });

  test('pass nowhere in Sin lote', async () => {
    const farm = await ride({}, { 'tanda BIRTH': sinLote });
    await press('Seguir');
    await press('Guardar 1 nacimiento');
    expect(saves(farm)).toHaveLength(1);
  });
});

const sinLote = {
  values: { date: today, lot_id: null, rodeo_id: 'cria' },
  touches: [{ category: 'ternero', at: `${today}T12:00:00.000Z`, mother: 'vaquillona' }],
};
