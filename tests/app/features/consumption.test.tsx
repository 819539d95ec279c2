// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConsumptionScreen } from '../../../src/app/features/consumption/consumption-screen.tsx';
import { recordsBetween } from '../../../src/app/features/consumption/ration-records.ts';
import type { MovementView, ThingView } from '../../../src/app/sync/farm.ts';
import { addDays, dayAt } from '../../../src/domain/dates.ts';
import type { Movement } from '../../../src/domain/movements/movement.ts';
import { formatNumber } from '../../../src/domain/numbers.ts';
import type { Asset } from '../../../src/domain/supplies/asset.ts';
import { failure } from '../../../src/domain/result.ts';
import { type FakeFarm, type FarmValues, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  toast.remove();
});

const today = dayAt(Date.now());
const maize: ThingView<Asset> = {
  row: {
    id: 'maiz',
    name: 'Maíz',
    kind: 'alimento',
    unit: 'kg',
    kg_per_unit: null,
    minimum: null,
    batches: [],
    quantity: 500,
    missing: 0,
    deleted: false,
    version: 1,
  },
  state: 'enviado',
  problem: null,
  pendingOp: null,
  canUndo: false,
};
const record = (type: string, metadata: object, movement: Partial<Movement> = {}): MovementView =>
  movementView({
    id: `${type} ${JSON.stringify(metadata)}`,
    type,
    date: today,
    rodeoId: 'cria',
    metadata: { lot_id: null, deletedBy: null, editHistory: [], ...metadata },
    ...movement,
  });
const fed = record('CONSUMPTION', { asset_id: 'maiz', product: 'Maíz', unit: 'kg', quantity: 120 });
const ended = vi.fn<() => void>();
const recorded = vi.fn<(type: string) => void>();

async function show(values: Partial<FarmValues>, isFeeding = false): Promise<FakeFarm> {
  const farm = fakeFarm({ things: { asset: [maize] }, ...values });
  // The fake farm answers every question with all movements: here each kind is asked for by itself.
  const page = farm.views.page;
  const views = {
    ...farm.views,
    page: async (...asked: Parameters<typeof page>) => {
      const all = await page(...asked);
      return { ...all, items: all.items.filter((view) => asked[0].types?.includes(view.movement.type) ?? true) };
    },
  };
  for (const heard of [ended, recorded]) heard.mockClear();
  const screenOf = (
    <ConsumptionScreen isFeeding={isFeeding} onFeed={() => undefined} onFeedEnd={ended} onRecord={recorded} />
  );
  await renderScreen(screenOf, { farm: { ...farm, views } });
  return farm;
}

