// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { TandaReminder } from '../../../src/app/features/record/tanda-button.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import type { Deletion } from '../../../src/app/sync/farm.ts';
import { failure, success } from '../../../src/domain/result.ts';
import { type FakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { type Drafts, farmWithDrafts } from '../../support/farm-with-drafts.ts';
import { standOn } from '../../support/stand-on.ts';

const today = '2026-11-21';
standOn(today);
afterEach(() => void vi.unstubAllGlobals());

const closed = vi.fn<() => void>();
const began = vi.fn<(type: string, place: object) => void>();
async function open(
  registrar: 'WEIGHING' | 'BIRTH',
  farm: FakeFarm,
  place: { readonly lotId?: string; readonly rodeoId?: string; readonly isTanda?: boolean } = {},
): Promise<void> {
  closed.mockClear();
  began.mockClear();
  await renderScreen(
    <>
      <RecordOverlay
        role="user"
        registrar={registrar}
        editId={null}
        correctOp={null}
        lotId={place.lotId ?? null}
        rodeoId={place.rodeoId ?? null}
        isTanda={place.isTanda ?? true}
        onTanda={began}
        onPick={() => undefined}
        onClose={closed}
      />
      <Toaster />
    </>,
    { farm },
  );
  await waitFor(() => expect(document.querySelector('dialog button:not([aria-label="Cerrar"])')).not.toBeNull());
}
const invernada = { rodeoId: 'invernada' };
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const press = async (name: string | RegExp): Promise<void> => act(async () => void fireEvent.click(button(name)));
const weigh = async (kilos: string): Promise<void> => {
  for (const key of kilos) await press(key === ',' ? 'Coma' : key);
  await press('Anotar el peso');
};
const status = (): string => document.querySelector('dialog [role=status]')?.textContent ?? '';
const records = (farm: FakeFarm): unknown[] => farm.done.filter(([name]) => name === 'recordMovement');

describe('weighing one by one', () => {
  test('three keys and ✓ an animal, with how many, their average, the least and the most', async () => {
    await open('WEIGHING', farmWithDrafts({}), invernada);
    expect(button('Guardar')).toHaveProperty('disabled', true);
    for (const kilos of ['412', '398', '405,5']) await weigh(kilos);
    expect(status()).toBe('3 animales · promedio 405,2 kg. 398 a 412 · últimos 405,5, 398, 412');
  });

  test('ends in one weighing of the rodeo with the weight of each, and its draft goes with it', async () => {
    const farm = farmWithDrafts({});
    await open('WEIGHING', farm, invernada);
    for (const kilos of ['412', '398']) await weigh(kilos);
    await press('Guardar 2 pesadas');
    const animals = [{ type: 'novillito', count: 2, weights: [{ kg: 412 }, { kg: 398 }] }];
    expect(records(farm)).toEqual([
      ['recordMovement', 'WEIGHING', { date: today, rodeo_id: 'invernada', lot_id: 'bajo', animals }, 'tanda WEIGHING'],
    ]);
    expect(screen.getAllByText('Pesada guardada en este celular')).not.toHaveLength(0);
    await press('Listo');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('the keys of a real keyboard and Enter do the same', async () => {
    await open('WEIGHING', farmWithDrafts({}), invernada);
    for (const key of ['4', '1', '2', 'Enter']) await act(async () => void fireEvent.keyDown(document.body, { key }));
    expect(status()).toMatch(/^1 animal · promedio 412 kg/);
  });

  test('what is no weight of an animal is said, and stays to be corrected', async () => {
    await open('WEIGHING', farmWithDrafts({}), invernada);
    await press('Anotar el peso');
    expect(screen.getByText('Escribí el peso').getAttribute('role')).toBe('alert');
    await weigh('7');
    expect(screen.getByText('Un animal pesa de 20 a 1.500 kg')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Peso de novillito' })).toHaveProperty('value', '7');
    await weigh('5');
    expect(status()).toMatch(/^1 animal · promedio 75 kg/);
  });

  test('one far from the others is asked about while the animal is still there', async () => {
    await open('WEIGHING', farmWithDrafts({}), invernada);
    for (const kilos of ['400', '410', '390', '405', '395']) await weigh(kilos);
    expect(screen.queryByText(/lejos de los demás/)).toBeNull();
    await weigh('41');
    expect(screen.getByText('41 kg está lejos de los demás')).toBeTruthy();
  });

  test('the last one is taken back, and put back where that was a slip', async () => {
    await open('WEIGHING', farmWithDrafts({}), invernada);
    for (const kilos of ['412', '398']) await weigh(kilos);
    await press('Borrar el último: 398 kg');
    expect(status()).toMatch(/^1 animal · promedio 412 kg/);
    await press('Reponer 398 kg');
    expect(status()).toMatch(/^2 animales · promedio 405 kg/);
  });

  test('an earlier one is taken out of the list', async () => {
    await open('WEIGHING', farmWithDrafts({}), invernada);
    for (const kilos of ['412', '398', '405']) await weigh(kilos);
    await press(/^3 animales/);
    const rows = within(screen.getByRole('list', { name: 'Anotados' })).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('span > span')?.textContent)).toEqual([
      '3. 405 kg',
      '2. 398 kg',
      '1. 412 kg',
    ]);
    await press('Borrar el 2: 398 kg');
    await press('Volver');
    expect(status()).toMatch(/^2 animales · promedio 408,5 kg/);
  });

  test('categories are weighed side by side, each with its own figures and its own line', async () => {
    const stock = [
      { lot: 'bajo', rodeo: 'invernada', category: 'novillito', head: 80 },
      { lot: 'bajo', rodeo: 'invernada', category: 'vaca', head: 20 },
    ];
    const farm = farmWithDrafts({}, { stock });
    await open('WEIGHING', farm, invernada);
    await weigh('400');
    await press('Vaca');
    await weigh('500');
    await weigh('520');
    expect(status()).toMatch(/^2 vacas · promedio 510 kg. En total 3 animales · 500 a 520/);
    await press('Guardar 3 pesadas');
    const [record] = records(farm) as [[string, string, { animals: { type: string; count: number }[] }]];
    expect(record[2].animals.map(({ type, count }) => [type, count])).toEqual([
      ['novillito', 1],
      ['vaca', 2],
    ]);
  });

  test('the ear tag goes with the weight where it is noted', async () => {
    const farm = farmWithDrafts({});
    await open('WEIGHING', farm, invernada);
    await press(/^Cambiar lugar o fecha/);
    await act(async () => void fireEvent.click(screen.getByLabelText('Anotar la caravana de cada animal')));
    await press('Empezar');
    fireEvent.change(screen.getByLabelText(/^Caravana/), { target: { value: 'AR 032' } });
    await weigh('412');
    await weigh('400');
    await press('Guardar 2 pesadas');
    expect(records(farm)).toMatchObject([
      [
        'recordMovement',
        'WEIGHING',
        { animals: [{ weights: [{ kg: 412, tag: 'AR 032' }, { kg: 400 }] }] },
        'tanda WEIGHING',
      ],
    ]);
  });

  test('asks where first when nobody can know, and takes the only rodeo of the lot it was opened from', async () => {
    const farm = farmWithDrafts({});
    await open('WEIGHING', farm);
    expect(button('Empezar')).toHaveProperty('disabled', true);
    await press('Cría');
    await press('Empezar');
    expect(button('Cambiar lugar o fecha: Hoy · Cría · El Ombú')).toBeTruthy();
    cleanup();
    await open('WEIGHING', farm, { lotId: 'bajo' });
    expect(button('Cambiar lugar o fecha: Hoy · Invernada · El Bajo')).toBeTruthy();
  });
});

describe('a tanda that is interrupted', () => {
  test('finds every animal after a reload in the middle, from wherever it is opened, and goes on', async () => {
    const drafts: Drafts = {};
    await open('WEIGHING', farmWithDrafts(drafts), invernada);
    for (const kilos of ['412', '398', '405']) await weigh(kilos);
    await press('3');
    await waitFor(() => expect(drafts['tanda WEIGHING']).toMatchObject({ text: '3' }));
    cleanup();

    const farm = farmWithDrafts(drafts);
    await open('WEIGHING', farm, { lotId: 'ombu' });
    expect(screen.getByText('Recuperamos lo que estabas cargando')).toBeTruthy();
    await press('Seguir');
    expect(button('Cambiar lugar o fecha: Hoy · Invernada · El Bajo')).toBeTruthy();
    expect(status()).toMatch(/^3 animales · promedio 405 kg/);
    await weigh('95');
    await press('Guardar 4 pesadas');
    expect(records(farm)).toMatchObject([
      ['recordMovement', 'WEIGHING', { rodeo_id: 'invernada', animals: [{ count: 4 }] }, 'tanda WEIGHING'],
    ]);
  });

  test('each ✓ is on its way to the disk before the next key', async () => {
    const drafts: Drafts = {};
    await open('WEIGHING', farmWithDrafts(drafts), invernada);
    for (const [index, kilos] of ['412', '398'].entries()) {
      await weigh(kilos);
      expect(drafts['tanda WEIGHING']?.['touches']).toHaveLength(index + 1);
    }
  });

  test('an animal is counted when the disk has it: a page that dies before has shown nothing of it', async () => {
    const writing: (() => void)[] = [];
    const saveDraft = async (): Promise<boolean> => new Promise((resolve) => writing.push(() => resolve(true)));
    await open('WEIGHING', { ...farmWithDrafts({}), saveDraft }, invernada);
    for (const kilos of ['412', '398']) await weigh(kilos);
    expect(status()).toBe('');
    await act(async () => writing.shift()?.());
    expect(status()).toMatch(/^1 animal · promedio 412 kg/);
    await press('Borrar el último: 412 kg');
    for (let write = 0; write < 2; write += 1) await act(async () => writing.shift()?.());
    expect(status()).toMatch(/^1 animal · promedio 398 kg/);
  });

  test('the form of the kind says how many wait, and leads back to them', async () => {
    const touches = [412, 398].map((kg) => ({ category: 'novillito', at: `${today}T14:00:00.000Z`, kg }));
    const drafts: Drafts = { 'tanda WEIGHING': { values: { date: today, rodeo_id: 'invernada' }, touches } };
    await open('WEIGHING', farmWithDrafts(drafts), { isTanda: false });
    expect(screen.getByText('Tenés una tanda sin guardar: 2 pesadas')).toBeTruthy();
    await press('Seguir la tanda');
    expect(began).toHaveBeenCalledWith('WEIGHING', { lotId: null, rodeoId: null });
  });

  test('the form leads to the tanda at the place that is filled in', async () => {
    await open('WEIGHING', farmWithDrafts({}), { isTanda: false, rodeoId: 'cria' });
    await press('De a uno');
    expect(began).toHaveBeenCalledWith('WEIGHING', { lotId: null, rodeoId: 'cria' });
  });

  test('whoever opens the app after a dead battery is told, and led back', async () => {
    const touches = [{ category: 'novillito', at: '', kg: 412 }];
    const opened = vi.fn<(type: string) => void>();
    await renderScreen(<TandaReminder onOpen={opened} />, { farm: farmWithDrafts({ 'tanda WEIGHING': { touches } }) });
    await screen.findByText('Tenés una tanda sin guardar: 1 pesada');
    await press('Seguir la tanda');
    expect(opened).toHaveBeenCalledExactlyOnceWith('WEIGHING');
  });

  test('starting over asks, and says how many go', async () => {
    const touches = [412, 398].map((kg) => ({ category: 'novillito', at: '', kg }));
    const drafts: Drafts = { 'tanda WEIGHING': { values: { date: today, rodeo_id: 'invernada' }, touches } };
    await open('WEIGHING', farmWithDrafts(drafts), invernada);
    await press('Empezar de nuevo');
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText('Se borran los 2 animales anotados, que todavía no guardaste.')).toBeTruthy();
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Borrar y empezar' })));
    expect(drafts['tanda WEIGHING']?.['touches']).toEqual([]);
  });

  test('a disk that does not take an animal is told at once, and tried again', async () => {
    const drafts: Drafts = {};
    const farm = farmWithDrafts(drafts);
    let isFull = true;
    const failing: FakeFarm = {
      ...farm,
      saveDraft: async (key, draft) => (isFull ? Promise.resolve(false) : farm.saveDraft(key, draft)),
    };
    await open('WEIGHING', failing, invernada);
    await weigh('412');
    expect(screen.getByText(/No se pudo guardar en este celular/)).toBeTruthy();
    expect(status()).toMatch(/^1 animal/);
    isFull = false;
    await press('Reintentar');
    expect(screen.queryByText(/No se pudo guardar en este celular/)).toBeNull();
    expect(drafts['tanda WEIGHING']?.['touches']).toHaveLength(1);
  });

  test('a save that is refused loses nothing, and says why', async () => {
    const drafts: Drafts = {};
    const saved = failure({
      reason: 'invalid' as const,
      issues: [{ path: 'date', message: 'La fecha todavía no llegó' }],
    });
    await open('WEIGHING', farmWithDrafts(drafts, { saved }), invernada);
    await weigh('412');
    await press('Guardar 1 pesada');
    expect(screen.getByText('La fecha todavía no llegó')).toBeTruthy();
    expect(status()).toMatch(/^1 animal/);
    expect(drafts['tanda WEIGHING']?.['touches']).toHaveLength(1);
  });
});

describe('after it is saved', () => {
  const finished = async (deleted: Pick<Deletion, 'kept' | 'unsent'>, drafts: Drafts): Promise<void> => {
    const whole = { count: 1, opIds: [], undo: async () => Promise.resolve(1), ...deleted };
    await open('WEIGHING', farmWithDrafts(drafts, { deleted: success(whole) }), invernada);
    await weigh('412');
    await press('Guardar 1 pesada');
  };

  test.each([
    ['has not left the phone is taken back', { kept: 0, unsent: 1 }, 'Deshecho: seguís donde estabas', 1],
    ['was sent is deleted', { kept: 0, unsent: 0 }, 'Se eliminó lo enviado: seguís donde estabas', 1],
    ['others need stays', { kept: 1, unsent: 0 }, 'Otros registros sin enviar dependen de este', undefined],
  ])('one that %s, and says so', async (_which, deleted, words, touches) => {
    const drafts: Drafts = {};
    await finished(deleted, drafts);
    await press('Deshacer');
    expect(screen.getByText(words)).toBeTruthy();
    expect((drafts['tanda WEIGHING']?.['touches'] as readonly unknown[] | undefined)?.length).toBe(touches);
  });

  test('the next tanda keeps the place and the day', async () => {
    const drafts: Drafts = {};
    await finished({ kept: 0, unsent: 1 }, drafts);
    await press('Otra tanda');
    expect(button('Cambiar lugar o fecha: Hoy · Invernada · El Bajo')).toBeTruthy();
    expect(screen.getByText('Ninguno todavía')).toBeTruthy();
  });

  test.each(['Otra tanda', 'Deshacer'])(
    'one that another window has begun meanwhile is there after %s',
    async (name) => {
      const drafts: Drafts = {};
      await finished({ kept: 0, unsent: 1 }, drafts);
      const begun = { values: {}, touches: [{ category: 'novillito', kg: 398, at: '' }] };
      drafts['tanda WEIGHING'] = begun;
      await press(name);
      await press(name === 'Deshacer' ? 'Otra tanda' : 'Anotar el peso');
      expect(drafts['tanda WEIGHING']?.['touches']).toEqual(begun.touches);
      expect(status()).toContain('1 animal');
    },
  );
});

describe('a ride through the calving cows', () => {
  test('one touch a calf, and one record of births at the end', async () => {
    const farm = farmWithDrafts({});
    await open('BIRTH', farm, { lotId: 'ombu' });
    for (let calf = 0; calf < 3; calf += 1) await press(/^Sumar 1 ternero al pie/);
    await press(/^Sumar 1 nacido muerto/);
    expect(button('Sumar 1 ternero al pie, van 3')).toBeTruthy();
    await press('Guardar 3 nacimientos');
    expect(records(farm)).toEqual([
      [
        'recordMovement',
        'BIRTH',
        { date: today, lot_id: 'ombu', animals: [{ type: 'ternero', count: 3 }], stillborn: 1 },
        'tanda BIRTH',
      ],
    ]);
  });

  test('the last touch is taken back', async () => {
    await open('BIRTH', farmWithDrafts({}), { lotId: 'ombu' });
    for (let calf = 0; calf < 2; calf += 1) await press(/^Sumar 1 ternero al pie/);
    await press(/^Borrar el último: Ternero al pie/);
    expect(button('Sumar 1 ternero al pie, van 1')).toBeTruthy();
  });

  test('two touches faster than the screen are two calves', async () => {
    await open('BIRTH', farmWithDrafts({}), { lotId: 'ombu' });
    const key = button(/^Sumar 1 ternero al pie/);
    await act(async () => {
      fireEvent.click(key);
      fireEvent.click(key);
    });
    expect(button('Sumar 1 ternero al pie, van 2')).toBeTruthy();
  });

  test('a reload in the middle loses no calf', async () => {
    const drafts: Drafts = {};
    await open('BIRTH', farmWithDrafts(drafts), { lotId: 'ombu' });
    for (let calf = 0; calf < 4; calf += 1) await press(/^Sumar 1 ternero al pie/);
    cleanup();
    await open('BIRTH', farmWithDrafts(drafts));
    await press('Seguir');
    expect(button('Sumar 1 ternero al pie, van 4')).toBeTruthy();
    expect(button('Cambiar lugar o fecha: Hoy · Cría · El Ombú')).toBeTruthy();
  });
});

describe('the screen', () => {
  test('stays lit while the tanda is open, also after the phone was looked away from, and no longer', async () => {
    const release = vi.fn<() => Promise<void>>(async () => Promise.resolve());
    const request = vi.fn<(what: string) => Promise<object>>(async () => Promise.resolve({ release }));
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    await open('WEIGHING', farmWithDrafts({}), invernada);
    expect(request).toHaveBeenCalledExactlyOnceWith('screen');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(request).toHaveBeenCalledTimes(2);
    cleanup();
    expect(release).toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'wakeLock');
  });
});
