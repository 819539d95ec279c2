// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PendingSheet } from '../../../src/app/features/pending/pending-sheet.tsx';
import { StorageFailure } from '../../../src/app/store/store.ts';
import type { PendingView } from '../../../src/app/sync/farm.ts';
import { calm, type FakeFarm, type FarmValues, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
const sale: PendingView = {
  ...birth,
  opId: 'op-sale',
  title: 'Venta',
  summary: '80 vacas · El Ombú',
  state: 'con_error',
  movementType: 'SELL',
  attempts: 1,
  problem: {
    code: 'NOT_ENOUGH_ANIMALS',
    message: 'No hay animales suficientes',
    issues: [
      { path: 'animals.0.count', message: 'Hay 60 vacas' },
      { path: 'animals.0.count', message: 'Faltan 20' },
    ],
  },
  canCorrect: true,
};

const ofSale = 'Venta · 80 vacas · El Ombú · hoy 12:00';
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
const says = (text: string | RegExp): boolean => screen.queryByText(text) !== null;

describe('a record with an error', () => {
  test('says what it is, why the server refused it and where, each thing it said', async () => {
    const complained = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await show({ pending: [sale, birth] });
    expect(section('Con error').textContent).toContain('Con error (1)');
    const row = within(section('Con error'));
    for (const text of ['Venta', '80 vacas', 'El Ombú', 'No hay animales suficientes', 'Hay 60 vacas', 'Faltan 20']) {
      expect(row.getByText(text, { exact: false })).not.toBeNull();
    }
    expect(complained).not.toHaveBeenCalled();
    complained.mockRestore();
  });

  test('says a reason once that the server gave for the record and for its field', async () => {
    const message = 'Ya existe un lote con ese nombre';
    await show({
      pending: [{ ...sale, problem: { code: 'NAME_TAKEN', message, issues: [{ path: 'name', message }] } }],
    });
    expect(within(section('Con error')).getAllByText(message)).toHaveLength(1);
  });

  test('Corregir opens its form', async () => {
    await show({ pending: [sale] });
    press(`Corregir: ${ofSale}`);
    expect(corrected).toHaveBeenCalledWith('op-sale');
  });

  test('what has no form has no Corregir', async () => {
    await show({ pending: [{ ...sale, act: 'delete', canCorrect: false }] });
    expect(screen.queryByRole('button', { name: /^Corregir/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Reintentar/ })).not.toBeNull();
  });

  test('Reintentar sends it again', async () => {
    const farm = await show({ pending: [sale] });
    press(`Reintentar: ${ofSale}`);
    expect(farm.done).toEqual([['retry', 'op-sale']]);
  });

  test('Compartir copia hands over what it says and why it was refused', async () => {
    const shared: File[] = [];
    vi.stubGlobal('navigator', {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        shared.push(...files);
        return Promise.resolve();
      },
    });
    await show({ pending: [sale] });
    press(`Compartir copia: ${ofSale}`);
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]?.name).toBe('tranquera-registro.json');
    expect(JSON.parse((await shared[0]?.text()) ?? '')).toEqual({
      registro: 'Venta',
      detalle: '80 vacas · El Ombú',
      cargado: today,
      motivo: 'No hay animales suficientes',
    });
  });
});

