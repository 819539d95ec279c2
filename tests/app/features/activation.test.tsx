// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Activation } from '../../../src/app/features/account/activation.tsx';
import { invitationOf } from '../../../src/app/features/account/invitation.ts';
import { Join } from '../../../src/app/features/account/invited.tsx';
import { SignUp } from '../../../src/app/features/account/sign-up.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import {
  farms,
  goodWire,
  json,
  juan,
  leave,
  noSignal,
  openBrowser,
  openPhone,
  pairAt,
  refusal,
  startMs,
  type Wire,
} from '../../support/phone-session.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  toast.remove();
});

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string, text: string): void => void fireEvent.change(field(label), { target: { value: text } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const alert = (): string | null => document.querySelector('main [role=alert]')?.textContent ?? null;
const good = pairAt(startMs);

describe('the link of an account that somebody else made', () => {
  const fragment = 'token=one-time-token&email=juan%40campo.ar';

  async function show(wire: Wire = goodWire(good)) {
    const phone = openPhone(wire);
    const onDone = vi.fn<() => void>();
    await renderScreen(
      <>
        <Activation fragment={fragment} onDone={onDone} />
        <Toaster />
      </>,
      { session: phone.session },
    );
    return { ...phone, onDone };
  }

  test('takes a password with its token, and the person is in', async () => {
    const { sent, session, onDone } = await show();
    expect(field('Correo electrónico').value).toBe('juan@campo.ar');
    type('Contraseña', 'la tranquera azul');
    press('Activar la cuenta');
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: '/api/auth/admin/set-initial-password',
      token: 'one-time-token',
      body: { email: 'juan@campo.ar', password: 'la tranquera azul' },
    });
    expect(session.state().status).toBe('signed-in');
  });

  test.each<[string, Wire, string]>([
    ['used or too old', () => refusal(401, 'invalid token', 'TOKEN_INVALID'), 'Este enlace ya se usó o venció.'],
    ['opened without signal', noSignal, 'No se pudo conectar con el servidor'],
    ['opened on a broken server', () => refusal(500, null), 'Error inesperado del servidor'],
  ])('%s lets nobody in, and what was typed stays', async (_case, wire, sentence) => {
    const { sent, onDone } = await show(wire);
    type('Contraseña', 'la tranquera azul');
    press('Activar la cuenta');
    await waitFor(() => expect(alert()).toContain(sentence));
    expect(field('Contraseña').value).toBe('la tranquera azul');
    expect(onDone).not.toHaveBeenCalled();
    // A token for one use is not refreshed by the session's.
    expect(sent).toHaveLength(1);
  });

  test.each(['', 'token=x', 'email=juan%40campo.ar'])('cut short («%s») says what to do', async (cut) => {
    await renderScreen(<Activation fragment={cut} onDone={() => undefined} />);
    screen.getByText('Al enlace le falta una parte');
    expect(screen.queryByRole('button', { name: 'Activar la cuenta' })).toBeNull();
  });

  test('on the phone of another person says whose session is there', async () => {
    await renderScreen(<Activation fragment={fragment} onDone={() => undefined} />, { session: fakeSession() });
    expect(screen.queryByText(/En este celular está la sesión de Ana Paz/)).not.toBeNull();
  });
});

describe('the link of an invitation', () => {
  test('fills in the address, and is remembered until it is used', async () => {
    const invitation = invitationOf('invitation=abc&email=juan%40campo.ar');
    expect(invitation).toEqual({ token: 'abc', email: 'juan@campo.ar' });
    expect(invitationOf('')).toEqual(invitation);
    await renderScreen(<SignUp invitation={invitation} />);
    expect(field('Correo electrónico').value).toBe('juan@campo.ar');
    screen.getByText(/Te invitaron a un equipo/);
  });

  async function join(wire: Wire) {
    const browser = openBrowser();
    leave(browser, good);
    const phone = openPhone(wire, { browser });
    await phone.session.start();
    const onDone = vi.fn<() => void>();
    invitationOf('invitation=abc&email=juan%40campo.ar');
    await renderScreen(<Join token="abc" onDone={onDone} />, { session: phone.session });
    return { ...phone, onDone };
  }

  test('asks who is signed in, and brings him onto the team when he says so', async () => {
    const organization = { id: 'ombu', name: 'El Ombú', users: [], categories: [], settings: {} };
    const well = goodWire(good, juan, farms);
    const { sent, session, onDone } = await join((call) =>
      call.path.endsWith('accept-invitation') ? json({ ok: true, organization }) : well(call),
    );
    const isAccepted = () => sent.some((call) => call.path.endsWith('accept-invitation'));
    await screen.findByText('Te invitaron a un equipo');
    screen.getByText(/el equipo ve tu nombre y tu teléfono/);
    expect(isAccepted()).toBe(false);
    press('Sumarme al equipo');
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    const joined = sent.filter((call) => call.path === '/api/organization/accept-invitation');
    expect(joined.map((call) => call.body)).toEqual([{ token: 'abc' }]);
    expect(session.state().selectedId).toBe('ombu');
    expect(invitationOf('')).toBeNull();
  });

  test('that is over says so, can be tried again or let be', async () => {
    const well = goodWire(good);
    const sentence = 'Esta invitación ya se usó o venció: pedí otra';
    const { onDone } = await join((call) =>
      call.path.endsWith('accept-invitation') ? refusal(400, sentence, 'WRONG_CODE') : well(call),
    );
    press('Sumarme al equipo');
    await waitFor(() => expect(alert()).toBe(sentence));
    screen.getByRole('button', { name: 'Probar de nuevo' });
    expect(invitationOf('')).not.toBeNull();
    press('Seguir sin sumarme');
    expect(onDone).toHaveBeenCalledOnce();
    expect(invitationOf('')).toBeNull();
  });
});
