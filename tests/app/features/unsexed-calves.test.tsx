// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { LotAnimals } from '../../../src/app/features/lots/lot-screen.tsx';
import { MovementDetail } from '../../../src/app/features/movements/movement-screen.tsx';
import { NewRecordSheet } from '../../../src/app/features/record/record-form.tsx';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { UnsexedCalves } from '../../../src/app/farm/split-by-sex.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { unsexedCategory, unsexedIdOf } from '../../../src/domain/farm/unsexed.ts';
import type { MovementType } from '../../../src/domain/movements/types.ts';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import { failure } from '../../../src/domain/result.ts';
import { type FakeFarm, type FarmValues, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { standOn } from '../../support/stand-on.ts';
import { farmRows } from '../../support/sim/farm-rows.ts';

const today = '2026-11-21';
standOn(today);

const own = unsexedIdOf('ombu');
const [plain] = farmRows.categories;
const calf = (id: string, name: string, sex: 'm' | 'h') => ({ ...plain, id, name, sex, min_age_months: 0, ev: 0 });
const categories = [
  calf('ternero', 'Ternero al pie', 'm'),
  unsexedCategory('ombu'),
  calf('ternera', 'Ternera al pie', 'h'),
  ...farmRows.categories.filter(({ id }) => id !== 'ternero'),
] as FarmValues['categories'];
const calves = (head: number, rodeo: string | null = 'cria') => ({ lot: 'ombu', rodeo, category: own, head });
const cows = { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 };

const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const steppers = (): (string | null)[] =>
  screen
    .getAllByRole('button', { name: /^Sumar / })
    .map((button) => button.closest('[role=group]')?.getAttribute('aria-label') ?? null);
const notice = () => screen.queryByText(/^Hay \d+ crías? al pie/);

async function record(type: MovementType, values: Partial<FarmValues> = {}): Promise<FakeFarm> {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  const farm = fakeFarm({ categories, stock: [cows], ...values });
  await renderScreen(
    <NewRecordSheet kind={kind} role="owner" from={{ lotId: 'ombu', rodeoId: null }} onClose={() => undefined} />,
    { farm },
  );
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  return farm;
}
async function submit(farm: FakeFarm): Promise<unknown> {
  await act(async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body);
    await Promise.resolve();
  });
  return farm.done.find(([name]) => name.startsWith('recordMovement'))?.[2];
}

