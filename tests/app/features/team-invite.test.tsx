// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { json, refusal } from '../../support/phone-session.ts';
import { person, showTeam as show, team } from '../../support/team-scene.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string | RegExp, text: string): void =>
  void fireEvent.change(field(label), { target: { value: text } });
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('somebody whose name alone is known', () => {
  const link = 'https://campo.test/sign-up#invitation=abc';
  const asked = { ok: true, invitation_id: 'i', invitation_url: link, expires_at: '2026-11-30T12:00:00.000Z' };
  const invites = (_method: string, path: string) => (path.endsWith('/invite') ? json(asked) : null);

  test('is invited by a name alone, with a link that goes by message, is shared, copied or read off the screen', async () => {
    const { written } = await show({ sheet: 'agregar', answer: invites });
    type('Nombre', 'josé');
    press('Invitar');
    await screen.findByText('La invitación de José está lista');
    screen.getByText(/Sirve una vez, hasta el 30\/11\/2026/);
    screen.getByText(link);
    await screen.findByRole('img', { name: 'Código con el enlace de José' });
    screen.getByRole('button', { name: 'Copiar enlace' });
    const message = new URL(screen.getByRole('link', { name: 'Mandar por WhatsApp' }).getAttribute('href') ?? '');
    expect(message.origin + message.pathname).toBe('https://wa.me/');
    expect(message.searchParams.get('text')).toBe(
      `Hola, José. Soy Juan. Te invito a El Ombú en Tranquera. Abrí este enlace, que es solo tuyo: ${link}`,
    );
    expect(written()).toEqual([
      ['POST', '/api/organization/invite', { organization_id: 'ombu', first_name: 'josé', phone: null, role: 'user' }],
    ]);
    expect(field('Nombre').value).toBe('');
  });

  test('is written to at once where his telephone is known, and may be given a role', async () => {
    const { written } = await show({ sheet: 'agregar', answer: invites });
    type('Nombre', 'José');
    type(/^Celular/, '011 15 5555-1234');
    press('Administrador');
    press('Invitar');
    const href = (await screen.findByRole('link', { name: 'Mandar por WhatsApp' })).getAttribute('href');
    expect(href).toMatch(/^https:\/\/wa\.me\/5491155551234\?text=Hola%2C%20Jos/);
    expect(written()[0]?.[2]).toMatchObject({ phone: '+5491155551234', role: 'admin' });
  });

  test('without a name is asked for one; when the server says no what was typed stays', async () => {
    const { written } = await show({
      sheet: 'agregar',
      answer: () => refusal(429, 'Demasiados intentos', 'RATE_LIMITED'),
    });
    press('Invitar');
    await screen.findByText('Completá este dato');
    expect(written()).toEqual([]);
    type('Nombre', 'José');
    press('Invitar');
    await screen.findByText('Demasiados intentos');
    expect(field('Nombre').value).toBe('José');
  });
});

describe('his invitation', () => {
  const byName = (expires_at: string) => [
    { id: 'inv', email: '', first_name: 'josé', last_name: '', phone: '+5491155551234', role: 'user', expires_at },
  ];
  const rowOfJose = async () => (await screen.findByText('José')).closest('li') ?? document.body;

  test('of a name gets another link, and is taken back', async () => {
    const invitation_url = 'https://campo.test/sign-up#invitation=otro';
    const expires_at = '2026-12-05T12:00:00.000Z';
    const { written } = await show({
      invited: byName('2099-11-28T12:00:00.000Z'),
      answer: (method) =>
        method === 'POST' ? json({ ok: true, invitation_id: 'n', invitation_url, expires_at }) : null,
    });
    const row = await rowOfJose();
    expect(row.textContent).toContain('Invitado · Usuario · vence el 28/11/2099');
    fireEvent.click(within(row).getByRole('button', { name: 'Mandar otra vez' }));
    await screen.findByText(invitation_url);
    fireEvent.click(within(await rowOfJose()).getByRole('button', { name: 'Quitar' }));
    await screen.findByText('José ya no está invitado: su enlace no sirve más.');
    const body = { organization_id: 'ombu', first_name: 'josé', last_name: '', phone: '+5491155551234' };
    expect(written()).toEqual([
      ['POST', '/api/organization/invite', { ...body, role: 'user', invitation_id: 'inv' }],
      ['DELETE', '/api/organization/user/inv', { organization_id: 'ombu' }],
    ]);
  });

  test('whose days are over says so, and a used one is told', async () => {
    const answer = () => refusal(404, 'Esa invitación ya se usó o se retiró', 'NOT_FOUND');
    await show({ invited: byName('2020-11-28T12:00:00.000Z'), answer });
    const row = await rowOfJose();
    expect(row.textContent).toContain('venció el 28/11/2020');
    fireEvent.click(within(row).getByRole('button', { name: 'Mandar otra vez' }));
    await screen.findByText('Esa invitación ya se usó o se retiró');
  });
});

describe('a member', () => {
  const jose = person('jose', 'josé', 'user', { email: undefined, login_name: 'jose.elombu' });

  test('without an address shows what he signs in with, and gets another role by his id alone', async () => {
    const { written } = await show({
      sheet: 'jose',
      members: [...team, jose],
      answer: (method) => (method === 'PATCH' ? json({ ok: true, user: jose }) : null),
    });
    expect(screen.getByText(/^Ingresa con/).textContent).toBe('Ingresa con jose.elombu');
    press('Administrador');
    press('Cambiar rol');
    await screen.findByText('José ahora es Administrador.');
    expect(written()).toEqual([
      ['PATCH', '/api/organization/user/jose/role', { role: 'admin', organization_id: 'ombu' }],
    ]);
  });

  const cacho = person('cacho', 'cacho', 'user', { last_name: '', state: 'sin_acceso', email: undefined });

  test('without access is invited under his id, and keeps what he has', async () => {
    const url = 'https://campo.test/sign-up#invitation=abc';
    const asked = { ok: true, invitation_id: 'i', invitation_url: url, expires_at: '2026-11-30T12:00:00.000Z' };
    const { written } = await show({ sheet: 'cacho', members: [...team, cacho], answer: () => json(asked) });
    press('Dar acceso a la app');
    press('Invitar');
    await screen.findByText(url);
    const names = { first_name: 'cacho', last_name: '', phone: '+5491155551234', user_id: 'cacho' };
    expect(written()).toEqual([
      ['POST', '/api/organization/invite', { organization_id: 'ombu', ...names, role: 'user' }],
    ]);
  });
});
