// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Banners } from '../../../src/app/features/shell/farm-shell.tsx';
import { NoStorage, ShutStorage } from '../../../src/app/features/shell/no-storage.tsx';
import { StorageProvider } from '../../../src/app/features/shell/storage-context.tsx';
import { type StorageState, watchStorage } from '../../../src/app/store/storage-watch.ts';
import { calm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';

afterEach(cleanup);

/** The banners of a farm's screen, on a device whose storage went through this. */
async function show(changes: Partial<StorageState>) {
  const watch = watchStorage();
  const onAcknowledged = vi.fn<() => void>(() => watch.note({ erased: null, restored: null, isFull: false }));
  await renderScreen(
    <StorageProvider storage={{ ...watch, onAcknowledged }}>
      <Banners onPending={() => undefined} />
    </StorageProvider>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => watch.note(changes));
  return { watch, onAcknowledged, words: screen.getByRole('alert').textContent };
}

describe('What happens to the storage of a device', () => {
  test('a browser that deleted everything is told, with the records that went, until it is read', async () => {
    const { words, onAcknowledged } = await show({ erased: 3 });
    expect(words).toContain('El navegador borró los datos guardados en este dispositivo');
    expect(words).toContain('Había 3 registros sin enviar y se perdieron: volvé a cargarlos.');
    fireEvent.click(screen.getByRole('button', { name: 'Entendido' }));
    expect(onAcknowledged).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('where nothing had been left to send it says that too', async () => {
    expect((await show({ erased: 0 })).words).toContain('No quedaba ningún registro sin enviar.');
  });

  test('where nobody can know how much there was, nothing is claimed', async () => {
    expect((await show({ erased: 'unknown' })).words).toContain('No se sabe si había registros sin enviar');
  });

  test('what came back from its second copy is told, and no more is promised', async () => {
    const { words, onAcknowledged } = await show({ restored: 2 });
    expect(words).toContain('El navegador borró los datos guardados en este dispositivo');
    expect(words).toContain(
      'De su segunda copia volvieron 2 registros sin enviar. Fijate que esté el último que guardaste.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Entendido' }));
    expect(onAcknowledged).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
    expect((await show({ restored: 1 })).words).toContain(
      'De su segunda copia volvió 1 registro sin enviar. Fijate que sea el último que guardaste.',
    );
  });

  test('what was left sealed and is not open yet is told until it is', async () => {
    const { words, watch } = await show({ sealed: 'away' });
    expect(words).toContain('Falta abrir lo que dejaste en este celular');
    expect(words).toContain('Sigue guardado, y vuelve solo cuando haya señal.');
    act(() => watch.note({ sealed: 'shut' }));
    expect(screen.getByRole('alert').textContent).toContain('este servidor no lo puede abrir');
    act(() => watch.note({ sealed: null }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('where the second copy held nothing, nothing is promised either', async () => {
    expect((await show({ restored: 0 })).words).toContain('En su segunda copia no había registros sin enviar.');
  });

  test.each([
    [1, 'Tu registro está guardado en su segunda copia'],
    [2, '2 registros están guardados en su segunda copia'],
  ])('%i that the database did not take: told as saved, and where', async (held, words) => {
    expect((await show({ held })).words).toContain(words);
  });

  test('a tab of the old version says that it is being updated and offers to load anew', async () => {
    expect((await show({ isOutdated: true })).words).toContain('Actualizando…');
    expect(screen.getByRole('button', { name: 'Recargar' })).toBeTruthy();
  });

  test('a tab of the new version asks to close the others', async () => {
    expect((await show({ isBlocked: true })).words).toContain('Cerrá las otras pestañas de Tranquera');
  });

  test('a full device is told, and what was given up for the records', async () => {
    expect((await show({ isFull: true })).words).toContain('Queda poco lugar en este dispositivo');
  });
});

describe('A device whose clock is wrong', () => {
  const told = async (skewMs: number): Promise<string | null> => {
    await renderScreen(<Banners onPending={() => undefined} />, { farm: fakeFarm({ status: { ...calm, skewMs } }) });
    return screen.queryByRole('alert')?.textContent ?? null;
  };

  test('by days is told both dates, before a record bears the wrong one', async () => {
    const words = await told(86_400_000);
    expect(words).toContain('La fecha de este dispositivo no es la del servidor');
    expect(words).toMatch(
      /Dice \d\d\/\d\d\/\d{4} \d\d:\d\d, y el servidor \d\d\/\d\d\/\d{4} \d\d:\d\d: si está mal, ponelo/,
    );
  });

  test('and right, nothing is told', async () => {
    expect(await told(0)).toBeNull();
  });
});

describe('A device that keeps nothing', () => {
  test('says so in the place of every screen, before anything can be typed', async () => {
    await renderScreen(<NoStorage />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Este navegador no deja guardar datos');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('or does not open what it keeps says that it is still there, and claims no records: there may be none yet', async () => {
    await renderScreen(<ShutStorage />);
    expect(screen.getByText(/Lo que haya guardado sigue ahí/)).toBeTruthy();
    expect(screen.queryByText(/registros/)).toBeNull();
  });

  // Firefox, Chromium and WebKit open no database on a full disk, and only one of them says why.
  test('or does not open what it keeps names a full disk first, which no closing of tabs cures', async () => {
    await renderScreen(<ShutStorage />);
    expect(screen.getByText(/Puede que no quede lugar: borrá fotos o aplicaciones que no uses/)).toBeTruthy();
  });
});