describe('a birth', () => {
  test('asks for males and females, and is a touch away from calves that nobody could look at', async () => {
    const farm = await record('BIRTH');
    expect(steppers()).toEqual(['Ternero al pie', 'Ternera al pie']);
    press('Sin sexar');
    expect(steppers()).toEqual(['Ternero al pie', 'Ternera al pie', 'Cría al pie (sin sexar)']);
    expect(screen.queryByRole('button', { name: 'Sin sexar' })).toBeNull();
    press('Sumar 1 cría al pie (sin sexar)');
    press('Sumar 1 ternera al pie');
    expect(screen.getByRole('button', { name: 'Guardar 2 nacimientos' })).not.toBeNull();
    expect(await submit(farm)).toMatchObject({
      lot_id: 'ombu',
      animals: [
        { type: own, count: 1 },
        { type: 'ternera', count: 1 },
      ],
    });
  });

  test('starts with them where they were counted the last time', async () => {
    const used = { count: 1, categoryIds: [own] };
    await record('BIRTH', { habits: { byType: { BIRTH: used }, recentLotIds: [] } });
    expect(steppers()).toEqual(['Ternero al pie', 'Ternera al pie', 'Cría al pie (sin sexar)']);
  });

  test('says nothing of them before a backend that does not know them', async () => {
    await record('BIRTH', { categories: categories.filter(({ id }) => id !== own) });
    expect(screen.queryByRole('button', { name: 'Sin sexar' })).toBeNull();
  });

  test('animal by animal has a small key for them', async () => {
    const farm = fakeFarm({ categories, stock: [cows] });
    await renderScreen(
      <RecordOverlay
        role="user"
        registrar="BIRTH"
        editId={null}
        correctOp={null}
        lotId="ombu"
        rodeoId={null}
        isTanda
        onTanda={() => undefined}
        onPick={() => undefined}
        onClose={() => undefined}
      />,
      { farm },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Sumar 1 sin sexar, van 0' }));
    // A touch is counted when the disk has it.
    fireEvent.click(await screen.findByRole('button', { name: 'Sumar 1 sin sexar, van 1' }));
    press('Sumar 1 ternero al pie, van 0');
    expect(await screen.findAllByText(/2 crías al pie \(sin sexar\) y 1 ternero al pie/)).not.toEqual([]);
    await act(async () => {
      press('Guardar 3 nacimientos');
      await Promise.resolve();
    });
    await waitFor(() => expect(farm.done.map(([name]) => name)).toContain('recordMovement'));
    expect(farm.done.find(([name]) => name === 'recordMovement')?.[2]).toMatchObject({
      animals: [
        { type: own, count: 2 },
        { type: 'ternero', count: 1 },
      ],
    });
  });
});

describe('where animals are chosen', () => {
  const hasUnsexed = (): boolean => {
    if (screen.queryByRole('button', { name: 'Otra categoría' })) press('Otra categoría');
    return document.querySelector('form')?.textContent.includes('sin sexar') ?? false;
  };

  test.each(['DEATH', 'TREATMENT', 'TRANSFER', 'WEIGHING'] as const)('%s knows unsexed calves if any', async (type) => {
    await record(type);
    if (type === 'TREATMENT') press('Agregar detalle');
    expect(hasUnsexed()).toBe(false);
    cleanup();
    await record(type, { stock: [cows, calves(4)] });
    if (type === 'TREATMENT') press('Agregar detalle');
    expect(hasUnsexed()).toBe(true);
  });

  test.each(['BUY', 'EXTERNAL_TRANSFER'] as const)('%s never offers them', async (type) => {
    await record(type, { stock: [cows, calves(4)] });
    expect(hasUnsexed()).toBe(false);
  });

  test('they die as any other', async () => {
    const farm = await record('DEATH', { stock: [cows, calves(4)] });
    press('Sumar 1 cría al pie (sin sexar)');
    expect(await submit(farm)).toMatchObject({ animals: [{ type: own, count: 1 }] });
  });

  test('they pass to a category, and nothing passes to theirs', async () => {
    await record('RECATEGORIZATION', { stock: [cows, calves(4)] });
    const optionsOf = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(optionsOf('De')).toContain('Cría al pie (sin sexar)');
    expect(optionsOf('A')).not.toContain('Cría al pie (sin sexar)');
  });

  test('they are not weaned as neither: the way to share them out stands there', async () => {
    await record('WEANING');
    expect(notice()).toBeNull();
    cleanup();
    await record('WEANING', { stock: [cows, calves(4), { ...cows, category: 'ternero', head: 2 }] });
    expect(steppers()).not.toContain('Cría al pie (sin sexar)');
    expect(notice()?.textContent).toBe('Hay 4 crías al pie (sin sexar). Antes de destetar, repartí por sexo.');
    const link = screen.getByRole('link', { name: 'Repartir por sexo' });
    expect(link.getAttribute('href')).toBe('/lots/ombu?hoja=repartir');
  });
});

describe('what is seen of unsexed calves', () => {
  const animals = (sheet: string | null = null, head = 5) =>
    renderScreen(
      <LotAnimals
        lotId="ombu"
        lotName="El Ombú"
        mayEdit
        sheet={sheet}
        onSheet={() => undefined}
        onSheetEnd={() => undefined}
      />,
      { farm: fakeFarm({ categories, stock: [cows, calves(head)] }) },
    );

  test('stands in the lot with the way to share them out, and passes to no one category', async () => {
    await animals();
    expect((await screen.findAllByText('Cría al pie (sin sexar)')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: /^Transferir Cría/ })).toBeNull();
    expect(notice()?.textContent).toBe('Hay 5 crías al pie (sin sexar). ');
    expect(screen.getByRole('link', { name: 'Repartir por sexo' })).not.toBeNull();
  });

  test('opens from the address', async () => {
    await animals('repartir');
    expect(await screen.findByRole('dialog', { name: 'Repartir por sexo' })).not.toBeNull();
  });

  test('is offered at their birth as long as they are there', async () => {
    const view = movementView({}, { lines: [calves(2)] });
    const show = (stock: FarmValues['stock']) =>
      renderScreen(
        <MovementDetail view={view} onEdit={() => undefined} onRepeat={() => undefined} onGone={() => undefined} />,
        { farm: fakeFarm({ categories, stock }) },
      );
    await show([cows, calves(2)]);
    await waitFor(() => expect(notice()).not.toBeNull());
    cleanup();
    await show([cows]);
    expect(notice()).toBeNull();
  });
});

