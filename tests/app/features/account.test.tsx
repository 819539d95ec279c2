// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LogIn } from '../../../src/app/features/account/log-in.tsx';
import { SignUp } from '../../../src/app/features/account/sign-up.tsx';
import { Toaster } from '../../../src/app/ui/toaster.tsx';
import { fakeSession, renderScreen } from '../../support/fake-farm.tsx';
import { goodWire, held, json, noSignal, openPhone, pairAt, type Phone } from '../../support/phone-session.ts';
import { portal, refusal, startMs, type Wire } from '../../support/phone-session.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  toast.remove();
});

const field = (label: RegExp | string): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string, text: string): void => void fireEvent.change(field(label), { target: { value: text } });
const errorOf = (label: string): string | null => {
  const id = field(label).getAttribute('aria-errormessage');
  return id && (document.getElementById(id)?.textContent ?? null);
};
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const good = pairAt(startMs);

async function show(screenOf: 'log-in' | 'sign-up', wire: Wire = goodWire(good)): Promise<Phone> {
  const phone = openPhone(wire);
  const page = screenOf === 'log-in' ? <LogIn /> : <SignUp />;
  await renderScreen(
    <>
      {page}
      <Toaster />
    </>,
    { session: phone.session },
  );
  return phone;
}

const loginLabel = 'Correo electrónico, celular o nombre';

describe('logging in', () => {
  const fill = (email = 'juan@campo.ar', password = 'la tranquera azul'): void => {
    type(loginLabel, email);
    type('Contraseña', password);
  };

  test.each([
    ['', 'x', loginLabel, 'Completá este dato'],
    ['juan pérez', 'x', loginLabel, 'Ingresá tu correo, tu celular o tu nombre de ingreso'],
    ['15 123', 'x', loginLabel, 'Ingresá tu correo, tu celular o tu nombre de ingreso'],
    ['juan@campo', 'x', loginLabel, 'Ingresá un correo válido'],
    [`${'j'.repeat(250)}@campo.ar`, 'x', loginLabel, 'Es demasiado largo'],
    ['juan@campo.ar', '', 'Contraseña', 'Completá este dato'],
  ])('«%s» and «%s»: %s: %s, and nothing is sent', async (email, password, label, sentence) => {
    const { sent } = await show('log-in');
    fill(email, password);
    press('Ingresar');
    await waitFor(() => expect(errorOf(label)).toBe(sentence));
    expect(document.activeElement).toBe(field(label));
    expect(sent).toEqual([]);
    expect([field(loginLabel).value, field('Contraseña').value]).toEqual([email, password]);
  });

  test.each([
    [' José.LaQuerencia', 'jose.laquerencia'],
    ['011 15 5555-1234', '+5491155551234'],
    ['+54 9 11 5555 1234', '+5491155551234'],
    ['Juan@Campo.ar ', 'juan@campo.ar'],
  ])('«%s» is sent as %s, whichever of the three it is', async (typed, sentAs) => {
    const { sent } = await show('log-in', noSignal);
    fill(typed);
    press('Ingresar');
    await waitFor(() => expect(sent[0]?.body).toEqual({ email: sentAs, password: 'la tranquera azul' }));
  });

  test.each<[string, Wire, string]>([
    [
      'a wrong password',
      () => refusal(401, 'Correo o contraseña incorrectos', 'WRONG_CREDENTIALS'),
      'Correo o contraseña incorrectos',
    ],
    [
      'too many tries',
      () => refusal(429, 'Demasiados intentos. Esperá un momento y probá de nuevo', 'RATE_LIMITED'),
      'Demasiados intentos. Esperá un momento y probá de nuevo',
    ],
    ['a server without words', () => refusal(500, null), 'Error inesperado del servidor'],
    ['no signal', noSignal, 'No se pudo conectar con el servidor'],
    ['a captive portal', () => portal(), 'No se pudo conectar con el servidor'],
    ['an answer of another shape', () => json({ ok: true }), 'Error al iniciar sesión'],
  ])('%s is said aloud, and what was typed stays', async (_case, wire, sentence) => {
    await show('log-in', wire);
    fill();
    press('Ingresar');
    await waitFor(() => expect(document.querySelector('main [role=alert]')?.textContent).toBe(sentence));
    expect([field(loginLabel).value, field('Contraseña').value]).toEqual(['juan@campo.ar', 'la tranquera azul']);
  });

  test('the sentence goes with the next try, and «Sesión iniciada correctamente» is said when it works', async () => {
    const phone = await show('log-in', noSignal);
    fill();
    press('Ingresar');
    await screen.findByText('No se pudo conectar con el servidor');
    phone.world.wire = goodWire(good);
    press('Ingresar');
    await screen.findByText('Sesión iniciada correctamente');
    expect(screen.queryByText('No se pudo conectar con el servidor')).toBeNull();
    expect(phone.session.state().status).toBe('signed-in');
  });

  test('a field that is touched again loses its sentence', async () => {
    await show('log-in');
    press('Ingresar');
    await waitFor(() => expect(errorOf('Contraseña')).toBe('Completá este dato'));
    type('Contraseña', 'x');
    expect(errorOf('Contraseña')).toBeNull();
    expect(errorOf(loginLabel)).toBe('Completá este dato');
  });

  test('while it is on its way a second press sends nothing', async () => {
    const late = held();
    const { sent } = await show('log-in', () => late.answer);
    fill();
    press('Ingresar');
    await waitFor(() => expect(sent).toHaveLength(1));
    fireEvent.submit(field('Contraseña'));
    fireEvent.submit(field('Contraseña'));
    late.give(refusal(500, null));
    await screen.findByText('Error inesperado del servidor');
    expect(sent).toHaveLength(1);
  });

  test('what was typed is there again when the page is loaded anew, but for the password', async () => {
    await show('log-in');
    fill();
    cleanup();
    await show('log-in');
    expect([field(loginLabel).value, field('Contraseña').value]).toEqual(['juan@campo.ar', '']);
  });

  test('who forgot the password finds the way', async () => {
    await show('log-in');
    expect(screen.getByRole('link', { name: 'Olvidé mi contraseña' }).getAttribute('href')).toBe('/recovery');
  });

  test('the mail goes in its one spelling', async () => {
    const { sent } = await show('log-in');
    fill('  Juan@Campo.AR ');
    press('Ingresar');
    await waitFor(() => expect(sent[0]?.body).toEqual({ email: 'juan@campo.ar', password: 'la tranquera azul' }));
  });
});

