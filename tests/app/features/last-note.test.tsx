// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { LastRecord } from '../../../src/app/features/home/last-record.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import type { PendingView } from '../../../src/app/sync/farm.ts';
import { type FakeFarm, type FarmValues, fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { noteView } from '../../support/note-view.ts';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');

async function show(values: Partial<FarmValues>): Promise<FakeFarm> {
  const farm = fakeFarm(values);
  const card = (
    <>
      <LastRecord />
      <Toaster />
    </>
  );
  await renderScreen(card, { farm });
  return farm;
}

describe('a note that was the last', () => {
  const words = noteView({
    id: 'note-1',
    created_by: 'ana',
    created_at: '2026-11-21T11:00:00.000Z',
    text: 'El molino',
  });
  const habits = { byType: {}, recentLotIds: [], lastId: 'mine', lastNoteId: 'note-1' };
  const rain = movementView({ id: 'mine', type: 'RAIN' });
  const making: PendingView = {
    opId: 'op-note',
    title: 'Nota',
    summary: 'El molino',
    state: 'pendiente',
    recordedAt: '2026-11-21T11:00:00.000Z',
    attempts: 0,
    problem: null,
    waitsFor: null,
    author: null,
    subject: 'note',
    movementType: null,
    entityId: 'note-1',
    act: 'create',
    canCorrect: true,
  };
  const region = () => screen.findByRole('region', { name: 'Lo último que registraste' });
  const shown = { movements: [rain], habits, things: { note: [words] } };

  test('stands in its words, in the place of the record before it', async () => {
    await show(shown);
    expect((await region()).textContent).toContain('Nota · El molinohoy 08:00');
    expect((await region()).textContent).not.toContain('Lluvia');
    expect(
      within(await region())
        .getByRole('link', { name: 'Ver' })
        .getAttribute('href'),
    ).toBe('/notes?hoja=note-1');
  });

  test.each([
    [{ photos: ['a'.repeat(64)] }, 'Nota con foto'],
    [{ audio_id: 'a'.repeat(64) }, 'Nota con audio'],
  ])('also where it is %j alone', async (taken, name) => {
    await show({ ...shown, things: { note: [{ ...words, row: { ...words.row, text: '', ...taken } }] } });
    expect((await region()).textContent).toContain(`${name}hoy 08:00`);
  });

  test('is taken back without a trace while it waits', async () => {
    const farm = await show({ ...shown, pending: [making] });
    fireEvent.click(within(await region()).getByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByText('Deshecho')).toBeTruthy();
    expect(farm.done).toEqual([['undo', 'op-note']]);
  });

  test('and is put away once it was sent, which says so: a note is never lost', async () => {
    const farm = await show(shown);
    fireEvent.click(within(await region()).getByRole('button', { name: 'Deshacer' }));
    expect(await screen.findByText('Se archivó: ya se había enviado')).toBeTruthy();
    expect(farm.done).toEqual([['editThing', 'note', 'note-1', { archived: true }]]);
  });

  test.each([
    ['was put away', { archived: true }],
    ['is another’s own, on a shared phone', { created_by: 'beto', visibility: 'yo' as const }],
  ])('is not there where it %s', async (_how, row) => {
    await show({ ...shown, things: { note: [{ ...words, row: { ...words.row, ...row } }] } });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('region', { name: 'Lo último que registraste' })).toBeNull();
  });

  const problem = { code: 'NOT_ENOUGH_ANIMALS', message: 'No hay animales suficientes', issues: [] };
  const refusedSale = {
    ...making,
    opId: 'op-sale',
    title: 'Venta',
    summary: '80 vacas · El Ombú',
    state: 'con_error',
    problem,
    subject: 'movement',
    movementType: 'SELL',
    entityId: 'gone',
  } as const;
  test.each([
    ['record', refusedSale, { lastId: 'gone' }, 'Venta · 80 vacas', '/dashboard?corregir=op-sale'],
    [
      'note',
      { ...making, state: 'con_error', problem } as const,
      { lastNoteId: 'note-1' },
      'El molino',
      '/notes?hoja=note-1',
    ],
  ])(
    'a %s that the server refused says so and why, with the way to say it anew',
    async (_what, item, last, says, way) => {
      await show({ habits: { byType: {}, recentLotIds: [], ...last }, pending: [item] });
      const card = await region();
      expect(card.textContent).toContain(says);
      expect(card.textContent).toContain('No entró: No hay animales suficientes');
      const links = within(card).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual([way, '/dashboard?pendientes=1']);
      expect(within(card).queryByRole('button', { name: 'Deshacer' })).toBeNull();
    },
  );

  test.each([
    ['of another on this phone', { author: 'Caro Díaz' }],
    ['that was a change of what is there', { act: 'edit' as const }],
  ])('a refusal %s is not told as the last thing said', async (_which, other) => {
    await show({ habits: { byType: {}, recentLotIds: [], lastId: 'gone' }, pending: [{ ...refusedSale, ...other }] });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByRole('region', { name: 'Lo último que registraste' })).toBeNull();
  });
});