describe('«Repartir por sexo»', () => {
  const closed = vi.fn<() => void>();
  async function open(values: Partial<FarmValues> = {}): Promise<FakeFarm> {
    closed.mockClear();
    const farm = fakeFarm({ categories, stock: [cows, calves(5)], ...values });
    await renderScreen(
      <>
        <UnsexedCalves lotId="ombu" sheet="repartir" onSheetEnd={closed} />
        <Toaster />
      </>,
      { farm },
    );
    await screen.findByRole('dialog', { name: 'Repartir por sexo' });
    return farm;
  }
  const add = (name: string, times: number): void => {
    for (let count = 0; count < times; count += 1) press(`Sumar uno a ${name}`);
  };
  const after = (): string[] =>
    [...document.querySelectorAll('dl > div')].map((row) => row.textContent.replace('→', '>'));
  const save = () =>
    act(async () => {
      fireEvent.submit(document.querySelector('form') ?? document.body);
      await Promise.resolve();
    });
  const part = (to_category: string, count: number, rodeo_id: string | null = 'cria') => ({
    date: today,
    lot_id: 'ombu',
    rodeo_id,
    from_category: own,
    to_category,
    count,
  });

  test('says what becomes of each, never shares out more than there are, and records all in one go', async () => {
    const farm = await open({ stock: [cows, calves(5), { ...cows, category: 'ternero', head: 8 }] });
    expect(screen.getByText('5 crías al pie (sin sexar) en El Ombú · Cría.')).not.toBeNull();
    add('Ternero al pie', 3);
    add('Ternera al pie', 4);
    expect(after()).toEqual(['Cría al pie (sin sexar)5 > 0', 'Ternero al pie8 > 11', 'Ternera al pie0 > 2']);
    await save();
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(farm.done.filter(([name]) => name.startsWith('record'))).toEqual([
      ['recordMovements', 'RECATEGORIZATION', [part('ternero', 3), part('ternera', 2)], 'repartir ombu'],
    ]);
    expect(await screen.findByText('Guardado')).not.toBeNull();
  });

  test('leaves those that nobody looked at yet where they are', async () => {
    const farm = await open();
    add('Ternera al pie', 2);
    await save();
    expect(farm.done.find(([name]) => name === 'recordMovements')?.[2]).toEqual([part('ternera', 2)]);
  });

  test('asks for at least one', async () => {
    const farm = await open();
    await save();
    expect((await screen.findAllByText('Ingresá cuántas son de cada sexo')).length).toBeGreaterThan(0);
    expect(farm.done.some(([name]) => name === 'recordMovements')).toBe(false);
  });

  test('tells which rodeo they are of, where several stand in the lot', async () => {
    const farm = await open({ stock: [cows, calves(5), calves(2, 'invernada')] });
    press('El Ombú · Invernada (2)');
    add('Ternero al pie', 3);
    await save();
    expect(farm.done.find(([name]) => name === 'recordMovements')?.[2]).toEqual([part('ternero', 2, 'invernada')]);
  });

  test('keeps what was typed when the save fails, and finds it again', async () => {
    await open({ saved: failure({ reason: 'storage', message: 'No hay lugar en este celular' }) });
    add('Ternero al pie', 3);
    await save();
    expect((await screen.findAllByText('No hay lugar en este celular')).length).toBeGreaterThan(0);
    expect(after()).toContain('Ternero al pie0 > 3');
    cleanup();
    await open({ drafts: { 'repartir ombu': { source: 'ombu|cria', counts: { ternera: 4 } } } });
    await waitFor(() => expect(after()).toContain('Ternera al pie0 > 4'));
  });

  test('does not share out calves that are gone by now', async () => {
    const farm = await open({
      stock: [cows, calves(3)],
      drafts: { 'repartir ombu': { source: 'ombu|cria', counts: { ternera: 4 } } },
    });
    await waitFor(() => expect(after()).toContain('Ternera al pie0 > 4'));
    await save();
    expect((await screen.findAllByText('Solo hay 3 crías al pie (sin sexar)')).length).toBeGreaterThan(0);
    expect(farm.done.some(([name]) => name === 'recordMovements')).toBe(false);
  });

  test('says that there are none, or nowhere to put them', async () => {
    await open({ stock: [cows] });
    expect(await screen.findByText('No hay crías sin sexar acá.')).not.toBeNull();
    cleanup();
    await open({ categories: categories.filter(({ id }) => !id.startsWith('terner')) });
    expect(await screen.findByText(/No hay categorías de terneros al pie en uso/)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Repartir por sexo' })).toBeNull();
  });
});