describe('whose session has just ended', () => {
  const reads = async (farewell: string | null): Promise<string> => {
    await renderScreen(<LogIn />, { session: fakeSession('user', { status: 'signed-out', user: null, farewell }) });
    return screen.queryByRole('status')?.textContent ?? '';
  };

  test.each([
    ['Session terminated', 'Tu sesión terminó'],
    ['Logout completed with API error', 'no se le pudo avisar al servidor'],
  ])('reads «%s» in English, and in Spanish what it means', async (sentence, meaning) => {
    const words = await reads(sentence);
    expect(words).toContain(meaning);
    // Of a phone on which nothing waits too, at a first log-in or when all is sent.
    expect(words).toMatch(/lo que falte enviar sigue guardado/i);
    expect(words).not.toContain('registros');
    expect(screen.getByText(sentence).getAttribute('lang')).toBe('en');
  });

  test('reads nothing of it when he left by himself', async () => {
    expect(await reads(null)).toBe('');
  });
});

describe('signing up', () => {
  const right = {
    Nombre: 'Juan',
    Apellido: 'Pérez',
    'Correo electrónico': 'juan@campo.ar',
    Celular: '11 5555 1234',
    Contraseña: 'la tranquera azul',
  };
  const fill = (changes: Partial<typeof right> = {}): void => {
    for (const [label, text] of Object.entries({ ...right, ...changes })) type(label, text);
  };

  test.each<[keyof typeof right, string, string]>([
    ['Nombre', '', 'Completá este dato'],
    ['Nombre', '   ', 'Completá este dato'],
    ['Nombre', 'J'.repeat(300), 'El nombre es demasiado largo'],
    ['Apellido', '', 'Completá este dato'],
    ['Correo electrónico', '', 'Completá este dato'],
    ['Correo electrónico', 'juan arroba campo', 'Ingresá un correo válido'],
    ['Celular', '', 'Completá este dato'],
    ['Celular', '1234', 'Ingresá un celular argentino con código de área, sin 0 ni 15'],
    ['Celular', 'no tengo', 'Ingresá un celular argentino con código de área, sin 0 ni 15'],
    ['Contraseña', '', 'Usá al menos 8 caracteres'],
    ['Contraseña', 'corta', 'Usá al menos 8 caracteres'],
    ['Contraseña', 'x'.repeat(1000), 'Usá como máximo 128 caracteres'],
  ])('%s «%s»: %s; what was typed stays and nothing is sent', async (label, text, sentence) => {
    const { sent } = await show('sign-up');
    fill({ [label]: text });
    press('Crear cuenta');
    await waitFor(() => expect(errorOf(label)).toBe(sentence));
    for (const [name, typed] of Object.entries({ ...right, [label]: text })) expect(field(name).value).toBe(typed);
    expect(sent).toEqual([]);
  });

  test('the number is shown as it will be kept', async () => {
    await show('sign-up');
    expect(field('Celular').getAttribute('aria-describedby')).not.toBeNull();
    screen.getByText('Con código de área, sin 0 ni 15');
    type('Celular', '11 5555 1234');
    screen.getByText('Queda como +54 9 11 5555-1234');
  });

  test('a mail that is taken is said at its field', async () => {
    const issues = [{ path: 'email', message: 'Ya existe una cuenta con ese correo' }];
    await show('sign-up', () => json({ ok: false, code: 'EMAIL_TAKEN', message: 'Ya existe una cuenta', issues }, 409));
    fill();
    press('Crear cuenta');
    await waitFor(() => expect(errorOf('Correo electrónico')).toBe('Ya existe una cuenta con ese correo'));
    expect(document.activeElement).toBe(field('Correo electrónico'));
    screen.getByText('Ya existe una cuenta');
    expect(field('Nombre').value).toBe('Juan');
  });

  test('the five things of the spec are sent, and the person is in', async () => {
    const phone = await show('sign-up');
    fill();
    press('Crear cuenta');
    await screen.findByText('Sesión iniciada correctamente');
    expect(phone.sent[0]).toMatchObject({
      path: '/api/auth/sign-up',
      body: {
        first_name: 'Juan',
        last_name: 'Pérez',
        email: 'juan@campo.ar',
        phone: '+5491155551234',
        password: 'la tranquera azul',
      },
    });
    expect(phone.session.state().status).toBe('signed-in');
  });
});
