// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RecordOverlay } from '../../../src/app/features/record/record-overlay.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { type FakeFarm, type FarmValues, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { placeLine, unfoldPlace } from '../../support/place-line.ts';
import { habitsOf, saved } from '../../support/saved-records.ts';
import { standOn } from '../../support/stand-on.ts';

standOn('2026-11-21');
afterEach(cleanup);

const closed = vi.fn<() => void>();
async function open(
  registrar: string,
  values: Partial<FarmValues> = {},
  lotId: string | null = null,
): Promise<FakeFarm> {
  closed.mockClear();
  const farm = fakeFarm(values);
  await renderScreen(
    <>
      <RecordOverlay
        role="owner"
        registrar={registrar}
        editId={null}
        correctOp={null}
        lotId={lotId}
        rodeoId={null}
        onPick={closed}
        onClose={closed}
      />
      <Toaster />
    </>,
    { farm, session: fakeSession('owner') },
  );
  await waitFor(() => expect(document.querySelector('dialog form')).not.toBeNull());
  return farm;
}
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
const line = (): HTMLElement => screen.getByRole('button', { name: /, cambiar$/ });
const groups = (): string[] =>
  ['Lote', 'Rodeo', 'Campo', 'Fecha'].filter((name) => screen.queryByRole('group', { name }) !== null);

describe('the line of place and day', () => {
  test('says what is known, and folds the rest away', async () => {
    await open('DEATH', { habits: habitsOf('DEATH', 'ombu') });
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Cría · Hoy');
    expect(groups()).toEqual([]);
    expect(line().getAttribute('aria-expanded')).toBe('false');
  });

  test('of rain says the campo, or that it is all of it', async () => {
    await open('RAIN');
    expect(placeLine()).toBe('Lugar y fecha: Campo Sur · Hoy');
    unfoldPlace();
    press('Todo el campo');
    expect(placeLine()).toBe('Lugar y fecha: Todo el campo · Hoy');
  });

  test('of what happens nowhere says the day alone', async () => {
    await open('ASSET');
    expect(placeLine()).toBe('Fecha: Hoy');
  });

  test('that is touched unfolds what it holds; touched again it folds', async () => {
    await open('DEATH', { habits: habitsOf('DEATH', 'ombu') });
    fireEvent.click(line());
    expect(line().getAttribute('aria-expanded')).toBe('true');
    expect(document.getElementById(line().getAttribute('aria-controls') ?? '')?.hidden).toBe(false);
    expect(groups()).toEqual(['Lote', 'Fecha']);
    fireEvent.click(line());
    expect(groups()).toEqual([]);
    expect(document.getElementById(line().getAttribute('aria-controls') ?? '')?.hidden).toBe(true);
  });

  test('folds by itself when it was answered, and keeps the keyboard where it was', async () => {
    await open('DEATH', { habits: habitsOf('DEATH', 'ombu') });
    fireEvent.click(line());
    press('El Bajo');
    expect(placeLine()).toBe('Lugar y fecha: El Bajo · Invernada · Hoy');
    expect(groups()).toEqual([]);
    expect(document.activeElement).toBe(line());
  });

  test('shows a day that is not today as one that must not be overlooked', async () => {
    await open('DEATH', { habits: habitsOf('DEATH', 'ombu') });
    const word = (text: string): string => screen.getByText(text, { selector: '[aria-expanded] > *' }).className;
    const today = word('Hoy');
    fireEvent.click(line());
    press('Ayer');
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Cría · Ayer');
    expect(word('Ayer')).not.toBe(today);
    expect(word('Ayer')).toMatch(/marked/);
  });

  test('lets a day be typed part by part, and says when there is none', async () => {
    await open('DEATH', { habits: habitsOf('DEATH', 'ombu') });
    fireEvent.click(line());
    press('Otra…');
    const typed = (value: string): void =>
      void fireEvent.change(screen.getByLabelText('Fecha', { selector: 'input' }), { target: { value } });
    typed('2026-11-02');
    expect(line().getAttribute('aria-expanded')).toBe('true');
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Cría · 02/11/2026');
    typed('');
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Cría · Falta la fecha');
  });
});

