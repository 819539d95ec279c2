// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Recovery } from '../../../src/app/features/account/recovery.tsx';
import { Profile } from '../../../src/app/features/configuration/profile.tsx';
import { TeamScreen } from '../../../src/app/features/team/team-screen.tsx';
import { fakeFarm, renderScreen } from '../../support/fake-farm.tsx';
import { json, juan, openPhone } from '../../support/phone-session.ts';
import { signedIn } from '../../support/signed-in.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const type = (label: string, text: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const noMailLink = /El correo no está configurado en este servidor: pasale el enlace vos/;
const noMailCode = /Este servidor no envía correos: pedile el código a quien lo administra/;
const sentence = (): string => document.body.textContent;

/** The team's screen before a server that sends nothing. */
async function showTeam(sheet: string | null, answer: object) {
  const invitations = [{ id: 'inv', email: 'tito@campo.ar', role: 'user', expires_at: '2096-11-28T12:00:00.000Z' }];
  const organization = { id: 'ombu', name: 'El Ombú', users: [], categories: [], settings: {}, invitations };
  const phone = await signedIn(
    ({ path, method }) => {
      if (path.startsWith('/api/organization/data/')) return json({ ok: true, organization });
      if (path.endsWith('/session')) return json({ ok: true, sessions: [] });
      return method === 'GET' ? null : json({ ok: true, ...answer });
    },
    { list: [{ organization: { id: 'ombu', name: 'El Ombú' }, role: 'owner' }], person: juan },
  );
  const nueva = { id: 'nueva', first_name: 'Nueva', last_name: 'Paz', role: 'user', state: 'sin_contrasena' } as const;
  const farm = fakeFarm({ members: [{ ...nueva, email: 'nueva@campo.ar', phone: null }] });
  const nothing = (): void => undefined;
  await renderScreen(<TeamScreen sheet={sheet} onOpen={nothing} onClose={nothing} />, { session: phone.session, farm });
  await screen.findByRole('list', { name: 'Integrantes' });
}

describe('a server without mail', () => {
  test('gives the link of a new account to who made it, and says that it is for him to hand over', async () => {
    await showTeam('nueva', { activation_url: 'https://campo.ar/otro', mail_sent: false });
    press('Crear otro enlace');
    await screen.findByText('https://campo.ar/otro');
    expect(sentence()).toMatch(noMailLink);
    expect(sentence()).not.toContain('lo enviamos');
  });

  test('sends no invitation, and says so', async () => {
    await showTeam('agregar', { invitation_url: 'https://campo.ar/sign-up#i', mail_sent: false });
    press('Por su correo');
    type('Correo electrónico', 'luis@campo.ar');
    press('Agregar al equipo');
    await screen.findByText('https://campo.ar/sign-up#i');
    expect(sentence()).toMatch(noMailLink);
    expect(sentence()).not.toContain('Le enviamos');
  });

  test('sends none again either: the new link is there to be handed over', async () => {
    await showTeam(null, { invitation_url: 'https://campo.ar/sign-up#nueva', mail_sent: false });
    press('Mandar otra vez');
    await screen.findByText('https://campo.ar/sign-up#nueva');
    expect(sentence()).toMatch(noMailLink);
    expect(sentence()).not.toContain('enviada de nuevo');
  });

  test('promises no mail to who forgot the password, and says where the code is', async () => {
    const phone = openPhone(() => json({ ok: true, mail_sent: false }));
    await renderScreen(<Recovery />, { session: phone.session });
    expect(sentence()).not.toContain('Te enviamos');
    type('Correo electrónico', 'juan@campo.ar');
    press('Enviar código');
    await screen.findByText(noMailCode);
    expect(sentence()).toContain('Si hay una cuenta con juan@campo.ar');
    expect(sentence()).not.toContain('te enviamos');
  });

  test('says it of the code for another address', async () => {
    const phone = await signedIn(({ path }) =>
      path.endsWith('change-email') ? json({ ok: true, pending: true, mail_sent: false }) : null,
    );
    await renderScreen(<Profile />, { session: phone.session });
    press('Cambiar correo');
    type('Correo nuevo', 'nuevo@campo.ar');
    type('Tu contraseña', 'la tranquera azul');
    press('Enviar código');
    await screen.findByText(noMailCode);
    expect(sentence()).not.toContain('Te enviamos');
  });
});

describe('a server without messages', () => {
  test('says it of the code for another telephone', async () => {
    const phone = await signedIn(({ path }) => (/phone$/.test(path) ? json({ ok: true, message_sent: false }) : null));
    await renderScreen(<Profile />, { session: phone.session });
    press('Agregar celular');
    type('Celular nuevo', '11 5555 1234');
    press('Enviar código');
    await screen.findByText(/Este servidor no envía mensajes: pedile el código a quien lo administra/);
    expect(sentence()).not.toContain('Te enviamos');
  });

  test.each([
    [0, 3, 'El saludo no salió: este servidor no envía mensajes ni correos a nadie del equipo.'],
    [2, 1, 'Saludo enviado a 2 integrantes. A 1 integrante no: este servidor no tiene por dónde.'],
  ])('greets %i and not %i, and says so', async (recipients, unreached, words) => {
    await showTeam(null, { recipients, unreached });
    press('Enviar saludo');
    expect(await screen.findByText(words)).not.toBeNull();
  });
});
