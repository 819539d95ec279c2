// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RecountSheet } from '../../../src/app/features/recount/recount-sheet.tsx';
import type { Role } from '../../../src/domain/people/roles.ts';
import { failure } from '../../../src/domain/result.ts';
import { calm, type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { farmRows } from '../../support/sim/farm-rows.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const closed = vi.fn<() => void>();
const acts = (farm: FakeFarm) => farm.done.filter(([act]) => act !== 'saveDraft');
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));

async function show({
  role = 'owner',
  lotId = 'ombu',
  ...values
}: Partial<FarmValues> & { role?: Role; lotId?: string | null } = {}): Promise<FakeFarm> {
  closed.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-05T15:00:00.000Z') });
  const farm = fakeFarm(values);
  await renderScreen(<RecountSheet lotId={lotId} onClose={closed} />, { farm, session: fakeSession(role) });
  await screen.findByRole('button', { name: /recuento$/ });
  return farm;
}
const figure = async (label: string): Promise<HTMLElement> =>
  screen.findByRole('button', { name: new RegExp(`^${label}: (sin contar|van )`) });
/** By its figure, on our own keys. */
async function count(label: string, heads: string): Promise<void> {
  fireEvent.click(await figure(label));
  fireEvent.change(screen.getByRole('textbox', { name: 'Cabezas contadas' }), { target: { value: heads } });
  press('Listo');
}
const compare = (): void => press('Ver diferencia');

