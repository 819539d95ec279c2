// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import type { FarmBlobs } from '../../../src/app/sync/blobs/farm-blobs.ts';
import { attachmentSentences } from '../../../src/contract/sentences-attachments.ts';
import { failure, success } from '../../../src/domain/result.ts';
import { type FakeFarm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { jpegOf } from '../../support/pictures.ts';
import { makePhotosSmall } from '../../support/small-photos.ts';
import { openDetails } from './fill-in.ts';

beforeEach(makePhotosSmall);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const closed = vi.fn<() => void>();

/** The form of a rain, over blobs that give each photo a name of its own. */
async function openRain(changes: Partial<FarmBlobs> = {}): Promise<FakeFarm> {
  closed.mockClear();
  let given = 0;
  const blobs: Partial<FarmBlobs> = {
    keep: async () => Promise.resolve(success(`foto-${(given += 1)}`)),
    open: async () => Promise.resolve({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) }),
    ...changes,
  };
  const farm = fakeFarm({ blobs });
  const overlay = { editId: null, correctOp: null, lotId: null, rodeoId: null, onPick: () => undefined };
  await renderScreen(<RecordOverlay {...overlay} role="owner" registrar="RAIN" onClose={closed} />, { farm });
  await screen.findByRole('button', { name: '25' });
  return farm;
}

const head = (): HTMLElement => {
  const header = screen.getByRole('heading', { name: 'Lluvia' }).closest('header');
  if (!header) throw new Error('The sheet has no head');
  return header;
};
const take = async (): Promise<void> => {
  const camera = within(head()).getByLabelText('Sacar foto', { selector: 'input' });
  await act(async () => {
    fireEvent.change(camera, { target: { files: [new File(['x'], 'foto.jpg', { type: 'image/jpeg' })] } });
    await Promise.resolve();
  });
};
const recorded = (farm: FakeFarm) => farm.done.find(([name]) => name === 'recordMovement')?.[2];

describe('The camera beside the title of a record', () => {
  test('takes a photo that is seen at once, counted, and goes with the record', async () => {
    const farm = await openRain();
    expect(document.querySelector('input[capture]')?.closest('header')).toBe(head());
    await take();
    const taken = await within(head()).findByRole('button', { name: 'Ver o quitar: 1 foto' });
    await waitFor(() => expect(taken.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/));
    fireEvent.click(screen.getByRole('button', { name: '25' }));
    fireEvent.click(screen.getByRole('button', { name: 'Guardar 25 mm' }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(recorded(farm)).toMatchObject({ mm: 25, photos: ['foto-1'] });
  });

  test('gives way to its photos, which are joined by more and taken away', async () => {
    await openRain();
    await take();
    fireEvent.click(await within(head()).findByRole('button', { name: 'Ver o quitar: 1 foto' }));
    const sheet = screen.getByRole('heading', { name: 'Fotos del registro' }).closest('dialog') as HTMLElement;
    const more = within(sheet).getByLabelText('Sacar foto', { selector: 'input' });
    fireEvent.change(more, { target: { files: [new File(['y'], 'otra.jpg', { type: 'image/jpeg' })] } });
    fireEvent.click(await within(sheet).findByRole('button', { name: 'Quitar foto 1 de 2' }));
    fireEvent.click(within(sheet).getByRole('button', { name: 'Quitar foto' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Fotos del registro' })).toBeNull());
    expect(within(head()).getByRole('button', { name: 'Sacar foto' })).toBeDefined();
    // The next one opens nothing by itself.
    await take();
    expect(await within(head()).findByRole('button', { name: 'Ver o quitar: 1 foto' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Fotos del registro' })).toBeNull();
  });

  test('has its name once: among the attachments photos are only chosen', async () => {
    await openRain();
    openDetails();
    expect(screen.getAllByRole('button', { name: 'Sacar foto' })).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Elegir fotos' })).toBeDefined();
    await take();
    expect(await screen.findByRole('list', { name: 'Fotos' })).toBeDefined();
  });

  test('says over the form what came to nothing, and keeps no name of it', async () => {
    const farm = await openRain({ keep: async () => Promise.resolve(failure(attachmentSentences.noSpace)) });
    await take();
    expect((await screen.findByText(attachmentSentences.noSpace)).closest('[role=alert]')).not.toBeNull();
    expect(within(head()).getByRole('button', { name: 'Sacar foto' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '25' }));
    fireEvent.click(screen.getByRole('button', { name: 'Guardar 25 mm' }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    expect(recorded(farm)).not.toHaveProperty('photos');
  });
});