describe('a place that nobody said yet', () => {
  test('is asked under the line with the day folded, and gone when it is answered', async () => {
    await open('DEATH');
    expect(placeLine()).toBe('Lugar y fecha: Falta el lote · Hoy');
    expect(groups()).toEqual(['Lote']);
    press('El Ombú');
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Cría · Hoy');
    expect(groups()).toEqual([]);
  });

  test('of several rodeos in the lot is asked after the lot', async () => {
    const stock = ['cria', 'invernada'].map((rodeo) => ({ lot: 'ombu', rodeo, category: 'vaca', head: 30 }));
    const farm = await open('DEATH', { stock });
    press('El Ombú');
    expect(groups()).toEqual(['Rodeo']);
    press('Invernada');
    expect(groups()).toEqual([]);
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    expect(await saved(farm)).toMatchObject({ lot_id: 'ombu', rodeo_id: 'invernada' });
  });

  test('of a farm without lots is no other one', async () => {
    const farm = await open('DEATH', { lots: [], stock: [{ lot: null, rodeo: 'cria', category: 'vaca', head: 30 }] });
    expect(screen.queryByRole('button', { name: 'Otro lote…' })).toBeNull();
    press('Sin lote');
    press('Sumar 1 vaca');
    press('Guardar 1 muerte');
    expect(await saved(farm)).toMatchObject({ lot_id: null, animals: [{ type: 'vaca', count: 1 }] });
  });

  test('is asked one after the other: whence, then where to', async () => {
    await open('TRANSFER');
    expect(screen.queryByRole('group', { name: 'Lote de destino' })).toBeNull();
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Lote de origen' })).getByRole('button', { name: 'El Ombú' }),
    );
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Lote de destino' })).getByRole('button', { name: 'El Bajo' }),
    );
    expect(placeLine()).toBe('Lugar y fecha: El Ombú · Cría → El Bajo · Hoy');
  });
});

describe('whence animals go', () => {
  const names = (group: string): (string | null)[] =>
    within(screen.getByRole('group', { name: group }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  test('is not offered as where they go to', async () => {
    await open('TRANSFER');
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Lote de origen' })).getByRole('button', { name: 'El Ombú' }),
    );
    expect(names('Lote de destino')).toEqual(['El Bajo']);
  });

  test('is not offered either where it follows from the rodeo, and the only lot of a farm is no other', async () => {
    const [first] = await fakeFarm().views.lots();
    if (!first) throw new Error('no lot');
    await open('TRANSFER_RODEO', { lots: [first] });
    const cria = screen.queryByRole('button', { name: 'Cría' });
    if (cria) fireEvent.click(cria);
    expect(screen.queryByRole('button', { name: 'El Ombú' })).toBeNull();
    press(/^Guardar(?! y)/);
    expect((await screen.findByRole('alertdialog', { name: '¿A qué lote?' })).textContent).toContain(
      'No hay otro lote.',
    );
  });
});

describe('a lot moved whole', () => {
  test('is one touch, with all that stands there', async () => {
    const farm = await open('TRANSFER', {
      stock: [
        { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 1060 },
        { lot: 'ombu', rodeo: 'cria', category: 'novillito', head: 8 },
      ],
    });
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Lote de origen' })).getByRole('button', { name: 'El Ombú' }),
    );
    fireEvent.click(
      within(screen.getByRole('group', { name: 'Lote de destino' })).getByRole('button', { name: 'El Bajo' }),
    );
    press('Todas (1.068)');
    expect(screen.queryByRole('button', { name: /^Todas/ })).toBeNull();
    press(/^Guardar 1.068/);
    expect(await saved(farm)).toMatchObject({
      animals: [
        { type: 'vaca', count: 1060 },
        { type: 'novillito', count: 8 },
      ],
    });
  });

  test('has its like in the keypad of one category; a birth has none', async () => {
    await open('DEATH', {}, 'ombu');
    expect(screen.queryByRole('button', { name: /^Todas/ })).toBeNull();
    press(/escribir la cantidad de Vaca/);
    press('Todas (60)');
    expect(screen.getByRole('group', { name: 'Vaca' }).querySelector('output')?.textContent).toBe('60');
    cleanup();
    await open('BIRTH', {}, 'ombu');
    press(/escribir la cantidad de Ternero al pie/);
    expect(screen.queryByRole('button', { name: /^Todas/ })).toBeNull();
  });
});

describe('what is no draft', () => {
  test('a place or a day alone is not kept when the form is put away', async () => {
    const farm = await open('RAIN');
    unfoldPlace();
    press('Ayer');
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
    expect(closed).toHaveBeenCalledOnce();
    expect(screen.queryByText('Borrador guardado')).toBeNull();
    expect(farm.done.at(-1)).toEqual(['saveDraft', 'registro RAIN', null]);
  });

  test('and one that is found on the disk is not told, and does not change the day', async () => {
    await open('RAIN', { drafts: { 'registro RAIN': { date: '2026-11-02', campo_id: null } } });
    expect(screen.queryByText('Recuperamos lo que estabas cargando')).toBeNull();
    expect(placeLine()).toBe('Lugar y fecha: Campo Sur · Hoy');
  });

  test('a figure is: it is told in one line that goes away, or begins anew', async () => {
    const drafts = { 'registro RAIN': { date: '2026-11-20', campo_id: 'sur', mm: 7 } };
    await open('RAIN', { drafts });
    const notice = screen.getByRole('group', { name: 'Borrador' });
    expect(
      within(notice)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(['Empezar de nuevo', 'Seguir']);
    expect(placeLine()).toBe('Lugar y fecha: Campo Sur · Ayer');
    press('Seguir');
    expect(screen.queryByRole('group', { name: 'Borrador' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Guardar 7 mm' })).not.toBeNull();
  });
});