describe('A count of a lot', () => {
  test('shows what the book says after the person has counted, never before', async () => {
    await show();
    await figure('Vaca');
    expect(screen.queryByRole('button', { name: 'Ver diferencia' })).toBeNull();
    await count('Vaca', '58');
    expect(screen.queryByText(/En el libro/)).toBeNull();
    compare();
    expect(screen.getByText('En el libro: 60')).toBeDefined();
    expect(screen.getByText('Faltan 2 cabezas')).toBeDefined();
    press('Seguir contando');
    expect(screen.queryByText(/En el libro/)).toBeNull();
    await count('Vaca', '60');
    compare();
    expect(screen.getByText('Coincide')).toBeDefined();
    press('Seguir contando');
    await count('Vaca', '61');
    compare();
    expect(screen.getByText('Sobra 1 cabeza')).toBeDefined();
  });

  test('is a touch an animal, each felt in the hand, and one too many is taken back', async () => {
    const vibrate = vi.fn<(ms: number) => boolean>();
    vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }));
    const farm = await show();
    await figure('Vaca');
    // Two quick ones are two, before the screen is painted.
    const more = screen.getByRole('button', { name: /^Sumar 1 vaca/ });
    for (const touch of [1, 2, 3]) fireEvent.click(more, { detail: touch });
    expect(vibrate).toHaveBeenCalledTimes(3);
    expect(screen.getByText('3 cabezas en 1 categoría')).toBeDefined();
    press('Restar 1 vaca');
    press('Guardar recuento');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[1]).toMatchObject({ counted: [{ type: 'vaca', count: 2, expected: 60 }] });
  });

  test('whose only touch is taken back was not counted: none is said by its figure', async () => {
    await show();
    await figure('Vaca');
    press(/^Sumar 1 vaca/);
    press('Restar 1 vaca');
    expect((await figure('Vaca')).getAttribute('aria-label')).toBe('Vaca: sin contar. Escribir la cantidad');
    await count('Vaca', '0');
    expect((await figure('Vaca')).getAttribute('aria-label')).toBe('Vaca: van 0. Escribir la cantidad');
    expect(screen.getByText('0 cabezas en 1 categoría')).toBeDefined();
  });

  test('is saved with what was expected and why it differs', async () => {
    const farm = await show();
    await count('Vaca', '58');
    compare();
    press('Faltante');
    press('Guardar recuento');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)).toEqual([
      [
        'countAnimals',
        {
          date: '2026-11-05',
          kind: 'recount',
          lot_id: 'ombu',
          counted: [{ type: 'vaca', count: 58, expected: 60, reason: 'faltante' }],
        },
        'recuento ombu',
      ],
    ]);
  });

  test('leaves out what was not counted; zero is a count', async () => {
    const farm = await show();
    await count('Vaca', '0');
    await count('Vaca', '');
    press('Otra categoría');
    press('Novillito');
    await count('Novillito', '0');
    press('Guardar recuento');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[1]).toMatchObject({ counted: [{ type: 'novillito', count: 0, expected: 0 }] });
  });

  test('says when it was counted and what there is to say of it, behind one line', async () => {
    const farm = await show();
    await count('Vaca', '60');
    press('Lote, fecha y detalle: El Ombú · Hoy, cambiar');
    press('Ayer');
    fireEvent.change(screen.getByLabelText(/^Detalle/), { target: { value: 'En la manga' } });
    press('Guardar recuento');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[1]).toMatchObject({ date: '2026-11-04', detail: 'En la manga' });
  });

  test('by a hand is handed in, to be looked at', async () => {
    await show({ role: 'user' });
    expect(screen.getByText('Un administrador mira el recuento antes de que cambie el libro.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Entregar recuento' })).toBeDefined();
  });

  test('without any number says so and keeps the sheet open', async () => {
    await show({
      saved: failure({
        reason: 'invalid',
        issues: [{ path: 'counted', message: 'Ingresá al menos una categoría' }],
      }),
    });
    press('Guardar recuento');
    expect(await screen.findByText('Ingresá al menos una categoría')).toBeDefined();
    expect(closed).not.toHaveBeenCalled();
  });

  test('that was half-done is found again', async () => {
    await show({ drafts: { 'recuento ombu': { counts: { vaca: 12 } } } });
    expect((await figure('Vaca')).getAttribute('aria-label')).toBe('Vaca: van 12. Escribir la cantidad');
    press(/^Sumar 1 vaca/);
    expect(screen.getByText('13 cabezas en 1 categoría')).toBeDefined();
  });

  test('goes to the disk at its first touch: an app that is killed half-way opens where it was', async () => {
    const farm = await show({ lotId: null, habits: { byType: {}, recentLotIds: ['ombu'] } });
    await figure('Vaca');
    press(/^Sumar 1 vaca/);
    await waitFor(() => expect(farm.done.some(([act]) => act === 'saveDraft')).toBe(true));
    const [, key, draft] = farm.done.findLast(([act]) => act === 'saveDraft') ?? [];
    expect(draft).toMatchObject({ lot_id: 'ombu', counts: { vaca: 1 } });
    cleanup();
    // Since then something else was recorded elsewhere: the count stays where it was.
    await show({
      lotId: null,
      habits: { byType: {}, recentLotIds: ['bajo', 'ombu'] },
      drafts: { [String(key)]: draft as Readonly<Record<string, unknown>> },
    });
    expect((await figure('Vaca')).getAttribute('aria-label')).toBe('Vaca: van 1. Escribir la cantidad');
  });

  test('asks for the lot where none was said and none was used', async () => {
    await show({ lotId: null });
    expect(screen.queryByRole('button', { name: /^Sumar 1/ })).toBeNull();
    press('El Bajo');
    expect(await figure('Novillito')).toBeDefined();
  });

  test('finds one of many lots by a part of its name, and shows nothing of the book', async () => {
    const [first] = farmRows.lots;
    if (!first) throw new Error('no lot');
    const lots = ['El Ombú', ...Array.from({ length: 60 }, (_, at) => `Potrero ${at + 1}`)].map((name, at) => ({
      lot: { ...first, id: at === 0 ? 'ombu' : `p${at}`, name },
      state: 'enviado' as const,
      problem: null,
      pendingOp: null,
      heads: 60,
    }));
    await show({ lotId: null, lots });
    press('Otro lote…');
    const list = screen.getByRole('list', { name: 'Lote: todos' });
    expect(list.textContent).not.toMatch(/vaca|cab/);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), { target: { value: 'nada' } });
    expect(screen.getByText('Ningún lote se llama así')).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), { target: { value: 'OMBU' } });
    fireEvent.click(within(screen.getByRole('list', { name: 'Lote: todos' })).getByRole('button'));
    expect(await figure('Vaca')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Lote: todos' })).toBeNull();
  });

  test('starts in the lot of last time, and another lot is another count', async () => {
    await show({ lotId: null, habits: { byType: {}, recentLotIds: ['ombu'] } });
    await count('Vaca', '58');
    press('Lote, fecha y detalle: El Ombú · Hoy, cambiar');
    press('El Bajo');
    await figure('Novillito');
    expect(screen.getByText('Todavía no contaste ninguna')).toBeDefined();
  });

  test.each([
    ['user', 'Todavía no hay lotes para contar. Los crea el dueño o un administrador.'],
    ['owner', 'Todavía no hay lotes para contar. Creá tus lotes en Campo.'],
  ] as const)('on a farm without lots says to the %s why there is nothing to count', async (role, words) => {
    const farm = fakeFarm({ lots: [] });
    await renderScreen(<RecountSheet lotId={null} onClose={closed} />, { farm, session: fakeSession(role) });
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole('button', { name: /recuento$/ })).toBeNull();
  });

  test('says nothing of lots that are still on their way to the phone', async () => {
    const farm = fakeFarm({ lots: [], status: { ...calm, ready: false } });
    await renderScreen(<RecountSheet lotId={null} onClose={closed} />, { farm, session: fakeSession('user') });
    expect(await screen.findByText(/Cargando/)).toBeDefined();
    expect(screen.queryByText(/Todavía no hay lotes/)).toBeNull();
  });
});
