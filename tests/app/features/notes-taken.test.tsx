// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useState } from 'react';
import { NotesScreen } from '../../../src/app/features/notes/notes-screen.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { attachmentSentences } from '../../../src/contract/sentences-attachments.ts';
import type { Note } from '../../../src/domain/office/notes.ts';
import { failure } from '../../../src/domain/result.ts';
import {
  type FakeFarm,
  fakeFarm,
  fakeSession,
  type FarmValues,
  movementView,
  renderScreen,
} from '../../support/fake-farm.tsx';
import { noteView } from '../../support/note-view.ts';
import { makePhotosSmall } from '../../support/small-photos.ts';

beforeEach(makePhotosSmall);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const closed = vi.fn<() => void>();
const taken = vi.fn<(id: string) => void>();
const digest = 'a'.repeat(64);
const now = new Date().toISOString();
const photoNote = (row: Partial<Note> = {}) =>
  noteView({ id: 'movement-1', created_by: 'ana', created_at: now, text: '', photos: [digest], ...row });

/** A screen whose address follows what it says. */
const Notes = ({ first }: { readonly first: string | null }) => {
  const [sheet, setSheet] = useState(first);
  taken.mockImplementation(setSheet);
  return <NotesScreen sheet={sheet} onOpen={() => undefined} onTaken={taken} onClose={closed} />;
};

async function show(
  sheet: string | null,
  values: Partial<FarmValues> = {},
  role: 'owner' | 'user' = 'owner',
): Promise<FakeFarm> {
  closed.mockClear();
  taken.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <Notes first={sheet} />
      <Toaster />
    </>,
    {
      farm,
      session: fakeSession(role),
    },
  );
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  return farm;
}
const acts = (farm: FakeFarm) => farm.done.filter(([name]) => name !== 'saveDraft');
const take = async (): Promise<void> => {
  const camera = await screen.findByLabelText('Sacar foto', { selector: 'input' });
  await act(async () => {
    fireEvent.change(camera, { target: { files: [new File(['x'], 'foto.jpg', { type: 'image/jpeg' })] } });
    await Promise.resolve();
  });
};

describe('A photo', () => {
  test('is a note at once, and shown as it was saved', async () => {
    const farm = await show('nueva', { things: { note: [photoNote()] } });
    await take();
    await waitFor(() => expect(acts(farm)).toHaveLength(1));
    expect(acts(farm)[0]).toEqual([
      'createThing',
      'note',
      expect.objectContaining({ text: '', photos: [digest], visibility: 'todos' }),
      'note nuevo',
    ]);
    expect(await screen.findByRole('heading', { name: 'Nota con foto' })).toBeDefined();
    expect(closed).not.toHaveBeenCalled();
    // Reloaded, it is that note that is found.
    expect(taken).toHaveBeenCalledExactlyOnceWith('movement-1');
    // A draft that is written behind its save would come back as a second note.
    const kept = farm.done.findLast(([name, key]) => name === 'saveDraft' && key === 'note nuevo');
    expect(kept?.[2] ?? null).toBeNull();
  });

  test('beside words waits for them, and goes with them', async () => {
    const farm = await show('nueva');
    fireEvent.change(await screen.findByLabelText('Nota'), { target: { value: 'El molino' } });
    await take();
    await waitFor(() => expect(document.querySelectorAll('fieldset li')).toHaveLength(1));
    expect(acts(farm)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(acts(farm)[0]?.[2]).toMatchObject({ text: 'El molino', photos: [digest] });
  });

  test('that the phone has no room for is no note: it is told, and nothing is saved', async () => {
    const keep = async () => Promise.resolve(failure(attachmentSentences.noSpace));
    const farm = await show('nueva', { blobs: { keep } });
    await take();
    expect(await screen.findByText(attachmentSentences.noSpace)).toBeDefined();
    expect(acts(farm)).toEqual([]);
  });

  test('whose note could not be saved stays in the form, which says so', async () => {
    const farm = await show('nueva', { saved: failure({ reason: 'storage', message: 'Sin lugar' }) });
    await take();
    expect(await screen.findByText('Sin lugar')).toBeDefined();
    expect(document.querySelectorAll('fieldset li')).toHaveLength(1);
    expect(farm.done.findLast(([name]) => name === 'saveDraft')?.[2]).toMatchObject({ photos: [digest] });
  });

  test('that an earlier visit left is not sent off behind anybody’s back', async () => {
    const farm = await show('nueva', { drafts: { 'note nuevo': { photos: [digest] } } });
    await screen.findByText('Recuperamos lo que estabas cargando');
    expect(acts(farm)).toEqual([]);
  });
});

test('A note of nothing at all is not saved', async () => {
  const farm = await show('nueva');
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar' }));
  expect((await screen.findAllByText('Escribí la nota')).length).toBeGreaterThan(0);
  expect(acts(farm)).toEqual([]);
});

test.each([
  [{ photos: [digest] }, 'Nota con foto'],
  [{ photos: [], audio_id: digest }, 'Nota con audio'],
  [{ photos: [digest], audio_id: digest }, 'Nota con foto y audio'],
])('A note without words is called by what was taken', async (row, name) => {
  await show(null, { things: { note: [photoNote(row)] } });
  expect(await screen.findByText(name)).toBeDefined();
});

describe('The photo of a note becomes a record’s by one touch', () => {
  const rain = movementView(
    {
      id: 'lluvia',
      type: 'RAIN',
      date: '2026-11-05',
      rodeoId: null,
      metadata: { lot_id: null, deletedBy: null, editHistory: [], mm: 25, photos: ['b'] },
    },
    { summary: '25 mm · La Loma' },
  );
  const habits = { byType: {}, recentLotIds: [], lastId: 'lluvia' };

  test('of the one that was recorded last, beside its own, and the note keeps it', async () => {
    const farm = await show('movement-1', { movements: [rain], habits, things: { note: [photoNote()] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Sumar a «Lluvia · 25 mm · 05/11/2026»' }));
    await waitFor(() => expect(acts(farm)).toHaveLength(1));
    expect(acts(farm)[0]).toEqual([
      'editMovement',
      'lluvia',
      expect.objectContaining({ date: '2026-11-05', mm: 25, photos: ['b', digest] }),
    ]);
  });

  test('once: a record that has it says so', async () => {
    const has = { ...rain, movement: { ...rain.movement, metadata: { ...rain.movement.metadata, photos: [digest] } } };
    await show('movement-1', { movements: [has], habits, things: { note: [photoNote()] } });
    expect(await screen.findByText('También está en «Lluvia · 25 mm · 05/11/2026».')).toBeDefined();
  });

  test('and a save that fails is told', async () => {
    const saved = failure({ reason: 'storage' as const, message: 'Sin lugar' });
    await show('movement-1', { movements: [rain], habits, saved, things: { note: [photoNote()] } });
    fireEvent.click(await screen.findByRole('button', { name: /^Sumar a/ }));
    expect(await screen.findByText('Sin lugar')).toBeDefined();
  });

  test.each([
    ['there is none', { movements: [], habits }],
    ['it is another’s', { movements: [{ ...rain, movement: { ...rain.movement, created_by: 'beto' } }], habits }],
    ['it was deleted', { movements: [{ ...rain, movement: { ...rain.movement, deleted: true } }], habits }],
  ])('not where %s', async (_why, values) => {
    await show('movement-1', { ...values, things: { note: [photoNote()] } }, 'user');
    await screen.findByRole('heading', { name: 'Nota con foto' });
    expect(screen.queryByRole('button', { name: /^Sumar a/ })).toBeNull();
  });
});