describe('Descartar', () => {
  const open = async (): Promise<{ farm: FakeFarm; dialog: HTMLElement; discard: HTMLButtonElement }> => {
    const farm = await show({ pending: [sale] });
    press(`Descartar: ${ofSale}`, section('Con error'));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Descartar este registro?' });
    const discard = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Descartar' });
    return { farm, dialog, discard };
  };
  const write = (text: string): void =>
    void fireEvent.change(screen.getByLabelText('Escribí DESCARTAR para confirmar'), { target: { value: text } });

  test('names the record, says that it is nowhere else, and waits for the word', async () => {
    const { farm, dialog, discard } = await open();
    expect(dialog.textContent).toContain('Venta · 80 vacas · El Ombú');
    expect(dialog.textContent).toContain(
      'Este registro no está en el libro del campo. Si lo descartás, de este celular no se puede recuperar.',
    );
    for (const text of ['', 'si', 'DESCARTA', 'DESCARTAR YA']) {
      write(text);
      expect(discard.disabled, text).toBe(true);
    }
    fireEvent.click(discard);
    expect(farm.done).toEqual([]);
  });

  test.each(['DESCARTAR', 'descartar', ' Descartar '])('«%s» is the word', async (text) => {
    const { farm, discard } = await open();
    write(text);
    fireEvent.click(discard);
    expect(farm.done).toEqual([['discard', 'op-sale']]);
  });

  test('Cancelar keeps it, and the word is not there the next time', async () => {
    const { farm, dialog } = await open();
    write('DESCARTAR');
    press('Cancelar', dialog);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    press(`Descartar: ${ofSale}`, section('Con error'));
    const again = await screen.findByRole('alertdialog');
    expect(within(again).getByRole<HTMLButtonElement>('button', { name: 'Descartar' }).disabled).toBe(true);
    expect(farm.done).toEqual([]);
  });
});

