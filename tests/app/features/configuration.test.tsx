// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LeftFarms } from '../../../src/app/routes/-left-records.tsx';
import { Banners } from '../../../src/app/features/shell/farm-shell.tsx';
import { LeaveSession } from '../../../src/app/features/configuration/delete-account.tsx';
import { OfflineCard } from '../../../src/app/features/shell/device-cards.tsx';
import { StorageProvider } from '../../../src/app/features/shell/storage-context.tsx';
import { type StorageState, watchStorage } from '../../../src/app/store/storage-watch.ts';
import { calm, fakeFarm, fakeSession, renderScreen } from '../../support/fake-farm.tsx';

beforeEach(() => vi.stubGlobal('__APP_BUILD__', 'abc1234'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the changes of others', () => {
  const row = (): string => screen.getByText('Cambios de los demás').closest('li')?.textContent ?? '';

  test('come at once while the live connection stands', async () => {
    await renderScreen(<OfflineCard />);
    expect(row()).toBe('Cambios de los demásAl instante');
  });

  test('come late while it is being made', async () => {
    await renderScreen(<OfflineCard />, { liveFailure: null });
    expect(row()).toBe('Cambios de los demásCon demora');
  });

  test('«Failed to connect after 10 attempts» is said in English, and in Spanish what it means', async () => {
    await renderScreen(<OfflineCard />, {
      liveFailure: 'Failed to connect after 10 attempts',
    });
    expect(screen.getByText('Failed to connect after 10 attempts').getAttribute('lang')).toBe('en');
    expect(row()).toContain('Se sigue probando');
  });
});

describe('the second copy of what waits', () => {
  const row = async (changes: Partial<StorageState>): Promise<string> => {
    const watch = watchStorage();
    watch.note(changes);
    await renderScreen(
      <StorageProvider storage={{ ...watch, onAcknowledged: () => undefined }}>
        <OfflineCard />
      </StorageProvider>,
    );
    return screen.getByText('Segunda copia de lo que falta enviar').closest('li')?.textContent ?? '';
  };

  test('is there while nothing is said against it', async () => {
    expect(await row({})).toBe('Segunda copia de lo que falta enviarSí');
  });

  test.each([
    ['absent', 'Este navegador no la permite'],
    ['silent', 'Este celular tarda en escribirla'],
    ['full', 'No queda lugar para ella'],
    ['broken', 'No se pudo escribir'],
  ] as const)('is told where it is %s: «%s»', async (journalTrouble, words) => {
    expect(await row({ journalTrouble })).toMatch(new RegExp(`${words}.*No$`));
  });

  test('is the only place of a record that the database did not take, and says so', async () => {
    expect(await row({ held: 1 })).toContain('Lo último está solo en ella');
  });
});

describe('leaving', () => {
  const show = async (status: Partial<typeof calm>, leftRecords = { farms: [], elsewhere: 0 }) => {
    const session = fakeSession();
    const farm = fakeFarm({ status: { ...calm, ...status } });
    const logOut = vi.fn<() => Promise<string | null>>(async () => Promise.resolve(null));
    await renderScreen(<LeaveSession />, {
      farm,
      session: { ...session, logOut },
      leftRecords,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
    return logOut;
  };

  test('counts what waits for all of his farms on this phone, not for the open one alone', async () => {
    const leftRecords = { farms: [], elsewhere: 3 };
    const logOut = await show({ waiting: 1, withError: 1 }, leftRecords);
    const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar sesión?' });
    expect(dialog.textContent).toContain('Tenés 5 registros sin enviar.');
    expect(logOut).not.toHaveBeenCalled();
  });

  test('with nothing waiting is one touch', async () => {
    const logOut = await show({});
    await waitFor(() => expect(logOut).toHaveBeenCalledOnce());
  });

  test.each([
    [1, 'Tenés 1 registro sin enviar.'],
    [3, 'Tenés 3 registros sin enviar.'],
  ])('with %i that wait it says «%s» first', async (unsent, sentence) => {
    const logOut = await show({ waiting: unsent });
    const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar sesión?' });
    expect(dialog.textContent).toContain(sentence);
    expect(logOut).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }));
    await waitFor(() => expect(logOut).toHaveBeenCalledOnce());
  });
});

describe('leaving a phone that could not ask for what it seals with', () => {
  test.each([
    [0, 'Este celular todavía no pudo cifrar lo tuyo, porque le faltó señal'],
    [2, 'Tenés 2 registros sin enviar.'],
  ])('says with %i that wait, before it is done: «%s»', async (waiting, sentence) => {
    const session = fakeSession();
    const logOut = vi.fn<() => Promise<string | null>>(async () => Promise.resolve(null));
    const farm = fakeFarm({ status: { ...calm, waiting }, isSealed: false });
    await renderScreen(<LeaveSession />, { farm, session: { ...session, logOut } });
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Cerrar sesión?' });
    expect(dialog.textContent).toContain(sentence);
    expect(dialog.textContent).toContain('quien lo tenga puede leer lo que quedó sin enviar');
    expect(logOut).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Quedarme' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(logOut).not.toHaveBeenCalled();
  });
});

