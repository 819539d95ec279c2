// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { PendingSheet } from '../../../src/app/features/pending/pending-sheet.tsx';
import { PhotoField } from '../../../src/app/farm/attachments/photos.tsx';
import { VoiceField } from '../../../src/app/features/notes/voice-field.tsx';
import type { FarmBlobs } from '../../../src/app/sync/blobs/farm-blobs.ts';
import { failure, success } from '../../../src/domain/result.ts';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { jpegOf } from '../../support/pictures.ts';
import { openDetails } from './fill-in.ts';

/** The picture that the browser reads from a file, and what it draws of it. */
let size: { width: number; height: number } | null;
let drawn: { width: number; height: number; quality: number | undefined }[];
let weight: (quality: number | undefined) => number;

beforeEach(() => {
  size = { width: 4000, height: 3000 };
  drawn = [];
  weight = () => 200_000;
  vi.stubGlobal('createImageBitmap', async () => {
    if (!size) throw new DOMException('no picture', 'InvalidStateError');
    return Promise.resolve({ ...size, close: () => undefined });
  });
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    _type,
    q,
  ) {
    drawn.push({ width: this.width, height: this.height, quality: q as number | undefined });
    done(new Blob([jpegOf(1, weight(q as number | undefined))]));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const file = (name: string): File => new File(['x'], name, { type: 'image/jpeg' });
const choose = (...files: File[]): void =>
  void fireEvent.change(screen.getByLabelText('Elegir fotos', { selector: 'input' }), { target: { files } });
const tiles = (): number => document.querySelectorAll('li img').length;

/** Blobs that give each photo a name of its own, and show what they were given. */
function blobs(changes: Partial<FarmBlobs> = {}) {
  const given: Uint8Array[] = [];
  const kept: Partial<FarmBlobs> = {
    keep: async (bytes) => Promise.resolve(success(`foto-${given.push(bytes)}`)),
    open: async () => Promise.resolve({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) }),
    ...changes,
  };
  return { given, farm: fakeFarm({ blobs: kept }) };
}

const Photos = ({ start = [] }: { readonly start?: readonly string[] }) => {
  const [photos, setPhotos] = useState(start);
  return (
    <>
      <PhotoField value={photos} onChange={setPhotos} />
      <output>{photos.join(' ')}</output>
    </>
  );
};
const said = (): string => document.querySelector('output')?.textContent ?? '';

describe('Photos of a form', () => {
  test('are kept on the phone at once, shown small, opened whole and taken away', async () => {
    await renderScreen(<Photos />, { farm: blobs().farm });
    choose(file('a.jpg'), file('b.jpg'));
    await waitFor(() => expect(tiles()).toBe(2));
    expect(said()).toBe('foto-1 foto-2');
    fireEvent.click(screen.getByRole('button', { name: 'Ver foto 2 de 2' }));
    expect(screen.getByAltText('Foto 2 de 2').getAttribute('src')).toMatch(/^blob:/);
    fireEvent.click(screen.getByLabelText('Cerrar'));
    fireEvent.click(screen.getByRole('button', { name: 'Quitar foto 1 de 2' }));
    expect(said()).toBe('foto-2');
  });

  test('are at most 1600 points long, in their own shape', async () => {
    const { farm, given } = blobs();
    await renderScreen(<Photos />, { farm });
    choose(file('a.jpg'));
    await waitFor(() => expect(given).toHaveLength(1));
    expect(drawn).toEqual([{ width: 1600, height: 1200, quality: 0.82 }]);
    size = { width: 640, height: 480 };
    choose(file('b.jpg'));
    await waitFor(() => expect(given).toHaveLength(2));
    expect(drawn[1]).toMatchObject({ width: 640, height: 480 });
  });

  test('that weigh much are drawn with less detail', async () => {
    weight = (quality = 1) => (quality > 0.6 ? 400_000 : 250_000);
    const { farm, given } = blobs();
    await renderScreen(<Photos />, { farm });
    choose(file('a.jpg'));
    await waitFor(() => expect(given).toHaveLength(1));
    expect(given[0]?.length).toBe(250_000);
  });

  test('are four at most', async () => {
    await renderScreen(<Photos start={['uno', 'dos', 'tres']} />, { farm: blobs().farm });
    choose(file('a.jpg'), file('b.jpg'));
    expect(await screen.findByText('Como máximo 4 fotos')).toBeDefined();
    expect(said()).toBe('uno dos tres foto-1');
    expect(screen.queryByText('Elegir fotos')).toBeNull();
  });

  test('that are none are not taken, and it is said', async () => {
    size = null;
    await renderScreen(<Photos start={['uno']} />, { farm: blobs().farm });
    choose(file('a.txt'));
    expect(await screen.findByText('No se pudo leer esa foto. Probá con otra')).toBeDefined();
    expect(said()).toBe('uno');
  });

  test('find no room: it is said, and the form stays as it is', async () => {
    const { farm } = blobs({ keep: async () => Promise.resolve(failure('No hay lugar en este celular')) });
    await renderScreen(<Photos start={['uno']} />, { farm });
    choose(file('a.jpg'));
    expect((await screen.findByRole('alert')).textContent).toBe('No hay lugar en este celular');
    expect(said()).toBe('uno');
  });

  test('of somebody else that have not come yet say so', async () => {
    const { farm } = blobs({ open: async () => Promise.resolve({ is: 'away' }) });
    await renderScreen(<Photos start={['uno']} />, { farm });
    expect(await screen.findByText('Todavía no llegó')).toBeDefined();
  });

  test('go with the record', async () => {
    const { farm } = blobs();
    const nobody = { editId: null, correctOp: null, lotId: null, rodeoId: null };
    const rest = { onPick: () => undefined, onClose: () => undefined };
    await renderScreen(<RecordOverlay role="owner" registrar="RAIN" {...nobody} {...rest} />, { farm });
    fireEvent.click(await screen.findByRole('button', { name: '25' }));
    openDetails();
    choose(file('a.jpg'));
    await waitFor(() => expect(tiles()).toBe(1));
    fireEvent.click(screen.getByRole('button', { name: 'Guardar 25 mm' }));
    await waitFor(() => expect(farm.done.some(([name]) => name === 'recordMovement')).toBe(true));
    expect(farm.done.find(([name]) => name === 'recordMovement')?.[2]).toMatchObject({ mm: 25, photos: ['foto-1'] });
  });
});

const Voices = () => {
  const [voice, setVoice] = useState('');
  return (
    <>
      <VoiceField value={voice} onChange={setVoice} />
      <output>{voice}</output>
    </>
  );
};

/** A recorder that has heard something as soon as it ends. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (): boolean => true;
  state = 'inactive';
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['OggS']) }));
    this.dispatchEvent(new Event('stop'));
  }
}

function microphone(getUserMedia: () => Promise<unknown>): void {
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
}
const stopped = vi.fn<() => void>();
const heard = async (): Promise<unknown> => Promise.resolve({ getTracks: () => [{ stop: stopped }] });

describe('A voice note', () => {
  test('is recorded, kept, heard and taken away', async () => {
    microphone(heard);
    await renderScreen(<Voices />, { farm: blobs().farm });
    fireEvent.click(screen.getByRole('button', { name: 'Grabar audio' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Terminar de grabar' }));
    await waitFor(() => expect(said()).toBe('foto-1'));
    expect(stopped).toHaveBeenCalled();
    await waitFor(() => expect(document.querySelector('audio')?.getAttribute('src')).toMatch(/^blob:/));
    fireEvent.click(screen.getByRole('button', { name: 'Quitar audio' }));
    expect(said()).toBe('');
  });

  test('ends by itself after two minutes', async () => {
    microphone(heard);
    await renderScreen(<Voices />, { farm: blobs().farm });
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Grabar audio' }));
    for (let second = 0; second <= 121; second += 1) await act(async () => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    await waitFor(() => expect(said()).toBe('foto-1'));
  });

  test('without leave to hear says what to do', async () => {
    microphone(async () => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await renderScreen(<Voices />, { farm: blobs().farm });
    fireEvent.click(screen.getByRole('button', { name: 'Grabar audio' }));
    expect((await screen.findByRole('alert')).textContent).toContain('permiso para usar el micrófono');
  });
});

describe('Pendientes', () => {
  test('says how many photos and voice notes are still to go, and sends them', async () => {
    const { farm } = blobs({ waiting: async () => Promise.resolve({ photos: 2, voices: 1, papers: 0, refused: 0 }) });
    await renderScreen(<PendingSheet open onClose={() => undefined} onCorrect={() => undefined} />, { farm });
    expect(await screen.findByText('2 fotos y 1 audio por enviar')).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Enviar ahora' }));
    expect(farm.done).toContainEqual(['sendNow']);
  });
});
