// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Recovery } from '../../../src/app/features/account/recovery.tsx';
import { renderScreen } from '../../support/fake-farm.tsx';
import { json, noSignal, openPhone, type Phone, portal, refusal, type Wire } from '../../support/phone-session.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string, text: string): void => void fireEvent.change(field(label), { target: { value: text } });
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name });
const press = (name: string | RegExp): void => void fireEvent.click(button(name));
const alert = (): string | null => document.querySelector('main [role=alert]')?.textContent ?? null;

const well: Wire = ({ path }) =>
  json({ ok: true, ...(path.endsWith('verify-recovery-code') && { reset_token: 'token-for-one-password' }) });

async function show(wire: Wire = well): Promise<Phone> {
  const phone = openPhone(wire);
  await renderScreen(<Recovery />, { session: phone.session });
  return phone;
}

async function askForCode(): Promise<void> {
  type('Correo electrónico', ' Juan@Campo.AR ');
  press('Enviar código');
  await screen.findByRole('heading', { level: 1, name: 'Ingresar el código' });
}

async function enterCode(code = '123 456'): Promise<void> {
  await askForCode();
  type('Código', code);
  press('Continuar');
}

describe('the way back into an account', () => {
  test('is a code, then a password, in three calls', async () => {
    const { sent } = await show();
    await enterCode();
    await screen.findByRole('heading', { level: 1, name: 'Elegir otra contraseña' });
    type('Contraseña nueva', 'la tranquera azul');
    press('Guardar contraseña');
    await screen.findByRole('heading', { level: 1, name: 'Contraseña cambiada' });
    expect(sent.map(({ path, body, token }) => [path, body, token])).toEqual([
      ['/api/auth/send-recovery-code', { email: 'juan@campo.ar' }, null],
      ['/api/auth/verify-recovery-code', { email: 'juan@campo.ar', code: '123456' }, null],
      [
        '/api/auth/reset-password',
        { email: 'juan@campo.ar', reset_token: 'token-for-one-password', password: 'la tranquera azul' },
        null,
      ],
    ]);
    expect(screen.getByRole('link', { name: 'Ingresar' }).getAttribute('href')).toBe('/log-in');
  });

  test('says the same of an address with an account and without one', async () => {
    await show();
    await askForCode();
    expect(screen.getByText(/Si hay una cuenta con/).textContent).toContain('juan@campo.ar');
  });

  test.each([
    ['', 'Completá este dato'],
    ['juan', 'Ingresá un correo válido'],
  ])('does not begin with «%s»: %s', async (mail, sentence) => {
    const { sent } = await show();
    type('Correo electrónico', mail);
    press('Enviar código');
    await screen.findByText(sentence);
    expect(sent).toEqual([]);
  });

  test.each(['', '12345', 'abcdef'])('asks for six figures where «%s» is typed', async (code) => {
    const { sent } = await show();
    await enterCode(code);
    await screen.findByText('El código tiene 6 números');
    expect(sent).toHaveLength(1);
  });

  test.each<[string, Wire, string]>([
    ['no signal', noSignal, 'No se pudo conectar con el servidor'],
    ['the page of a hotel', () => portal(), 'No se pudo conectar con el servidor'],
    ['a server without words', () => refusal(500, null), 'Error inesperado del servidor'],
    ['a busy server', () => refusal(503, 'El servidor está ocupado'), 'El servidor está ocupado'],
  ])('with %s keeps what was typed and says so', async (_case, wire, sentence) => {
    await show(wire);
    type('Correo electrónico', 'juan@campo.ar');
    press('Enviar código');
    await waitFor(() => expect(alert()).toBe(sentence));
    expect(field('Correo electrónico').value).toBe('juan@campo.ar');
  });

  test('a common password is told at its field, and the typed one stays', async () => {
    const phone = await show();
    await enterCode();
    await screen.findByLabelText('Contraseña nueva');
    phone.world.wire = () =>
      json(
        {
          ok: false,
          code: 'WEAK_PASSWORD',
          message: 'Elegí una contraseña menos común',
          issues: [{ path: 'password', message: 'Elegí una contraseña menos común' }],
        },
        400,
      );
    type('Contraseña nueva', '12345678');
    press('Guardar contraseña');
    await waitFor(() => expect(field('Contraseña nueva').getAttribute('aria-invalid')).toBe('true'));
    expect(field('Contraseña nueva').value).toBe('12345678');
  });
});

describe('a wrong code', () => {
  const wrong: Wire = ({ path }) =>
    path.endsWith('verify-recovery-code')
      ? refusal(400, 'El código no es correcto o ya venció', 'WRONG_CODE')
      : json({ ok: true });

  test('is told, and stays to be looked at', async () => {
    await show(wrong);
    await enterCode('111111');
    await waitFor(() => expect(alert()).toBe('El código no es correcto o ya venció'));
    expect(field('Código').value).toBe('111111');
  });

  test('is worth nothing after five tries, until another is sent', async () => {
    const { sent } = await show(wrong);
    await enterCode('111111');
    for (let tries = 1; tries < 5; tries += 1) {
      await waitFor(() => expect(sent).toHaveLength(1 + tries));
      await waitFor(() => expect(button('Continuar').getAttribute('aria-busy')).not.toBe('true'));
      press('Continuar');
    }
    await screen.findByText('Probaste 5 veces: ese código ya no sirve. Pedí otro.');
    expect(button('Continuar').disabled).toBe(true);
    fireEvent.submit(field('Código'));
    expect(sent).toHaveLength(6);
  });
});

describe('another code', () => {
  test('can be asked for after a minute, and makes the first one worthless', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { sent } = await show();
    await askForCode();
    expect(button(/Otro código en/).disabled).toBe(true);
    await vi.advanceTimersByTimeAsync(61_000);
    press('Enviar otro código');
    await screen.findByText('Te enviamos otro código. El anterior ya no sirve.');
    expect(sent.map((call) => call.path)).toEqual(['/api/auth/send-recovery-code', '/api/auth/send-recovery-code']);
  });

  test('too many at once wait for as long as the server says', async () => {
    await show(() =>
      json(
        { ok: false, code: 'RATE_LIMITED', message: 'Demasiados intentos. Esperá un momento y probá de nuevo' },
        429,
        { 'retry-after': '500' },
      ),
    );
    type('Correo electrónico', 'juan@campo.ar');
    press('Enviar código');
    await waitFor(() => expect(alert()).toBe('Demasiados intentos. Esperá un momento y probá de nuevo'));
    expect(screen.getByText(/Podés pedir otro código en/).textContent).toMatch(/8:(21|20|19) min/);
    expect(button('Enviar código').disabled).toBe(true);
  });
});

describe('who goes to look for the code', () => {
  test('finds the page where it was, also when it was loaded anew', async () => {
    await show();
    await askForCode();
    cleanup();
    await show();
    screen.getByRole('heading', { level: 1, name: 'Ingresar el código' });
    expect(screen.getByText('juan@campo.ar').tagName).toBe('STRONG');
  });

  test('begins again when the code is ten minutes old, with the address still there', async () => {
    await show();
    await askForCode();
    cleanup();
    vi.useFakeTimers({ now: Date.now() + 10 * 60_000 + 1_000, shouldAdvanceTime: true });
    await show();
    screen.getByRole('heading', { level: 1, name: 'Recuperar contraseña' });
    expect(field('Correo electrónico').value).toBe('juan@campo.ar');
  });

  test('can use another address', async () => {
    await show();
    await askForCode();
    press('Usar otro correo');
    expect(screen.queryByRole('heading', { level: 1, name: 'Recuperar contraseña' })).not.toBeNull();
  });
});
