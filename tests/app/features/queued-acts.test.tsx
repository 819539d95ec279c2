// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PendingSheet } from '../../../src/app/features/pending/pending-sheet.tsx';
import type { PendingView } from '../../../src/app/sync/farm.ts';
import { calm, type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const today = '2026-11-21T15:00:00.000Z';
const birth: PendingView = {
  opId: 'op-birth',
  title: 'Nacimiento',
  summary: '2 terneros al pie · El Ombú',
  state: 'pendiente',
  recordedAt: today,
  attempts: 0,
  problem: null,
  waitsFor: null,
  author: null,
  subject: 'movement',
  movementType: 'BIRTH',
  entityId: 'movement-1',
  act: 'create',
  canCorrect: false,
};
const named = 'Nacimiento · 2 terneros al pie · El Ombú · hoy 12:00';
const corrected = vi.fn<(opId: string) => void>();
async function show(values: Partial<FarmValues>): Promise<FakeFarm> {
  corrected.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(today) });
  const farm = fakeFarm(values);
  await renderScreen(<PendingSheet open onClose={() => undefined} onCorrect={corrected} />, { farm });
  await waitFor(() => expect(document.querySelector('dialog h3, dialog p, dialog section')).not.toBeNull());
  return farm;
}
const section = (name: string): HTMLElement => screen.getByRole('region', { name });
const press = (name: string, where: HTMLElement = document.body): void =>
  void fireEvent.click(within(where).getByRole('button', { name }));

describe('the acts of a record that waits', () => {
  const waiting = { status: { ...calm, waiting: 1 } };
  const own = { ...birth, canCorrect: true };
  const buttons = (): readonly (string | null)[] =>
    within(section('Por enviar'))
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));

  test('Corregir opens its form', async () => {
    await show({ ...waiting, pending: [own] });
    press(`Corregir: ${named}`, section('Por enviar'));
    expect(corrected).toHaveBeenCalledWith('op-birth');
  });

  test.each([
    ['record', own, '¿Descartar este registro?', 'Nacimiento · 2 terneros al pie · El Ombú'],
    ['change', { ...own, act: 'edit' as const }, '¿Descartar este cambio?', 'todo queda como estaba'],
  ])('a %s is thrown away by a typed word alone', async (_what, item, title, says) => {
    const farm = await show({ ...waiting, pending: [item] });
    press(`Descartar: ${named}`, section('Por enviar'));
    const dialog = await screen.findByRole('alertdialog', { name: title });
    expect(dialog.textContent).toContain(says);
    const discard = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Descartar' });
    fireEvent.click(discard);
    expect(farm.done).toEqual([]);
    fireEvent.change(screen.getByLabelText('Escribí DESCARTAR para confirmar'), { target: { value: 'descartar' } });
    fireEvent.click(discard);
    expect(farm.done).toEqual([['discard', 'op-birth']]);
  });

  test('a deletion is taken back by one touch: what it was about stands again', async () => {
    const farm = await show({ ...waiting, pending: [{ ...birth, act: 'delete' }] });
    expect(buttons()).toEqual([`Deshacer: ${named}`]);
    press(`Deshacer: ${named}`, section('Por enviar'));
    expect(farm.done).toEqual([['undo', 'op-birth']]);
  });

  test.each([
    ['the server may have seen', { ...own, attempts: 1 }, [`Corregir: ${named}`]],
    ['no form can say anew', { ...own, canCorrect: false }, [`Descartar: ${named}`]],
    ['is on its way', { ...own, state: 'enviando' as const }, []],
    ['this phone carries for another', { ...own, author: 'Caro Díaz' }, []],
    ['was to be deleted and may be by now', { ...birth, act: 'delete' as const, attempts: 1 }, []],
  ])('of what %s are the right ones', async (_which, item, acts) => {
    await show({ ...waiting, pending: [item] });
    expect(buttons()).toEqual(acts);
  });
});

test('a count is named once, with what was found and where', async () => {
  const count = { ...birth, title: 'Recuento de hacienda', movementType: 'AUDIT_RECORD' };
  const summary = 'Recuento en El Ombú: −2 vacas y +1 toro';
  await show({ pending: [{ ...count, summary }], status: { ...calm, waiting: 1 } });
  expect(section('Por enviar').querySelector('li')?.textContent).toBe(
    'Recuento de hacienda · −2 vacas y +1 toro12:00Pendiente El Ombú',
  );
});

test('rows that read alike but for their place say it; others keep it for who listens', async () => {
  const other = { ...birth, opId: 'op-2', summary: '2 terneros al pie · La Loma' };
  const rain = { ...birth, opId: 'op-3', title: 'Lluvia', summary: '25 mm · La Querencia', movementType: 'RAIN' };
  await show({ pending: [birth, other, rain], status: { ...calm, waiting: 3 } });
  const isForReaders = (place: string): boolean =>
    /place/.test(within(section('Por enviar')).getByText(place).className);
  expect(['El Ombú', 'La Loma', 'La Querencia'].map(isForReaders)).toEqual([false, false, true]);
});

test('a row that waits for another, or is another’s, says so to everybody', async () => {
  await show({ pending: [{ ...birth, waitsFor: 'Lote nuevo · El Sauce', author: 'Caro Díaz' }] });
  const said = within(section('Por enviar')).getByText('espera a «Lote nuevo · El Sauce» · de Caro Díaz · El Ombú');
  expect(said.className).not.toMatch(/place/);
});
