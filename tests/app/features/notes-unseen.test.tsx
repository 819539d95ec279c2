// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NotesScreen } from '../../../src/app/features/notes/notes-screen.tsx';
import { MoreSheet } from '../../../src/app/features/shell/more-sheet.tsx';
import { DueCard } from '../../../src/app/features/tasks/due-card.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Note } from '../../../src/domain/office/notes.ts';
import { type FakeFarm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { noteView } from '../../support/note-view.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const now = '2026-11-21T15:00:00.000Z';
/** A note that Beto wrote for all: Ana is who looks. */
const note = (id: string, row: Partial<Note> = {}): ThingView<Note> =>
  noteView({ id, created_by: 'beto', created_at: now, text: `nota ${id}`, ...row });
const seen = (...ids: readonly string[]) => ({ 'notas vistas ana': { ids } });

type Screen = 'list' | 'more' | 'first' | 'one';
async function show(
  which: Screen,
  notes: readonly ThingView<Note>[],
  drafts: ReturnType<typeof seen> | Record<string, never> = {},
): Promise<FakeFarm> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) });
  const farm = fakeFarm({ things: { note: notes }, drafts });
  const nothing = () => undefined;
  const screens = {
    list: <NotesScreen sheet={null} onOpen={nothing} onTaken={nothing} onClose={nothing} />,
    one: <NotesScreen sheet="a" onOpen={nothing} onTaken={nothing} onClose={nothing} />,
    more: <MoreSheet open onClose={nothing} onCount={nothing} onReview={nothing} onSearch={nothing} />,
    first: <DueCard />,
  };
  await renderScreen(screens[which], { farm, session: fakeSession('owner') });
  return farm;
}
const marked = async (): Promise<string[]> => {
  const list = await screen.findByRole('list', { name: 'Notas' });
  return within(list)
    .getAllByRole('listitem')
    .filter((row) => row.textContent.includes('Sin leer'))
    .map((row) => /nota \w/.exec(row.textContent)?.[0] ?? '?');
};
const kept = (farm: FakeFarm) => farm.done.filter(([act]) => act === 'saveDraft').at(-1);

describe('A note of somebody else', () => {
  test('is marked in the list until it was shown once, and is counted as seen from then on', async () => {
    const farm = await show('list', [note('a'), note('b')], seen('a'));
    await waitFor(async () => expect(await marked()).toEqual(['nota b']));
    expect(kept(farm)).toEqual(['saveDraft', 'notas vistas ana', { ids: ['a', 'b'], edits: {} }]);
    expect(await marked()).toEqual(['nota b']);
  });

  test('is counted under Más', async () => {
    await show('more', [note('a'), note('b'), note('c')], seen('a'));
    expect((await screen.findByRole('link', { name: /Notas/ })).textContent).toContain('2 sin leer');
  });

  test('is told of on the first screen', async () => {
    await show('first', [note('a'), note('b')], seen('a'));
    const link = await screen.findByRole('link', { name: /Nota sin leer/ });
    expect(link.getAttribute('href')).toBe('/notes');
    expect(link.textContent).toContain('1');
  });

  test('is no news where it is one’s own, or was put away', async () => {
    await show('more', [note('a', { created_by: 'ana' }), note('b', { archived: true })], seen());
    expect((await screen.findByRole('link', { name: /Notas/ })).textContent).not.toContain('sin leer');
  });

  test('is news on a new phone only for a week', async () => {
    await show('more', [note('a'), note('b', { created_at: '2026-11-10T12:00:00.000Z' })]);
    await waitFor(() => expect(screen.getByRole('link', { name: /Notas/ }).textContent).toContain('1 sin leer'));
  });

  test('stays unseen while another one lies open over the list, which counts as seen', async () => {
    const farm = await show('one', [note('a'), note('b')], seen());
    await screen.findByText('Archivar');
    await waitFor(() => expect(kept(farm)).toEqual(['saveDraft', 'notas vistas ana', { ids: ['a'], edits: {} }]));
    expect(await marked()).toEqual(['nota b']);
  });

  test('opened from its reminder on a new phone makes no news of older ones', async () => {
    const farm = await show('one', [note('a'), note('b'), note('c', { created_at: '2026-11-10T12:00:00.000Z' })]);
    await waitFor(() => expect(kept(farm)?.[2]).toEqual({ ids: ['a', 'c'], edits: {} }));
  });
});

describe('A note that somebody else changed', () => {
  const edited = (by: string, ...changes: readonly string[]) => ({
    editHistory: [{ editedBy: by, editedAt: '2026-11-21T14:00:00.000Z', changes }],
  });
  const seenAs = (edits: Readonly<Record<string, string>>, ...ids: readonly string[]) => ({
    'notas vistas ana': { ids, edits },
  });

  test('is marked again, one’s own too, and is seen once it was shown', async () => {
    const own = note('b', { created_by: 'ana', ...edited('beto', 'text') });
    const farm = await show('list', [note('a', edited('caro', 'photos')), own, note('c')], seenAs({}, 'a', 'b', 'c'));
    await waitFor(async () => expect((await marked()).toSorted()).toEqual(['nota a', 'nota b']));
    const at = '2026-11-21T14:00:00.000Z';
    await waitFor(() => expect(kept(farm)?.[2]).toEqual({ ids: ['a', 'b', 'c'], edits: { a: at, b: at } }));
  });

  test('is not marked where it was seen as it is now', async () => {
    const notes = [note('a', edited('beto', 'text'))];
    await show('more', notes, seenAs({ a: '2026-11-21T14:00:00.000Z' }, 'a'));
    expect((await screen.findByRole('link', { name: /Notas/ })).textContent).not.toContain('sin leer');
  });

  test.each([
    ['by this person', edited('ana', 'text')],
    ['only in being pinned', edited('beto', 'pinned')],
    ['only in its reminder', edited('beto', 'remind_on', 'tags')],
    ['by nobody knows whom', { editHistory: [{ editedBy: null, editedAt: now, changes: ['text'] }] }],
    ['in a history of another make', { editHistory: 'sí' }],
  ])('%s is no news', async (_how, history) => {
    await show('more', [note('a', history)], seenAs({}, 'a'));
    expect((await screen.findByRole('link', { name: /Notas/ })).textContent).not.toContain('sin leer');
  });

  test('is no news where an app from before had kept which notes were shown, and not how they were', async () => {
    await show('more', [note('a', edited('beto', 'text'))], seen('a'));
    expect((await screen.findByRole('link', { name: /Notas/ })).textContent).not.toContain('sin leer');
  });
});

describe('A note to be remembered', () => {
  test('stands on the first screen from its day on, and leads to itself', async () => {
    await show(
      'first',
      [note('a', { remind_on: '2026-11-21', title: 'Vacunar aftosa' }), note('b', { remind_on: '2026-11-22' })],
      seen('a', 'b'),
    );
    const link = await screen.findByRole('link', { name: /Vacunar aftosa/ });
    expect(link.getAttribute('href')).toContain('hoja=a');
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });

  test('leaves it after a week, or when it is put away', async () => {
    await show(
      'first',
      [
        note('a', { remind_on: '2026-11-13' }),
        note('b', { remind_on: '2026-11-20', archived: true }),
        note('c', { remind_on: '2026-11-14', title: 'Sal' }),
      ],
      seen('a', 'b', 'c'),
    );
    expect(await screen.findByRole('link', { name: /Sal/ })).toBeDefined();
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
});
