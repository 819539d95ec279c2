// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RecountSheet } from '../../../src/app/features/recount/recount-sheet.tsx';
import type { Role } from '../../../src/domain/people/roles.ts';
import { failure } from '../../../src/domain/result.ts';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const closed = vi.fn<() => void>();
const acts = (farm: FakeFarm) => farm.done.filter(([act]) => act !== 'saveDraft');
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

async function show({
  role = 'owner',
  lotId = 'ombu',
  ...values
}: Partial<FarmValues> & { role?: Role; lotId?: string | null } = {}): Promise<FakeFarm> {
  closed.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-05T15:00:00.000Z') });
  const farm = fakeFarm(values);
  await renderScreen(<RecountSheet lotId={lotId} onClose={closed} />, { farm, session: fakeSession(role) });
  await screen.findByText(/¿Cuándo se contó\?/);
  return farm;
}
const count = async (label: string, heads: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(label), { target: { value: heads } });

describe('A count of a lot', () => {
  test('shows what the book says after the person has counted, never before', async () => {
    await show();
    await screen.findByLabelText('Vaca');
    expect(screen.queryByText(/En el libro/)).toBeNull();
    await count('Vaca', '58');
    expect(screen.getByText('En el libro: 60')).toBeDefined();
    expect(screen.getByText('Faltan 2 cabezas')).toBeDefined();
    await count('Vaca', '60');
    expect(screen.getByText('Coincide')).toBeDefined();
    await count('Vaca', '61');
    expect(screen.getByText('Sobra 1 cabeza')).toBeDefined();
  });

  test('is saved with what was expected and why it differs', async () => {
    const farm = await show();
    await count('Vaca', '58');
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
    fireEvent.change(screen.getByLabelText('Otra categoría que encontraste', { exact: false }), {
      target: { value: 'novillito' },
    });
    await count('Novillito', '0');
    press('Guardar recuento');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[1]).toMatchObject({ counted: [{ type: 'novillito', count: 0, expected: 0 }] });
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
    expect((await screen.findByLabelText<HTMLInputElement>('Vaca')).value).toBe('12');
  });

  test('asks for the lot where none was said', async () => {
    await show({ lotId: null });
    expect(screen.queryByLabelText('Vaca')).toBeNull();
    await screen.findByRole('option', { name: 'El Bajo' });
    fireEvent.change(screen.getByLabelText('Lote'), { target: { value: 'bajo' } });
    expect(await screen.findByLabelText('Novillito')).toBeDefined();
  });
});
