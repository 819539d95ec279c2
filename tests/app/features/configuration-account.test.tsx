// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DeleteAccount } from '../../../src/app/features/configuration/delete-account.tsx';
import { Profile } from '../../../src/app/features/configuration/profile.tsx';
import { Security } from '../../../src/app/features/configuration/security.tsx';
import { calm, fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { json, juan, refusal } from '../../support/phone-session.ts';
import { signedIn } from '../../support/signed-in.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string, text: string): void => void fireEvent.change(field(label), { target: { value: text } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const alert = (): string | null => document.querySelector('[role=alert]')?.textContent ?? null;

describe('another address', () => {
  test('is mine when the code that was sent there comes back', async () => {
    const phone = await signedIn(({ path, body }) =>
      path.endsWith('change-email') ? json({ ok: true, pending: !(body as { code?: string }).code }) : null,
    );
    await renderScreen(<Profile />, { session: phone.session });
    press('Cambiar correo');
    type('Correo nuevo', 'Nuevo@campo.ar');
    type('Tu contraseña', 'la tranquera azul');
    press('Enviar código');
    await screen.findByText(/Te enviamos un código a nuevo@campo.ar/);
    type('Código', '123456');
    press('Cambiar correo');
    await waitFor(() => expect(screen.queryByLabelText('Correo nuevo')).toBeNull());
    const asked = phone.sent.filter((call) => call.path === '/api/auth/change-email');
    expect(asked.map((call) => call.body)).toEqual([
      { email: 'nuevo@campo.ar', password: 'la tranquera azul' },
      { email: 'nuevo@campo.ar', password: 'la tranquera azul', code: '123456' },
    ]);
    // Who one is was asked anew.
    expect(phone.pathsSent()).toContain('/api/user');
  });

  test.each([
    [403, 'WRONG_PASSWORD', 'La contraseña no es correcta'],
    [409, 'EMAIL_TAKEN', 'Ya existe una cuenta con ese correo'],
    [429, 'RATE_LIMITED', 'Demasiados intentos. Esperá un momento y probá de nuevo'],
  ])('%i %s: «%s», and what was typed stays', async (status, code, sentence) => {
    const phone = await signedIn(({ path }) =>
      path.endsWith('change-email') ? refusal(status, sentence, code) : null,
    );
    await renderScreen(<Profile />, { session: phone.session });
    press('Cambiar correo');
    type('Correo nuevo', 'nuevo@campo.ar');
    type('Tu contraseña', 'otra cosa');
    press('Enviar código');
    await waitFor(() => expect(alert()).toBe(sentence));
    expect([field('Correo nuevo').value, field('Tu contraseña').value]).toEqual(['nuevo@campo.ar', 'otra cosa']);
  });

  test('typed anew after the code was sent asks for a code of its own', async () => {
    const phone = await signedIn(({ path }) =>
      path.endsWith('change-email') ? json({ ok: true, pending: true }) : null,
    );
    await renderScreen(<Profile />, { session: phone.session });
    press('Cambiar correo');
    type('Correo nuevo', 'nuevo@campo.ar');
    type('Tu contraseña', 'la tranquera azul');
    press('Enviar código');
    await screen.findByLabelText('Código');
    type('Correo nuevo', 'otro@campo.ar');
    expect(screen.queryByLabelText('Código')).toBeNull();
  });
});

describe('another telephone', () => {
  test('is sent a code, and changes when it comes back', async () => {
    const phone = await signedIn(({ path }) => (/phone$/.test(path) ? json({ ok: true }) : null));
    await renderScreen(<Profile />, { session: phone.session });
    press('Agregar celular');
    type('Celular nuevo', '11 5555 1234');
    expect(screen.queryByText('Queda como +54 9 11 5555-1234')).not.toBeNull();
    press('Enviar código');
    await screen.findByLabelText('Código');
    type('Código', '123 456');
    press('Cambiar celular');
    await waitFor(() => expect(field('Tu contraseña').getAttribute('aria-invalid')).toBe('true'));
    expect(phone.pathsSent()).not.toContain('/api/auth/change-phone');
    type('Tu contraseña', 'la tranquera azul');
    press('Cambiar celular');
    await waitFor(() => expect(screen.queryByLabelText('Celular nuevo')).toBeNull());
    expect(phone.sent.slice(0, 2).map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/send-code-phone', { phone: '11 5555 1234' }],
      ['/api/auth/change-phone', { phone: '11 5555 1234', code: '123456', password: 'la tranquera azul' }],
    ]);
  });

  test('asks again for a password that is not the one, at its field, and what was typed stays', async () => {
    const sentence = 'La contraseña no es correcta';
    const phone = await signedIn(({ path }) =>
      path.endsWith('change-phone') ? refusal(403, sentence, 'WRONG_PASSWORD') : json({ ok: true }),
    );
    await renderScreen(<Profile />, { session: phone.session });
    press('Agregar celular');
    type('Celular nuevo', '11 5555 1234');
    press('Enviar código');
    await screen.findByLabelText('Código');
    type('Código', '123456');
    type('Tu contraseña', 'otra cosa');
    press('Cambiar celular');
    await waitFor(() => expect(field('Tu contraseña').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryAllByText(sentence)).not.toEqual([]);
    expect([field('Celular nuevo').value, field('Código').value]).toEqual(['11 5555 1234', '123456']);
  });

  test('that is none is told at its field', async () => {
    const sentence = 'Ingresá un celular argentino con código de área';
    const phone = await signedIn(({ path }) => (/phone$/.test(path) ? refusal(400, sentence, 'BAD_PHONE') : null));
    await renderScreen(<Profile />, { session: phone.session });
    press('Agregar celular');
    type('Celular nuevo', '+1 900 555');
    press('Enviar código');
    await waitFor(() => expect(field('Celular nuevo').getAttribute('aria-invalid')).toBe('true'));
  });
});

describe('another password', () => {
  test('asks for the one that holds, and says that the other phones will ask for it', async () => {
    const phone = await signedIn(({ path }) => (path.endsWith('session') ? json({ ok: true, sessions: [] }) : null));
    await renderScreen(<Security />, { session: phone.session });
    type('Contraseña actual', 'la tranquera azul');
    type('Contraseña nueva', 'la tranquera roja');
    press('Cambiar contraseña');
    await screen.findByText(/Contraseña cambiada. Tus otros celulares van a pedir la nueva/);
    expect(phone.sent.find((call) => call.path.endsWith('change-password'))?.body).toEqual({
      current_password: 'la tranquera azul',
      new_password: 'la tranquera roja',
    });
    expect(field('Contraseña nueva').value).toBe('');
  });

  test('that is too short is told before it is sent', async () => {
    const phone = await signedIn(({ path }) => (path.endsWith('session') ? json({ ok: true, sessions: [] }) : null));
    await renderScreen(<Security />, { session: phone.session });
    type('Contraseña actual', 'x');
    type('Contraseña nueva', 'corta');
    press('Cambiar contraseña');
    await screen.findByText('Usá al menos 8 caracteres');
    expect(phone.pathsSent()).not.toContain('/api/auth/change-password');
  });
});

describe('where one is signed in', () => {
  const android =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
  const at = '2026-11-20T14:03:00.000Z';
  const sessions = [
    { id: 'here', device: android, created_at: at, last_used_at: at, current: true },
    { id: 'lost', device: null, created_at: at, last_used_at: at, current: false },
  ];
  const show = async (answer: () => Response = () => json({ ok: true })) => {
    const phone = await signedIn(({ path }) => {
      if (path === '/api/auth/session') return json({ ok: true, sessions });
      return path.startsWith('/api/auth/session/') ? answer() : null;
    });
    await renderScreen(<Security />, { session: phone.session });
    await screen.findByText('Chrome en Android');
    return phone;
  };

  test('every device is listed, this one without a way to end it', async () => {
    await show();
    const items = within(screen.getByRole('list', { name: 'Sesiones' })).getAllByRole('listitem');
    expect(items.map((item) => within(item).queryAllByRole('button').length)).toEqual([0, 2]);
    expect(items[0]?.textContent).toContain('Último uso 20/11/2026 11:03');
  });

  test.each([
    ['Cerrar sesión', 'DELETE', '/api/auth/session/lost', 'Cerrar sesión'],
    ['Lo perdí', 'POST', '/api/auth/session/lost/lost', 'Marcar como perdido'],
  ])('«%s» asks first, and then calls %s %s', async (button, method, path, confirm) => {
    const phone = await show();
    press(button);
    const dialog = await screen.findByRole('alertdialog');
    expect(phone.pathsSent()).toEqual(['/api/auth/session']);
    fireEvent.click(within(dialog).getByRole('button', { name: confirm }));
    await waitFor(() => expect(phone.sent.map((call) => [call.method, call.path])).toContainEqual([method, path]));
    // The list is asked for again.
    await waitFor(() => expect(phone.pathsSent().filter((one) => one === '/api/auth/session')).toHaveLength(2));
  });

  test('a refusal is said', async () => {
    await show(() => refusal(404, 'No se encontró', 'NOT_FOUND'));
    press('Cerrar sesión');
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }));
    await waitFor(() => expect(alert()).toBe('No se encontró'));
  });
});