describe('what animals were given', () => {
  test('stands by rodeo and product, with kilos by head and day', async () => {
    const salt = record('ASSET_CONSUMPTION', { asset_id: 'sal', name: 'Sal', unit: 'kg', quantity: 6 });
    const fuel = record('ASSET_CONSUMPTION', { name: 'Gasoil', unit: 'l', quantity: 60 }, { rodeoId: null });
    await show({ movements: [fed, salt, fuel] });
    const table = await screen.findByRole('table');
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^CríaProductoMaízCantidad120 kgKilos120kg\/cab\/día\d/);
    expect(rows[1]).toContain('Sal');
    expect(screen.getByText('Por semana')).not.toBeNull();
  });

  test('is shared among those that stood there each day, not those of today', async () => {
    const lines = [{ lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 40 }];
    const bought = movementView({ id: 'compra', type: 'BUY', date: today, rodeoId: 'cria' }, { lines });
    await show({ movements: [fed, bought] });
    const day = Number(today.slice(8));
    const each = 120 / (60 * day - 40 * (day - 1));
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(row?.textContent).toContain(`kg/cab/día${formatNumber(each, 2)}`);
  });

  test('is shared among those that stood there, where the book is short of others', async () => {
    const cell = { lot: 'ombu', rodeo: 'cria' };
    await show({
      movements: [fed],
      stock: [
        { ...cell, category: 'vaca', head: 60 },
        { ...cell, category: 'toro', head: -20 },
      ],
    });
    const each = 120 / (60 * Number(today.slice(8)));
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(row?.textContent).toContain(`kg/cab/día${formatNumber(each, 2)}`);
  });

  test('of a long month is read to its end', async () => {
    const farm = fakeFarm({});
    const page = vi.fn<typeof farm.views.page>(async ({ types }, after) =>
      Promise.resolve(
        types?.[0] === 'CONSUMPTION'
          ? { items: [after === null ? fed : { ...fed, key: 'older' }], next: after === null ? 'older' : null }
          : { items: [], next: null },
      ),
    );
    expect(await recordsBetween({ ...farm.views, page }, '2026-11-01', '2026-11-30')).toHaveLength(2);
  });

  test('of an empty month says what will be here', async () => {
    await show({});
    expect(await screen.findByText(/Sin suministros este mes/)).not.toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Siguiente' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Anterior' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Siguiente' }).disabled).toBe(false);
  });

  test('is repeated today by one touch', async () => {
    const farm = await show({ movements: [{ ...fed, movement: { ...fed.movement, date: '2026-11-01' } }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Repetir el último: 120 kg de Maíz a Cría' }));
    await waitFor(() => expect(farm.done).toHaveLength(1));
    expect(farm.done[0]?.slice(0, 2)).toEqual(['recordMovement', 'CONSUMPTION']);
    expect(farm.done[0]?.[2]).toMatchObject({ date: today, rodeo_id: 'cria', asset_id: 'maiz', quantity: 120 });
    // Touched again before the list has it.
    await act(() => new Promise<void>((resolve) => void setTimeout(resolve, 50)));
    fireEvent.click(screen.getByRole('button', { name: /^Repetir el último/ }));
    await act(() => new Promise<void>((resolve) => void setTimeout(resolve, 50)));
    expect(farm.done).toHaveLength(1);
  });

  test('by head is given to all of them, and what does not reach is said', async () => {
    const farm = await show({}, true);
    await screen.findByText('Maíz (500 kg)');
    fireEvent.change(screen.getByLabelText('Rodeo'), { target: { value: 'cria' } });
    fireEvent.change(screen.getByLabelText('Ración o producto'), { target: { value: 'maiz' } });
    fireEvent.click(screen.getByRole('button', { name: 'Por cabeza' }));
    fireEvent.change(screen.getByLabelText('Cantidad por cabeza'), { target: { value: '10' } });
    expect(screen.getByText('Son 600 kg para todo el rodeo.')).not.toBeNull();
    expect(screen.getByText(/queda en 0 y el resto por justificar/)).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Guardar suministro' }));
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const body = { date: today, rodeo_id: 'cria', asset_id: 'maiz', product: 'Maíz', unit: 'kg', quantity: 600 };
    expect(farm.done).toContainEqual(['recordMovements', 'CONSUMPTION', [{ ...body, confirmed: true }], 'suministro']);
  });

  test('of a rodeo in a lot is given to those of the rodeo that stand in the lot', async () => {
    const rodeos = (await fakeFarm().views.rodeos()).map((view) => {
      const animals = [
        { lot_id: 'ombu', category_id: 'vaca', count: 5 },
        { lot_id: 'ombu', category_id: 'toro', count: -2 },
        { lot_id: 'bajo', category_id: 'vaca', count: 55 },
      ];
      return { ...view, rodeo: { ...view.rodeo, animals } };
    });
    await show(
      { rodeos, drafts: { suministro: { asset_id: 'maiz', rodeo_id: 'cria', lot_id: 'ombu', mode: 'cabeza' } } },
      true,
    );
    fireEvent.change(await screen.findByLabelText('Cantidad por cabeza'), { target: { value: '3' } });
    expect(screen.getByText('Son 15 kg para todo el rodeo en este lote.')).not.toBeNull();
  });

  test('of a lot is given to the animals that stand there', async () => {
    ended.mockClear();
    const farm = await show({}, true);
    await screen.findByText('Maíz (500 kg)');
    fireEvent.change(screen.getByLabelText(/^Lote/), { target: { value: 'bajo' } });
    fireEvent.change(screen.getByLabelText('Ración o producto'), { target: { value: 'maiz' } });
    fireEvent.click(screen.getByRole('button', { name: 'Por cabeza' }));
    fireEvent.change(screen.getByLabelText('Cantidad por cabeza'), { target: { value: '2' } });
    expect(screen.getByText('Son 160 kg para todo el lote.')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Guardar suministro' }));
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const body = { date: today, lot_id: 'bajo', asset_id: 'maiz', product: 'Maíz', unit: 'kg', quantity: 160 };
    expect(farm.done).toContainEqual(['recordMovements', 'CONSUMPTION', [body], 'suministro']);
  });

  test('says for how many days what is left will do, and what a head costs a day', async () => {
    const priced = { ...maize, row: { ...maize.row, unit_cost: '300.00' } };
    const line = { movementType: 'CONSUMPTION', kind: 'consumo' as const, summary: '', delta: -120, balance: 500 };
    const lines = [0, 30, 89].map((back) => {
      const [key, date] = [`m${back}`, addDays(today, -back)];
      return {
        ...line,
        key,
        movementId: key,
        date,
        batch: null,
        author: null,
        state: 'enviado' as const,
        undoOp: null,
      };
    });
    await show({ movements: [fed], things: { asset: [priced] }, kardex: { lines, more: false } });
    const left = await screen.findByRole('list', { name: 'Cuánto queda' });
    // 500 kg at 360 in ninety days.
    expect(left.textContent).toBe('MaízHay 500 kg125 días');
    expect(screen.getByRole('columnheader', { name: '$/cab/día' })).not.toBeNull();
  });

  test('says not how long what was given fewer than three times lasts', async () => {
    await show({ movements: [fed] });
    expect((await screen.findByRole('list', { name: 'Cuánto queda' })).textContent).toBe('MaízHay 500 kg—');
  });

  test('is asked for its rodeo', async () => {
    const farm = await show({}, true);
    fireEvent.click(await screen.findByRole('button', { name: 'Guardar suministro' }));
    expect(await screen.findAllByText('Elegí el rodeo o el lote')).not.toHaveLength(0);
    expect(farm.done.some(([act]) => act !== 'saveDraft')).toBe(false);
  });
});

describe('what animals are given every day', () => {
  const fill = async (values: Partial<FarmValues>, from: number) => {
    const farm = await show({ ...values, drafts: { suministro: { asset_id: 'maiz', rodeo_id: 'cria' } } }, true);
    fireEvent.click(await screen.findByRole('button', { name: 'Todos los días' }));
    fireEvent.change(screen.getByLabelText('Desde'), { target: { value: addDays(today, -from) } });
    fireEvent.change(screen.getByLabelText('Cantidad total por día'), { target: { value: '200' } });
    return farm;
  };
  const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Guardar suministro' }));
  const fedOn = (farm: FakeFarm) => farm.done.filter(([act]) => act === 'recordMovements').map((done) => done.slice(1));

  test('is a record of each day, and what it comes to is said before', async () => {
    const farm = await fill({}, 2);
    expect(screen.getByText(/Son 600 kg para todo el rodeo en 3 días/)).not.toBeNull();
    expect(screen.getByText(/Hay 500 kg: queda en 0/)).not.toBeNull();
    save();
    await waitFor(() => expect(ended).toHaveBeenCalledOnce());
    const body = { rodeo_id: 'cria', asset_id: 'maiz', product: 'Maíz', unit: 'kg', quantity: 200, confirmed: true };
    const days = [2, 1, 0].map((back) => ({ ...body, date: addDays(today, -back) }));
    expect(fedOn(farm)).toEqual([['CONSUMPTION', days, 'suministro']]);
  });

  test.each([
    [-1, 'Tiene que ser antes del último día'],
    [31, 'Como máximo 31 días por vez'],
  ])('from %i days ago on is refused at its field: %s', async (from, sentence) => {
    const farm = await fill({}, from);
    save();
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
    expect(fedOn(farm)).toEqual([]);
  });

  test('is recorded whole or not at all: without room the form stays as it was typed', async () => {
    const message = 'No hay lugar en el celular';
    await fill({ saved: failure({ reason: 'storage', message }) }, 2);
    save();
    expect(await screen.findByText(message)).not.toBeNull();
    expect(ended).not.toHaveBeenCalled();
    expect(screen.getByText(/Son 600 kg para todo el rodeo en 3 días/)).not.toBeNull();
  });
});

describe('what the farm itself ate', () => {
  test('are the deaths with that cause, and no others', async () => {
    const own = record('DEATH', { cause: 'consumo_propio' }, { animals: [{ type: 'vaca', count: 2 }] });
    await show({ movements: [own, record('DEATH', { cause: 'rayo' })] });
    fireEvent.click(screen.getByRole('button', { name: 'Consumo propio' }));
    expect(await screen.findByText('2 animales')).not.toBeNull();
    expect(within(await screen.findByRole('list', { name: 'Consumo propio' })).getAllByRole('listitem')).toHaveLength(
      1,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Registrar consumo propio' }));
    expect(recorded).toHaveBeenCalledWith('DEATH');
  });
});
