// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { type FakeFarm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

const nothing = () => undefined;

/** A farm of nine lots, one of which was used last. */
async function openHail(): Promise<FakeFarm> {
  const { views } = fakeFarm();
  const [like] = await views.lots();
  if (!like) throw new Error('no lot');
  const lots = Array.from({ length: 9 }, (_, at) => ({
    ...like,
    lot: { ...like.lot, id: `lot-${at}`, name: `Potrero ${at}` },
  }));
  const farm = fakeFarm({ lots, habits: { byType: {}, recentLotIds: ['lot-7'] } });
  const overlay = { editId: null, correctOp: null, lotId: null, rodeoId: null, onPick: nothing, onClose: nothing };
  await renderScreen(<RecordOverlay {...overlay} role="owner" registrar="HAIL" />, { farm });
  return farm;
}

const group = async (): Promise<HTMLElement> => screen.findByRole('group', { name: /^Lotes/ });
const chips = async (): Promise<string[]> =>
  within(await group())
    .getAllByRole('button')
    .map((chip) => chip.textContent ?? '');

describe('The lots that a hail struck', () => {
  test('are those of last time by a touch, and the others by a part of their name', async () => {
    const farm = await openHail();
    fireEvent.click(await screen.findByRole('button', { name: 'Agregar detalle' }));
    expect(await chips()).toEqual(['Potrero 7', 'Potrero 0', 'Potrero 1', 'Potrero 2', 'Otro lote…']);
    fireEvent.click(screen.getByRole('button', { name: 'Potrero 7' }));
    fireEvent.click(screen.getByRole('button', { name: 'Otro lote…' }));
    const list = screen.getByRole('list', { name: /todos$/ });
    // Those that stand as chips are not offered twice.
    expect(within(list).getAllByRole('button')).toHaveLength(5);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar' }), { target: { value: 'ero 5' } });
    fireEvent.click(within(list).getByRole('button'));
    expect(await chips()).toEqual(['Potrero 7', 'Potrero 0', 'Potrero 1', 'Potrero 2', 'Potrero 5', 'Otro lote…']);
    fireEvent.click(screen.getByRole('button', { name: 'Fuerte' }));
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(farm.done.some(([name]) => name === 'recordMovement')).toBe(true));
    const [, , payload] = farm.done.find(([name]) => name === 'recordMovement') ?? [];
    expect(payload).toMatchObject({ lot_ids: ['lot-7', 'lot-5'] });
  });

  test('are taken back by a second touch', async () => {
    await openHail();
    fireEvent.click(await screen.findByRole('button', { name: 'Agregar detalle' }));
    const chip = within(await group()).getByRole('button', { name: 'Potrero 7' });
    fireEvent.click(chip);
    expect(chip.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(chip);
    expect(chip.getAttribute('aria-pressed')).toBe('false');
  });
});
