// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LogIn } from '../../src/app/features/account/log-in.tsx';
import { CampoSheet } from '../../src/app/features/campos/campo-sheet.tsx';
import {
  ChangeCategorySheet,
  EditCountSheet,
  RemoveAnimals,
  standingIn,
} from '../../src/app/features/lots/animal-sheets.tsx';
import { CreateLotScreen } from '../../src/app/features/lots/create-lot-screen.tsx';
import { DeleteLot, LotScreen } from '../../src/app/features/lots/lot-screen.tsx';
import { OrderLots } from '../../src/app/features/lots/order-lots.tsx';
import { MovementScreen } from '../../src/app/features/movements/movement-screen.tsx';
import { NewRecordSheet } from '../../src/app/features/record/record-form.tsx';
import { ApplicationError } from '../../src/app/features/shell/application-error.tsx';
import { Banners } from '../../src/app/features/shell/farm-shell.tsx';
import { OfflineCard } from '../../src/app/features/shell/device-cards.tsx';
import type { Farm } from '../../src/app/sync/farm.ts';
import { ThemeToggle } from '../../src/app/ui/theme-toggle.tsx';
import { Toaster } from '../../src/app/ui/toaster.tsx';
import { recordedKind } from '../../src/domain/movements/registry.ts';
import { failure } from '../../src/domain/result.ts';
import { calm, type FarmValues, fakeFarm, fakeSession, movementView, renderScreen } from '../support/fake-farm.tsx';
import { goodWire, noSignal, openPhone, pairAt, refusal, startMs, type Wire, json } from '../support/phone-session.ts';
import { farmRows } from '../support/sim/farm-rows.ts';
import { signedIn } from '../support/signed-in.ts';
import { movementLabels, screenSentences } from './spec-strings/table.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('__APP_BUILD__', 'abc1234');
});
afterEach(() => {
  cleanup();
  toast.remove();
});

const nothing = (): void => undefined;
const press = (name: string | RegExp): void => {
  const buttons = screen.getAllByRole('button', { name });
  const last = buttons.at(-1);
  if (last) fireEvent.click(last);
};
const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

/** A save that the server or the device refused without a word of its own. */
const wordless = fakeFarm({ saved: failure({ reason: 'storage', message: '' }) });
const invalid = fakeFarm({ saved: failure({ reason: 'invalid', issues: [] }) });

