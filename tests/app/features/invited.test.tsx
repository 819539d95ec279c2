// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Invited } from '../../../src/app/features/account/invited.tsx';
import { invitationOf } from '../../../src/app/features/account/invitation.ts';
import { renderScreen } from '../../support/fake-farm.tsx';
import { farms, goodWire, json, juan, noSignal, openBrowser } from '../../support/phone-session.ts';
import { leave, openPhone, pairAt, refusal, startMs, type Wire } from '../../support/phone-session.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string | RegExp, text: string): void =>
  void fireEvent.change(field(label), { target: { value: text } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const alert = (): string | null => document.querySelector('main [role=alert]')?.textContent ?? null;

const good = pairAt(startMs);
const over = 'Esta invitación ya no vale: se usó, venció o la retiraron. Pedí otra';
const password = 'la tranquera azul';
const shown = {
  organization: { id: 'ombu', name: 'El Ombú' },
  invited_by: 'laura',
  first_name: 'josé',
  last_name: '',
  phone: '+5491155551234',
  email: null as string | null,
  login_name: 'jose.elombu' as string | null,
  role: 'user',
  expires_at: '2026-11-30T12:00:00.000Z',
};
const made = { ok: true, ...good, organization: shown.organization, login_name: 'jose.elombu' };

/** A server that knows the link, and answers the making of the account as it is told. */
const wireOf =
  (answer: () => Response | Promise<Response> = () => json(made), invitation: object = shown): Wire =>
  (call) => {
    if (call.path === '/api/auth/invitation') return json({ ok: true, invitation });
    return call.path === '/api/auth/sign-up-invited' ? answer() : goodWire(good, juan, farms)(call);
  };

async function open(wire: Wire = wireOf(), isSignedIn = false) {
  const browser = openBrowser();
  if (isSignedIn) leave(browser, good);
  const phone = openPhone(wire, { browser });
  await phone.session.start();
  const onDone = vi.fn<() => void>();
  const invitation = invitationOf('invitation=abc') ?? { token: '', email: '' };
  await renderScreen(<Invited invitation={invitation} onDone={onDone} />, { session: phone.session });
  const calls = (path: string) => phone.sent.filter((call) => call.path === path).map(({ body }) => body);
  return { ...phone, onDone, calls };
}

describe('the link of who was invited by his name', () => {
  test('names farm and person before it asks for anything, and its secret goes in no address', async () => {
    const { calls } = await open();
    await screen.findByRole('heading', { name: 'El Ombú te invita, José' });
    screen.getByText(/^Laura te invitó a El Ombú\./);
    expect(calls('/api/auth/invitation')).toEqual([{ token: 'abc' }]);
    expect(field('Tu nombre para ingresar').value).toBe('jose.elombu');
    expect(field(/^Celular/).value).toBe('+54 9 11 5555-1234');
  });

  test('takes a password, and the person is in and is told what he signs in with', async () => {
    const { calls, session, onDone } = await open();
    await screen.findByRole('button', { name: 'Entrar a El Ombú' });
    type('Contraseña', password);
    press('Entrar a El Ombú');
    await screen.findByRole('heading', { name: 'Ya estás en El Ombú' });
    screen.getByText('jose.elombu');
    screen.getByText('+54 9 11 5555-1234');
    screen.getByText(/quien administra el equipo te manda otra invitación/);
    expect(calls('/api/auth/sign-up-invited')).toEqual([
      { token: 'abc', password, phone: '+5491155551234', email: null },
    ]);
    expect(session.state().status).toBe('signed-in');
    expect(invitationOf('')).toBeNull();
    press('Empezar');
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('takes an address too, by which the password comes back', async () => {
    const { calls } = await open();
    await screen.findByRole('button', { name: 'Entrar a El Ombú' });
    type('Contraseña', password);
    type(/^Celular/, '');
    type(/^Correo electrónico/, 'Jose@Campo.ar');
    press('Entrar a El Ombú');
    await screen.findByText('Si la olvidás, pedís un código a tu correo.');
    expect(calls('/api/auth/sign-up-invited')).toMatchObject([{ phone: null, email: 'jose@campo.ar' }]);
  });

  const taken = 'Ese celular ya es de otra cuenta: poné otro o dejalo vacío';
  const weak = 'Elegí una contraseña menos común';
  const refused = (code: string, path: string, message: string, status: number) => () =>
    json({ ok: false, code, message, issues: [{ path, message }] }, status);

  test.each<[string, () => Response | Promise<Response>, string]>([
    ['used by another meanwhile', () => refusal(400, over, 'WRONG_CODE'), 'iniciá sesión con jose.elombu'],
    ['sent without signal', () => noSignal(), 'No se pudo conectar con el servidor'],
    ['with a telephone of another', refused('CONFLICT', 'phone', taken, 409), taken],
    ['with a weak password', refused('WEAK_PASSWORD', 'password', weak, 400), weak],
  ])('%s lets nobody in, and what was typed stays', async (_case, answer, sentence) => {
    const { onDone, session } = await open(wireOf(answer));
    await screen.findByRole('button', { name: 'Entrar a El Ombú' });
    type('Contraseña', password);
    type(/^Correo electrónico/, 'jose@campo.ar');
    press('Entrar a El Ombú');
    await waitFor(() => expect(document.body.textContent).toContain(sentence));
    expect([field('Contraseña').value, field(/^Correo electrónico/).value]).toEqual([password, 'jose@campo.ar']);
    expect(onDone).not.toHaveBeenCalled();
    expect(session.state().status).toBe('signed-out');
    expect(invitationOf('')).not.toBeNull();
  });

  test('opened without signal says so, stays, and opens once there is some', async () => {
    const phone = await open(noSignal);
    await waitFor(() => expect(alert()).toContain('hace falta señal'));
    expect(invitationOf('')).toEqual({ token: 'abc', email: '' });
    phone.world.wire = wireOf();
    press('Probar de nuevo');
    expect(await screen.findByRole('heading', { name: 'El Ombú te invita, José' })).not.toBeNull();
  });

  test('that is over says so and offers no form', async () => {
    await open(() => refusal(400, over, 'WRONG_CODE'));
    await waitFor(() => expect(alert()).toContain(over));
    expect(screen.queryByLabelText('Contraseña')).toBeNull();
    screen.getByRole('link', { name: 'Iniciá sesión' });
  });

  test('on a phone where somebody is in asks whether he joins, or makes an account for another', async () => {
    await open(wireOf(), true);
    await screen.findByRole('heading', { name: 'Laura te invitó a El Ombú' });
    screen.getByText(/^Entrás con tu cuenta, /);
    press('La invitación es para otra persona');
    await screen.findByRole('heading', { name: 'El Ombú te invita, José' });
    expect(screen.queryByText(/En este celular está la sesión de/)).not.toBeNull();
  });
});

describe('the link of who was asked by his address', () => {
  const asked = { ...shown, first_name: '', phone: null, email: 'juan@campo.ar', login_name: null };

  test('names farm and person where he makes his account, and where he joins', async () => {
    await open(wireOf(undefined, asked));
    await screen.findByText(/^Laura te invitó a El Ombú: creá tu cuenta con el correo invitado/);
    cleanup();
    await open(wireOf(undefined, { ...asked, invited_by: null }), true);
    await screen.findByRole('heading', { name: 'Te invitaron a El Ombú' });
    expect(screen.queryByRole('button', { name: 'La invitación es para otra persona' })).toBeNull();
  });

  test('goes on without names where the server tells none', async () => {
    await open(() => refusal(404, 'No se encontró', 'NOT_FOUND'));
    expect(await screen.findByText(/^Te invitaron a un equipo: creá tu cuenta/)).not.toBeNull();
  });
});
