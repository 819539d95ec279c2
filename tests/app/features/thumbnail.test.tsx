// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MovementRow } from '../../../src/app/farm/movement-row.tsx';
import { NoteRow } from '../../../src/app/features/notes/notes-screen.tsx';
import type { FarmBlobs } from '../../../src/app/sync/blobs/farm-blobs.ts';
import { fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { noteView } from '../../support/note-view.ts';
import { jpegOf } from '../../support/pictures.ts';

/** Rows that came near the screen, as the browser tells of them. */
let near: (() => void)[];

beforeEach(() => {
  near = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        near.push(() => tell([{ isIntersecting: true }]));
      }
      observe(): void {
        // Told by the test.
      }
      disconnect(): void {
        // Nothing is watched.
      }
    },
  );
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:foto');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const digest = 'a'.repeat(64);
const withPhoto = movementView({ metadata: { lot_id: null, photos: [digest], deletedBy: null, editHistory: [] } });
const photo = (): HTMLImageElement | null => document.querySelector('img');

async function show(blobs: Partial<FarmBlobs>, view = withPhoto): Promise<void> {
  await renderScreen(<MovementRow view={view} />, { farm: fakeFarm({ blobs }) });
  await screen.findByRole('link');
}
const comeNear = async (): Promise<void> => {
  await waitFor(() => expect(near.length).toBeGreaterThan(0));
  await act(async () => {
    for (const tell of near) tell();
    return Promise.resolve();
  });
};

describe('the photo of a row', () => {
  const here = vi.fn<FarmBlobs['here']>();
  const open = vi.fn<FarmBlobs['open']>();
  beforeEach(() => {
    here.mockReset().mockResolvedValue({ type: 'image/jpeg', bytes: jpegOf(1) });
    open.mockReset();
  });

  test('takes the place of the drawing once the row comes near, from this phone alone', async () => {
    await show({ here, open });
    await waitFor(() => expect(near).toHaveLength(1));
    expect(here).not.toHaveBeenCalled();
    await comeNear();
    await waitFor(() => expect(photo()?.getAttribute('src')).toBe('blob:foto'));
    expect(here).toHaveBeenCalledWith(digest);
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ['that this phone does not hold', null],
    ['that is no picture', { type: 'audio/webm', bytes: jpegOf(1) }],
  ])('%s leaves the drawing', async (_name, found) => {
    here.mockResolvedValue(found);
    await show({ here });
    await comeNear();
    await waitFor(() => expect(here).toHaveBeenCalledTimes(1));
    expect(photo()).toBeNull();
    expect(document.querySelector('a svg')).not.toBeNull();
  });

  test('that cannot be drawn gives its place back', async () => {
    await show({ here });
    await comeNear();
    const broken = await waitFor(() => photo() ?? Promise.reject(new Error('no photo yet')));
    await act(async () => void fireEvent.error(broken as HTMLImageElement));
    expect(photo()).toBeNull();
    expect(document.querySelector('a svg')).not.toBeNull();
  });

  test('of a note takes the place of its drawing, but not of its bell', async () => {
    const note = { id: 'n', created_by: 'ana', created_at: '2026-11-01T12:00:00.000Z', text: '', photos: [digest] };
    const row = (more: { remind_on?: string }) => (
      <NoteRow view={noteView({ ...note, ...more })} isNew={false} author="Ana" onOpen={() => undefined} />
    );
    await renderScreen(row({}), { farm: fakeFarm({ blobs: { here } }) });
    await comeNear();
    await waitFor(() => expect(photo()?.getAttribute('src')).toBe('blob:foto'));
    cleanup();
    near = [];
    await renderScreen(row({ remind_on: '2026-11-02' }), { farm: fakeFarm({ blobs: { here } }) });
    expect(await screen.findByText('Para recordar')).toBeDefined();
    expect(near).toHaveLength(0);
  });

  test('is not looked for where the record has none', async () => {
    await show({ here }, movementView());
    expect(near).toHaveLength(0);
  });
});