describe('what waits', () => {
  test('is a row with its hour and how far it is on its way', async () => {
    const sending = { ...birth, opId: 'op-2', title: 'Lluvia', summary: '25 mm', state: 'enviando' } as const;
    await show({ pending: [birth, sending], status: { ...calm, waiting: 2 } });
    const rows = within(section('Por enviar')).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Nacimiento · 2 terneros al pie12:00Pendiente El Ombú',
      'Lluvia · 25 mm12:00Enviando',
    ]);
  });

  test('says for which other record it waits', async () => {
    await show({ pending: [{ ...birth, waitsFor: 'Lote nuevo · El Sauce' }], status: { ...calm, waiting: 1 } });
    expect(section('Por enviar').textContent).toContain('espera a «Lote nuevo · El Sauce» · El Ombú');
  });

  test('Enviar ahora sends it', async () => {
    const farm = await show({ pending: [birth], status: { ...calm, waiting: 1 } });
    press('Enviar ahora');
    expect(farm.done).toEqual([['sendNow']]);
  });

  test('Enviar ahora can be touched again where the disk was away', async () => {
    const farm = fakeFarm({ pending: [birth], status: { ...calm, waiting: 1 } });
    const sendNow = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new StorageFailure('UnknownError'));
    const sheet = <PendingSheet open onClose={() => undefined} onCorrect={corrected} />;
    await renderScreen(sheet, { farm: { ...farm, acts: { ...farm.acts, sendNow } } });
    press('Enviar ahora');
    await waitFor(() => expect(sendNow).toHaveBeenCalledTimes(1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Enviar ahora' }).getAttribute('aria-busy')).not.toBe('true'),
    );
    press('Enviar ahora');
    await waitFor(() => expect(sendNow).toHaveBeenCalledTimes(2));
  });

  test.each<[string, Partial<FarmValues['status']>, string]>([
    ['with signal', {}, 'Se envían solos.'],
    ['without signal', { reach: 'unreachable' }, 'Sin señal. Se envían solos al volver.'],
    ['after a sending', { lastSentAt: '2026-11-21T14:40:00.000Z' }, 'Se envían solos. Último envío: 21/11/2026 11:40'],
    [
      'with signal, when nothing has gone for a quarter of an hour',
      { waitingSince: '2026-11-21T14:30:00.000Z' },
      'Hay señal, pero hace 30 min que no se puede enviar. Tus registros están guardados en este celular y se envían solos.',
    ],
    [
      'with signal, when nothing has gone for a day',
      { waitingSince: '2026-11-19T15:00:00.000Z' },
      'Tenés registros sin enviar desde el 19/11/2026. Hay señal y no salen: probá «Enviar ahora» o entregalos a otro celular.',
    ],
    [
      'when the password is asked for',
      { needsSignIn: true },
      'Iniciá sesión para enviar. Tus registros están guardados en este celular.',
    ],
    [
      'when the app is too old for the server',
      { mustUpdate: true },
      'Falta actualizar la app para enviar. Tus registros están guardados en este celular y se envían después.',
    ],
  ])('%s the sheet says «%s»', async (_case, status, sentence) => {
    await show({ pending: [birth], status: { ...calm, waiting: 1, ...status } });
    expect(says(sentence)).toBe(true);
  });

  test('the password is asked for at the log-in', async () => {
    await show({ pending: [birth], status: { ...calm, waiting: 1, needsSignIn: true } });
    expect(screen.getByText('Iniciar sesión').closest('a')?.getAttribute('href')).toBe('/log-in');
  });

  test('from another day asks for a place with signal', async () => {
    const old = { ...birth, recordedAt: '2026-11-04T01:00:00.000Z' };
    const status = { ...calm, reach: 'unreachable', waiting: 2, waitingSince: old.recordedAt } as const;
    await show({ pending: [birth, old], status });
    expect(screen.getByText('Pendiente desde el 03/11')).not.toBeNull();
    expect(screen.getAllByRole('button', { name: 'Entregar a otro celular' })).toHaveLength(1);
    expect(says('Tenés registros sin enviar desde el 03/11/2026. Acercate a una zona con señal y abrí la app.')).toBe(
      true,
    );
  });

  test('can be handed to another phone as a file', async () => {
    const shared: File[] = [];
    const farm = await show({ pending: [birth], status: { ...calm, waiting: 1 } });
    vi.stubGlobal('navigator', {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => Promise.resolve(shared.push(...files)),
    });
    press('Entregar a otro celular');
    fireEvent.click(await screen.findByRole('button', { name: 'Compartir un archivo' }));
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(farm.done).toEqual([['exportPending', false]]);
    expect([shared[0]?.name, await shared[0]?.text()]).toEqual(['registros.tranquera.json', '{}']);
    press('Cerrar');
    expect(await screen.findByRole('heading', { name: 'Pendientes' })).not.toBeNull();
  });

  describe('with photos', () => {
    const files = { photos: 3, voices: 1, bytes: 2_400_000, left: 2 };
    const give = async (): Promise<FakeFarm> => {
      const farm = await show({ pending: [birth], status: { ...calm, waiting: 1 }, filesToHandOver: files });
      vi.stubGlobal('navigator', { canShare: () => true, share: async () => Promise.resolve() });
      press('Entregar a otro celular');
      await screen.findByRole('checkbox', { name: /Con 3 fotos y 1 audio/ });
      return farm;
    };

    test('they go in the file, whose size is said before it is made', async () => {
      const farm = await give();
      expect(says(/El archivo pesa 2,3 MB/)).toBe(true);
      expect(says(/2 fotos o audios más no entran en un archivo/)).toBe(true);
      press('Compartir un archivo');
      await waitFor(() => expect(farm.done.at(-1)).toEqual(['exportPending', true]));
    });

    test('they stay here where the person says so', async () => {
      const farm = await give();
      fireEvent.click(screen.getByRole('checkbox'));
      expect(says(/El archivo pesa 0,1 MB/)).toBe(true);
      press('Compartir un archivo');
      await waitFor(() => expect(screen.getByRole('button', { name: 'Compartir un archivo' })).not.toBeNull());
      expect(farm.done).toEqual([['exportPending', false]]);
    });

    test('says that invoices do not go with it, and from where they go', async () => {
      const paper = { ...birth, opId: 'op-9', subject: 'invoice' as const, entityId: 'f1', movementType: null };
      await show({ pending: [birth, paper, { ...paper, opId: 'op-10', act: 'edit' as const }] });
      press('Entregar a otro celular');
      expect(await screen.findByText(/^Tu factura no va con los registros/)).not.toBeNull();
    });

    test('codes say that they carry records alone', async () => {
      await give();
      expect(says(/Por códigos QR van solo los registros/)).toBe(true);
    });
  });

  test('says of what this phone carries whose it is', async () => {
    await show({ pending: [{ ...birth, author: 'Caro Díaz' }] });
    expect(says(/de Caro Díaz/)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Entregar a otro celular' })).toBeNull();
  });
});

