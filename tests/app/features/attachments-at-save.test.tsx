// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { NoteForm } from '../../../src/app/features/notes/note-form.tsx';
import { CreateStockScreen } from '../../../src/app/features/stock/create-stock-screen.tsx';
import type { FarmBlobs } from '../../../src/app/sync/blobs/farm-blobs.ts';
import { failure, type Result, success } from '../../../src/domain/result.ts';
import { type FakeFarm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { jpegOf } from '../../support/pictures.ts';
import { openDetails } from './fill-in.ts';

/** Lets the phone, slow as it is, finish with the attachment. */
let finish: (kept: Result<string, string>) => void;
let recorders: FakeRecorder[];

/** A microphone that hears whatever is said until it is stopped. */
class FakeRecorder extends EventTarget {
  static readonly isTypeSupported = (): boolean => true;
  state = 'inactive';
  constructor() {
    super();
    recorders.push(this);
  }
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    const heard = Object.assign(new Event('dataavailable'), { data: new Blob(['voz']) });
    this.dispatchEvent(heard);
    this.dispatchEvent(new Event('stop'));
  }
}

beforeEach(() => {
  recorders = [];
  sessionStorage.clear();
  vi.stubGlobal('createImageBitmap', async () => Promise.resolve({ width: 400, height: 300, close: () => undefined }));
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([jpegOf(1, 100)])));
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  const getUserMedia = async () => Promise.resolve({ getTracks: () => [] });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
});
afterEach(() => {
  cleanup();
  toast.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function slowFarm(): FakeFarm {
  const keep: FarmBlobs['keep'] = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const open: FarmBlobs['open'] = async () => Promise.resolve({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) });
  return fakeFarm({ blobs: { keep, open } });
}

const rest = (): Promise<void> => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 50)));
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const saved = (farm: FakeFarm, name: string): readonly unknown[] => farm.done.filter(([act_]) => act_ === name);
const choose = (label: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), {
    target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
  });

async function openRain(): Promise<FakeFarm> {
  const farm = slowFarm();
  const nothing = (): void => undefined;
  const closed = { editId: null, correctOp: null, lotId: null, rodeoId: null };
  await renderScreen(<RecordOverlay role="owner" registrar="RAIN" {...closed} onPick={nothing} onClose={nothing} />, {
    farm,
  });
  fireEvent.click(await screen.findByRole('button', { name: '25' }));
  openDetails();
  return farm;
}

describe('Guardar touched before the photo is ready', () => {
  test('waits for it, and the record has its photo', async () => {
    const farm = await openRain();
    choose('Elegir fotos');
    await rest();
    press('Guardar 25 mm');
    await rest();
    expect(saved(farm, 'recordMovement')).toEqual([]);
    finish(success('foto-1'));
    await waitFor(() => expect(saved(farm, 'recordMovement')).toHaveLength(1));
    expect(JSON.stringify(saved(farm, 'recordMovement'))).toContain('foto-1');
  });

  test('saves nothing where the photo came to nothing: the person sees why and decides', async () => {
    const farm = await openRain();
    choose('Elegir fotos');
    await rest();
    press('Guardar 25 mm');
    finish(failure('No queda lugar para la foto'));
    await screen.findByText('No queda lugar para la foto');
    await rest();
    expect(saved(farm, 'recordMovement')).toEqual([]);
    press('Guardar 25 mm');
    await waitFor(() => expect(saved(farm, 'recordMovement')).toHaveLength(1));
  });

  test('is one save, however often it is touched', async () => {
    const farm = await openRain();
    choose('Elegir fotos');
    await rest();
    press(/^Guardar 25 mm/);
    press(/^Guardar 25 mm/);
    finish(success('foto-1'));
    await rest();
    expect(saved(farm, 'recordMovement')).toHaveLength(1);
  });

  test('waits on every form that is kept, as that of an item', async () => {
    const farm = slowFarm();
    await renderScreen(<CreateStockScreen onDone={() => undefined} />, { farm });
    fireEvent.change(await screen.findByLabelText(/^Nombre/), { target: { value: 'Ivermectina' } });
    press('Más datos');
    choose('Elegir foto');
    await rest();
    press('Guardar insumo');
    await rest();
    expect(saved(farm, 'createThing')).toEqual([]);
    finish(success('foto-1'));
    await waitFor(() => expect(JSON.stringify(saved(farm, 'createThing'))).toContain('"photo":"foto-1"'));
  });
});

describe('Guardar touched while the voice is recorded', () => {
  test('ends the recording and takes it along', async () => {
    const farm = slowFarm();
    const onClose = vi.fn<() => void>();
    await renderScreen(<NoteForm id={null} onSaved={onClose} onClose={onClose} />, { farm });
    fireEvent.change(await screen.findByLabelText('Nota'), { target: { value: 'El molino' } });
    press('Grabar audio');
    await screen.findByRole('button', { name: 'Terminar de grabar' });
    press(/^Guardar/);
    await rest();
    expect(recorders.map(({ state }) => state)).toEqual(['inactive']);
    expect(saved(farm, 'createThing')).toEqual([]);
    finish(success('voz-1'));
    await waitFor(() => expect(JSON.stringify(saved(farm, 'createThing'))).toContain('"audio_id":"voz-1"'));
    expect(onClose).toHaveBeenCalled();
  });
});