/** Everything is taken; `arrive` is the moment when the server says so. */
function takenLater(): { readonly farm: Farm; readonly arrive: () => Promise<void> } {
  const listeners = new Set<() => void>();
  let sent = false;
  const farm = fakeFarm();
  const one = { opId: 'op-1' } as Awaited<ReturnType<Farm['views']['sentToday']>>[number];
  return {
    farm: {
      ...farm,
      views: { ...farm.views, sentToday: async () => Promise.resolve(sent ? [one] : []) },
      onStatus: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    arrive: async () => {
      for (const listener of listeners) listener();
      sent = true;
      await act(async () => {
        for (const listener of listeners) listener();
        await Promise.resolve();
      });
    },
  };
}

async function cows() {
  const { views } = fakeFarm();
  const [standing] = standingIn('ombu', await views.stock(), await views.categories());
  if (!standing) throw new Error('Nothing stands in El Ombú');
  return { lotId: 'ombu', lotName: 'El Ombú', standing, onClose: nothing };
}

async function ombu() {
  const [view] = await fakeFarm().views.lots();
  if (!view) throw new Error('The farm has no lot');
  return view;
}

async function logIn(wire: Wire): Promise<void> {
  await renderScreen(
    <>
      <LogIn />
      <Toaster />
    </>,
    { session: openPhone(wire).session },
  );
  type('Correo electrónico, celular o nombre', 'juan@campo.ar');
  type('Contraseña', 'la tranquera azul');
  press('Ingresar');
}

const movement = async (changes: Parameters<typeof movementView>[0] = {}): Promise<void> => {
  const acts = { onEdit: nothing, onRepeat: nothing, onGone: nothing, onRenamed: nothing };
  const farm = fakeFarm({ movements: [movementView(changes)] });
  await renderScreen(<MovementScreen id="movement-1" {...acts} />, { farm });
};

/** What somebody who signs in again reads of how he was signed out. */
async function farewell(
  leave: (phone: ReturnType<typeof openPhone>) => Promise<unknown>,
  wire: Parameters<typeof signedIn>[0],
) {
  const phone = await signedIn(wire);
  await leave(phone);
  await renderScreen(<LogIn />, { session: phone.session });
}

async function removeCows(farm: Farm): Promise<void> {
  const props = await cows();
  await renderScreen(
    <>
      <RemoveAnimals {...props} />
      <Toaster />
    </>,
    { farm },
  );
  press('Eliminar');
}

async function changeCows(farm: Farm): Promise<void> {
  const props = await cows();
  await renderScreen(
    <>
      <ChangeCategorySheet {...props} />
      <Toaster />
    </>,
    { farm },
  );
  fireEvent.change(await screen.findByLabelText('Pasan a'), { target: { value: 'novillito' } });
  press('Todos');
  press(/^Transferir/);
}

const lotActs = {
  onEdit: nothing,
  onEditEnd: nothing,
  onRecord: nothing,
  onChangeLot: nothing,
  onCount: nothing,
  onSheet: nothing,
  onSheetEnd: nothing,
  onGone: nothing,
};

/** What has to happen for a sentence to be read; a sentence without its act does not compile. */
const acts: Readonly<Record<keyof typeof screenSentences, () => Promise<void>>> = {
  'Sesión iniciada correctamente': () => logIn(goodWire(pairAt(startMs))),
  'Error inesperado del servidor': () => logIn(() => refusal(500, null)),
  'No se pudo conectar con el servidor': () => logIn(noSignal),
  'Error al iniciar sesión': () => logIn(() => json({ ok: true })),
  'No authentication token': async () => {
    const { session } = openPhone(goodWire(pairAt(startMs)));
    const reply = await session.call({ method: 'GET', path: '/api/user' });
    await renderScreen(<p>{reply.outcome === 'refused' ? reply.problem.message : reply.outcome}</p>);
  },
  'Session terminated': () =>
    farewell(
      ({ session }) => session.call({ method: 'GET', path: '/api/lot/info/ombu' }),
      ({ path }) =>
        path.startsWith('/api/lot/') || path.endsWith('refresh-token')
          ? refusal(401, 'session expired', 'SESSION_REVOKED')
          : null,
    ),
  'Logout completed with API error': () =>
    farewell(
      ({ session }) => session.logOut(),
      ({ path }) => (path.endsWith('/log-out') ? refusal(500, null) : null),
    ),
  'Failed to connect after 10 attempts': async () => {
    await renderScreen(<OfflineCard />, { liveFailure: 'Failed to connect after 10 attempts' });
  },
  'Unexpected Application Error!': async () => {
    await renderScreen(<ApplicationError error={new Error('x')} />);
  },
  'Registro de datos': movement,
  Activo: movement,
  Eliminado: () => movement({ metadata: { lot_id: 'ombu', deletedBy: 'ana', editHistory: [] } }),
  Movimiento: () => movement({ type: 'SOMETHING_NEW' as never }),
  'Historial de ediciones': movement,
  'Ver todo': movement,
  'Lote no encontrado': async () => {
    await renderScreen(<LotScreen id="none" isEditing={false} sheet={null} {...lotActs} />);
  },
  'Error al crear el lote': async () => {
    await renderScreen(<CreateLotScreen onDone={nothing} />, { farm: wordless });
    type('Nombre del lote', 'El Fondo');
    type('Hectáreas', '30');
    press('Guardar lote');
  },
  'Error al eliminar el lote': async () => {
    const view = { ...(await ombu()), heads: 0 };
    await renderScreen(
      <>
        <DeleteLot view={view} onGone={nothing} onMove={nothing} />
        <Toaster />
      </>,
      { farm: invalid },
    );
    press('Eliminar lote');
    press('Eliminar');
  },
  'Error al eliminar animal': () => removeCows(wordless),
  'Error al transferir animales': () => changeCows(wordless),
  'Animal eliminado exitosamente': async () => {
    const { farm, arrive } = takenLater();
    await removeCows(farm);
    await screen.findByText('Guardado');
    await arrive();
  },
  'Transferencia completada exitosamente': async () => {
    const { farm, arrive } = takenLater();
    await changeCows(farm);
    await screen.findByText('Guardado');
    await arrive();
  },
  Success: async () => {
    const { farm, arrive } = takenLater();
    const props = await cows();
    await renderScreen(
      <>
        <EditCountSheet {...props} />
        <Toaster />
      </>,
      { farm },
    );
    fireEvent.change(await screen.findByLabelText('¿Cuántos contaste?'), { target: { value: '57' } });
    press('Faltante');
    press('Guardar cantidad');
    await screen.findByText('Guardado');
    await arrive();
  },
  error: async () => {
    await renderScreen(<OrderLots lots={await fakeFarm().views.lots()} onEnd={nothing} />, { farm: wordless });
    press('Guardar orden');
  },
  'Tu sesión venció: iniciá sesión cuando tengas señal; tus registros están guardados': async () => {
    await renderScreen(<Banners onPending={nothing} />, { session: fakeSession('user', { expired: true }) });
  },
  'Nombre del campo': () => campo(),
  'Hectáreas totales': () => campo(),
  'Superficie ganadera': () => campo(),
  'Ingresá las hectáreas': async () => {
    await renderScreen(<CreateLotScreen onDone={nothing} />);
    type('Nombre del lote', 'El Fondo');
    press('Guardar lote');
  },
  'Modo sol': async () => {
    await renderScreen(<ThemeToggle value="auto" onChange={nothing} />);
  },
  'Del día': async () => newRecord('RAIN'),
  'Acumulado desde la última': async () => newRecord('RAIN'),
  '¿Hubo animales muertos?': async () => newRecord('HAIL'),
  'Pasar 1 vaquillona a Vaca': async () => {
    const [any] = farmRows.categories;
    const named = (id: string, name: string) => ({ ...any, id, name, is_breeding_female: name.startsWith('Va') });
    const categories = [
      { ...named('ternero', 'Ternero al pie'), min_age_months: 0 },
      named('vaquillona', 'Vaquillona'),
      named('vaca', 'Vaca'),
    ];
    await newRecord('BIRTH', {
      categories: categories as FarmValues['categories'],
      stock: [{ lot: 'ombu', rodeo: 'cria', category: 'vaquillona', head: 20 }],
    });
    press('Sumar 1 ternero al pie');
    press('Vaquillona');
  },
};

async function newRecord(type: string, values: Partial<FarmValues> = {}): Promise<void> {
  const kind = recordedKind(type);
  if (!kind) throw new Error(type);
  const from = { lotId: type === 'BIRTH' ? 'ombu' : null, rodeoId: null };
  await renderScreen(<NewRecordSheet kind={kind} role="owner" from={from} onClose={nothing} />, {
    farm: fakeFarm(values),
  });
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
}

async function campo(): Promise<void> {
  await renderScreen(<CampoSheet id={null} onSaved={nothing} onClose={nothing} />, {
    farm: fakeFarm({ status: calm }),
  });
}

const sentences = Object.entries(screenSentences) as [keyof typeof screenSentences, string][];

describe('what the specification fixes to the letter', () => {
  test.each(sentences)('«%s» is read when it happens (%s)', async (sentence) => {
    await acts[sentence]();
    const shown = await screen.findAllByText((_, element) =>
      [...(element?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent === sentence),
    );
    expect(shown.length).toBeGreaterThan(0);
  });

  test('English ones are said to be English, with Spanish beside them', async () => {
    const { farm, arrive } = takenLater();
    await removeCows(farm);
    await arrive();
    await acts.Success();
    const [said] = await screen.findAllByText('Success');
    expect([said?.lang, said?.parentElement?.textContent]).toEqual(['en', 'Success · Cantidad corregida']);
  });

  test('no success is said before the server has confirmed it', async () => {
    const { farm } = takenLater();
    await removeCows(farm);
    await screen.findByText('Guardado');
    expect(screen.queryByText('Animal eliminado exitosamente')).toBeNull();
  });

  test.each(Object.entries(movementLabels))('a movement %s is called «%s»', async (name, label) => {
    await movement({ type: name as never });
    expect((await within(document.body).findAllByText(label)).length).toBeGreaterThan(0);
  });
});