describe('a photo that the server does not take', () => {
  const blobs: FarmValues['blobs'] = {
    waiting: async () => Promise.resolve({ photos: 0, voices: 0, papers: 0, refused: 1 }),
    refused: async () =>
      Promise.resolve([
        { digest: 'a'.repeat(64), kind: 'photo', name: null, addedAt: today, message: 'Es muy pesada' },
      ]),
  };

  test('stands among what has an error, with the reason', async () => {
    await show({ blobs });
    const failed = await screen.findByRole('region', { name: 'Con error' });
    await waitFor(() => expect(failed.textContent).toContain('FotoGuardada el 21/11/2026 12:00Es muy pesada'));
    expect(says('No hay nada por enviar.')).toBe(false);
    expect(screen.getByRole('button', { name: 'Enviar ahora' })).not.toBeNull();
  });

  test('is thrown away by a typed word alone', async () => {
    const discard = vi.fn<(digest: string) => Promise<void>>(async () => Promise.resolve());
    await show({ blobs: { ...blobs, discard } });
    fireEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Descartar esta foto?' });
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'descartar' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Descartar' }));
    expect(discard).toHaveBeenCalledWith('a'.repeat(64));
  });
});

describe('records of another phone', () => {
  const choose = async (text: string): Promise<FakeFarm> => {
    const farm = await show({});
    press('Recibir registros');
    const input = await screen.findByLabelText('Archivo', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File([text], 'registros.tranquera.json')] } });
    return farm;
  };

  test('say whose they are before they come in', async () => {
    const farm = await choose('{"registros":true}');
    expect(await screen.findByText('2 registros de Caro Díaz')).not.toBeNull();
    expect(farm.done).toEqual([['lookInto', '{"registros":true}']]);
    press('Recibir 2 registros');
    expect(await screen.findByText('Entraron 2 registros de Caro Díaz.')).not.toBeNull();
    expect(farm.done.at(-1)).toEqual(['takeIn', '{"registros":true}']);
  });

  test('without a camera ask for a file', async () => {
    await show({});
    press('Recibir registros');
    fireEvent.click(await screen.findByRole('button', { name: 'Leer códigos' }));
    expect(await screen.findByText(/Elegí un archivo/)).not.toBeNull();
  });
});

describe('when nothing waits', () => {
  test('the sheet says so, and when the last sending was', async () => {
    await show({ status: { ...calm, lastSentAt: '2026-11-05T22:40:00.000Z' } });
    expect(says('No hay nada por enviar. Último envío: 05/11/2026 19:40')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Enviar ahora' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Compartir/ })).toBeNull();
  });

  test('and what was sent today', async () => {
    await show({ sentToday: [birth, { ...birth, opId: 'op-9', title: 'Lluvia' }] });
    expect(await screen.findByText('Enviados hoy (2)')).not.toBeNull();
    const list = screen.getByRole('list', { name: 'Enviados hoy', hidden: true });
    expect(within(list).getAllByText('Enviado')).toHaveLength(2);
  });
});

describe('the row of a record that waits', () => {
  test('opens the record', async () => {
    await show({ pending: [birth], status: { ...calm, waiting: 1 } });
    const row = within(section('Por enviar')).getByRole('link');
    expect(row.getAttribute('href')).toBe('/data/movement-1');
  });

  test.each([
    ['a deletion', { act: 'delete' }],
    ['another thing', { subject: 'lot', movementType: null }],
  ] as const)('of %s is read and no more', async (_name, change) => {
    await show({ pending: [{ ...birth, ...change }], status: { ...calm, waiting: 1 } });
    expect(within(section('Por enviar')).getAllByRole('listitem')).toHaveLength(1);
    expect(within(section('Por enviar')).queryByRole('link')).toBeNull();
  });
});