describe('above every screen', () => {
  test('a session that ran out without signal says that the records are kept', async () => {
    await renderScreen(<Banners onPending={() => undefined} />, { session: fakeSession('user', { expired: true }) });
    const words = 'Tu sesión venció: iniciá sesión cuando tengas señal; tus registros están guardados';
    expect(screen.queryByText(words)).not.toBeNull();
    expect(screen.getByText('Iniciar sesión').closest('a')?.getAttribute('href')).toBe('/log-in');
  });

  test.each([
    ['with signal leads to Pendientes', 'reachable', true],
    ['without signal is how the field is: nothing is said', 'unreachable', false],
  ] as const)('a day without sending %s', async (_title, reach, isTold) => {
    const onPending = vi.fn<() => void>();
    const waitingSince = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const farm = fakeFarm({ status: { ...calm, waiting: 2, waitingSince, reach } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await renderScreen(<Banners onPending={onPending} />, { farm });
    // Signal that has just come back is given a minute.
    expect(screen.queryByRole('button', { name: 'Ver pendientes' })).toBeNull();
    act(() => {
      vi.advanceTimersByTime(60_000);
    });
    vi.useRealTimers();
    const button = screen.queryByRole('button', { name: 'Ver pendientes' });
    expect(button !== null).toBe(isTold);
    if (button) fireEvent.click(button);
    expect(onPending).toHaveBeenCalledTimes(isTold ? 1 : 0);
  });

  test('records of a farm that the person is not on any more are told', async () => {
    const see = () => Promise.resolve(null);
    const left = { organizationId: 'farm-9', waiting: 2, withError: 1, see, unsee: () => undefined };
    const leftRecords = { farms: [left], elsewhere: 3 };
    await renderScreen(<Banners onPending={() => undefined} left={<LeftFarms />} />, { leftRecords });
    expect(screen.queryByText(/Tenés 2 registros sin enviar de un campo en el que ya no estás/)).not.toBeNull();
    expect(screen.queryByText(/El servidor no aceptó 1 registro de un campo en el que ya no estás/)).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Ver registros' }));
    expect(await screen.findByText(/Están cifrados en este celular: para verlos hace falta señal\./)).not.toBeNull();
  });

  test('are not all that is told: who was taken off a farm while it was closed hears of which one', async () => {
    const takenOff = { id: 'ombu', name: 'La Esperanza' };
    await renderScreen(<LeftFarms />, { session: fakeSession('user', { takenOff }) });
    expect(screen.getByRole('status').textContent).toContain('Ya no estás en La Esperanza.');
    fireEvent.click(screen.getByRole('button', { name: 'Entendido' }));
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('and shown one by one: a deletion that was refused says what it was to delete, and can be let go', async () => {
    const refused = {
      opId: 'op-1',
      title: 'Eliminar: Lluvia',
      summary: '12 mm',
      state: 'con_error',
      recordedAt: '2026-11-20T12:00:00.000Z',
      attempts: 1,
      problem: { code: 'FORBIDDEN', message: 'No tenés permiso para hacer esto', issues: [] },
      waitsFor: null,
      author: null,
      subject: 'movement',
      movementType: 'RAIN',
      entityId: 'rain-1',
      act: 'delete',
      canCorrect: false,
    } as const;
    const farm = fakeFarm({
      status: { ...calm, withError: 2 },
      pending: [refused, { ...refused, opId: 'op-2', act: 'edit', canCorrect: true }],
    });
    const unsee = vi.fn<() => void>();
    const left = { organizationId: 'farm-9', waiting: 0, withError: 2, see: () => Promise.resolve(farm), unsee };
    await renderScreen(<LeftFarms />, { leftRecords: { farms: [left], elsewhere: 2 } });
    fireEvent.click(screen.getByRole('button', { name: 'Ver registros' }));
    const [shown] = await screen.findAllByText('Eliminar: Lluvia');
    expect(shown?.closest('li')?.textContent).toMatch(/12 mm.*No tenés permiso para hacer esto/);
    for (const name of [/^Corregir/, /^Recibir registros/]) expect(screen.queryByRole('button', { name })).toBeNull();
    fireEvent.click(screen.getAllByRole('button', { name: /^Reintentar: / })[0] ?? document.body);
    expect(farm.done).toEqual([['retry', 'op-1']]);
    expect(unsee).not.toHaveBeenCalled();
    cleanup();
    expect(unsee).toHaveBeenCalledTimes(1);
  });

  test('a newer version is taken by a touch', async () => {
    const apply = vi.fn<() => void>();
    const bring = vi.fn<() => void>();
    const updates = {
      isReady: () => true,
      isOffline: () => true,
      isCalledBack: () => false,
      isLooking: () => false,
      subscribe: () => () => undefined,
      apply,
      bring,
    };
    await renderScreen(<Banners onPending={() => undefined} />, { updates });
    expect(screen.queryByText('Hay una versión nueva.')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }));
    expect(apply).toHaveBeenCalledOnce();
  });

  test('a server that takes nothing from this version is told, with what becomes of the records, and the way out', async () => {
    const [apply, bring] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const updates = {
      isReady: () => false,
      isOffline: () => true,
      isCalledBack: () => false,
      isLooking: () => false,
      subscribe: () => () => undefined,
      apply,
      bring,
    };
    const farm = fakeFarm({ status: { ...calm, waiting: 2, mustUpdate: true } });
    await renderScreen(<Banners onPending={() => undefined} />, { updates, farm });
    expect(screen.queryByText(/Falta actualizar la app. Podés seguir registrando/)).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Actualizar' }));
    expect(bring).toHaveBeenCalledOnce();
  });

  test('there is nothing to say most of the time', async () => {
    await renderScreen(<Banners onPending={() => undefined} />);
    expect(screen.queryByText(/sesión|versión/)).toBeNull();
  });
});
