// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { PlaceNotes } from '../../../src/app/farm/place-notes.tsx';
import type { ThingView } from '../../../src/app/sync/farm.ts';
import type { Note } from '../../../src/domain/office/notes.ts';
import { fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { noteView } from '../../support/note-view.ts';

afterEach(cleanup);

const written = (id: string, row: Partial<Note>): ThingView<Note> =>
  noteView({ id, created_by: 'beto', created_at: `2026-11-${id}T12:00:00.000Z`, text: `nota ${id}`, ...row });
const notes = [
  written('01', { lot_id: 'ombu', pinned: true }),
  written('05', { lot_id: 'ombu', rodeo_id: 'cria', title: 'Tranquera rota' }),
  written('09', { lot_id: 'ombu' }),
  written('10', { lot_id: 'bajo' }),
  written('11', { lot_id: 'ombu', archived: true }),
  written('12', {}),
];
async function titles(place: { readonly lotId?: string; readonly rodeoId?: string }): Promise<(string | null)[]> {
  const farm = fakeFarm({ things: { note: notes } });
  await renderScreen(<PlaceNotes {...place} />, { farm, session: fakeSession('user') });
  const list = await screen.findByRole('list', { name: 'Notas' });
  return within(list)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href') ?? ''}`);
}

describe('What was noted of a place', () => {
  test('stands on a lot: pinned first, then the newest, none that was put away', async () => {
    expect(await titles({ lotId: 'ombu' })).toEqual([
      expect.stringMatching(/^nota 01Fijada · 01\/11\/2026 .*hoja=/),
      expect.stringMatching(/^nota 0909\/11\/2026/),
      expect.stringMatching(/^Tranquera rota05\/11\/2026/),
    ]);
  });

  test('stands on a rodeo', async () => {
    expect(await titles({ rodeoId: 'cria' })).toEqual([expect.stringMatching(/^Tranquera rota/)]);
  });

  test('takes no room where there is nothing', async () => {
    const farm = fakeFarm({ things: { note: notes } });
    await renderScreen(
      <>
        <PlaceNotes rodeoId="invernada" />
        <p>fin</p>
      </>,
      { farm, session: fakeSession('user') },
    );
    await screen.findByText('fin');
    expect(screen.queryByText('Notas')).toBeNull();
  });
});
