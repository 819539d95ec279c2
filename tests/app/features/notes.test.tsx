// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NotesScreen } from '../../../src/app/features/notes/notes-screen.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Note } from '../../../src/domain/office/notes.ts';
import type { Role } from '../../../src/domain/people/roles.ts';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { noteView } from '../../support/note-view.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const now = '2026-11-05T15:00:00.000Z';

const note = (row: Partial<Note>, rest: Partial<ThingView<Note>> = {}): ThingView<Note> =>
  noteView({ id: 'molino', created_by: 'ana', created_at: now, text: 'El molino del fondo pierde agua', ...row }, rest);

const opened = vi.fn<(sheet: string) => void>();
const closed = vi.fn<() => void>();

async function show(
  notes: readonly ThingView<Note>[],
  { sheet = null, role = 'owner', ...values }: Partial<FarmValues> & { sheet?: string | null; role?: Role } = {},
): Promise<FakeFarm> {
  opened.mockClear();
  closed.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const farm = fakeFarm({ things: { note: notes }, ...values });
  await renderScreen(<NotesScreen sheet={sheet} onOpen={opened} onTaken={opened} onClose={closed} />, {
    farm,
    session: fakeSession(role),
  });
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  return farm;
}
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const acts = (farm: FakeFarm) => farm.done.filter(([act]) => act !== 'saveDraft');
const listed = async (): Promise<(string | null)[]> =>
  within(await screen.findByRole('list', { name: 'Notas' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('The list of notes', () => {
  test('has the pinned ones first, then the newest', async () => {
    await show([
      note({ id: 'a', text: 'vieja', created_at: '2026-11-01T10:00:00.000Z' }),
      note({ id: 'b', text: 'nueva' }),
      note({ id: 'c', text: 'fija', pinned: true, created_at: '2026-10-01T10:00:00.000Z' }),
    ]);
    const rows = await listed();
    expect(rows.map((text) => /vieja|nueva|fija/.exec(text ?? '')?.[0])).toEqual(['fija', 'nueva', 'vieja']);
  });

  test('is searched without minding accents, and narrowed by a tag', async () => {
    await show([
      note({ id: 'a', text: 'Comprar sal', tags: ['compras'] }),
      note({ id: 'b', text: 'Maíz', tags: ['ración'] }),
    ]);
    fireEvent.change(await screen.findByLabelText('Buscar'), { target: { value: 'maiz' } });
    expect(await listed()).toHaveLength(1);
    fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: '' } });
    press('compras');
    expect((await listed())[0]).toContain('Comprar sal');
    fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: 'toro' } });
    expect(screen.getByText('No encontramos «toro». Probá con otra palabra.')).toBeDefined();
  });

  test('keeps what was put away apart, never lost', async () => {
    await show([note({ archived: true })]);
    expect(await screen.findByText(/Escribí lo que no querés olvidar/)).toBeDefined();
    press('Archivadas');
    expect(await listed()).toHaveLength(1);
  });

  test('marks what is to be remembered today and what only its author reads', async () => {
    await show([note({ remind_on: '2026-11-05', visibility: 'yo' })]);
    expect(await screen.findByText('Para recordar')).toBeDefined();
    expect(screen.getAllByText('Solo yo')).toHaveLength(2);
  });
});

describe('A note', () => {
  test('is written with its words alone; the rest is there when it is wanted', async () => {
    const farm = await show([], { sheet: 'nueva' });
    fireEvent.change(await screen.findByLabelText('Nota'), { target: { value: 'Falta sal en el bajo' } });
    press('Más datos');
    fireEvent.change(screen.getByLabelText('Etiquetas', { exact: false }), { target: { value: 'sal, #compras, sal' } });
    press('Guardar');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]).toEqual([
      'createThing',
      'note',
      expect.objectContaining({ text: 'Falta sal en el bajo', tags: ['sal', 'compras'], visibility: 'todos' }),
      'note nuevo',
    ]);
  });

  test('is pinned and put away by one touch each', async () => {
    const farm = await show([note({})], { sheet: 'molino' });
    fireEvent.click(await screen.findByRole('button', { name: 'Fijar' }));
    press('Archivar');
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)).toEqual([
      ['editThing', 'note', 'molino', { pinned: true }],
      ['editThing', 'note', 'molino', { archived: true }],
    ]);
  });

  test('of another is read by a hand, not changed', async () => {
    await show([note({ created_by: 'beto' })], { sheet: 'molino', role: 'user' });
    await screen.findByRole('dialog');
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('El molino del fondo'));
    expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
  });

  test('sends only what was changed in it', async () => {
    const farm = await show([note({ tags: ['agua'] })], { sheet: 'molino' });
    fireEvent.click(await screen.findByRole('button', { name: 'Editar' }));
    fireEvent.change(await screen.findByLabelText('Nota'), { target: { value: 'Ya no pierde' } });
    press('Guardar cambios');
    await waitFor(() =>
      expect(acts(farm)).toEqual([
        [
          'editThing',
          'note',
          'molino',
          { text: 'Ya no pierde', text_before: 'El molino del fondo pierde agua' },
          'note molino',
        ],
      ]),
    );
  });
});