describe('the end of an account', () => {
  const show = async (answer: () => Response) => {
    const phone = await signedIn(({ path }) => (path.endsWith('delete-account') ? answer() : null));
    await renderScreen(<DeleteAccount />, {
      session: phone.session,
      farm: fakeFarm({ status: { ...calm, waiting: 1 } }),
      leftRecords: { farms: [], elsewhere: 1 },
    });
    expect(screen.queryByText(/^Tenés 2 registros sin enviar: ya nadie va a poder enviarlos/)).not.toBeNull();
    type('Tu contraseña', 'la tranquera azul');
    press('Eliminar mi cuenta');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar tu cuenta?' });
    expect(phone.sent).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Eliminar mi cuenta' }));
    return phone;
  };

  test('takes the password and a yes, and nobody is in any more', async () => {
    const phone = await show(() => json({ ok: true }));
    await waitFor(() => expect(phone.session.state().status).toBe('signed-out'));
    expect(phone.sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['DELETE', '/api/auth/delete-account', { password: 'la tranquera azul' }],
    ]);
    expect(phone.session.state().farewell).toBeNull();
  });

  test.each([
    [403, 'WRONG_PASSWORD', 'La contraseña no es correcta', 'La contraseña no es correcta'],
    [409, 'LAST_OWNER', 'Tiene que quedar al menos un dueño', 'Hacé dueño a otro integrante en Equipo'],
  ])('%i %s leaves everything as it was', async (status, code, message, told) => {
    const phone = await show(() => refusal(status, message, code));
    await screen.findByText(new RegExp(told));
    expect(phone.session.state().user).toEqual(juan);
    expect(field('Tu contraseña').value).toBe('la tranquera azul');
  });
});

describe('without signal', () => {
  test('the form says that it needs it, and is not sent', async () => {
    const phone = await signedIn(() => null);
    const farm = fakeFarm({ status: { ...calm, reach: 'unreachable' } });
    await renderScreen(<DeleteAccount />, { session: phone.session, farm });
    expect(screen.queryByText('Esto necesita señal. Lo demás sigue funcionando.')).not.toBeNull();
    type('Tu contraseña', 'la tranquera azul');
    fireEvent.submit(field('Tu contraseña'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
