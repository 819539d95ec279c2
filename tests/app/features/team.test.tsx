// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rightsOf } from '../../../src/app/features/team/team-screen.tsx';
import { type Role, roles } from '../../../src/domain/people/roles.ts';
import { json, refusal } from '../../support/phone-session.ts';
import { person, type Scene, showTeam as show, team } from '../../support/team-scene.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string | RegExp, text: string): void =>
  void fireEvent.change(field(label), { target: { value: text } });
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('the team', () => {
  test('is listed from this phone, owners first, without who has left', async () => {
    const { onOpen } = await show();
    const names = within(screen.getByRole('list', { name: 'Integrantes' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(names).toEqual([
      'Ana Paz+54 9 11 5555-1234Dueño',
      'Juan Paz (vos)+54 9 11 5555-1234Dueño',
      'Marta Paz+54 9 11 5555-1234Administrador',
      'Luis Paz+54 9 11 5555-1234Usuario',
      'Nueva PazTodavía no eligió su contraseñaUsuario',
    ]);
    press(/Luis Paz/);
    expect(onOpen).toHaveBeenCalledWith('luis');
  });

  test('without signal is still listed, and nothing about it can be changed', async () => {
    await show({ isOffline: true, sheet: 'luis' });
    expect(screen.queryAllByText('Esto necesita señal. Lo demás sigue funcionando.')).not.toEqual([]);
    for (const name of ['Agregar', 'Quitar del equipo', 'Cambiar rol', 'Enviar saludo']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name, hidden: true }).disabled, name).toBe(true);
    }
  });

  test('a hand reads who is there, and is offered nothing else', async () => {
    await show({ role: 'user', sheet: 'luis' });
    for (const name of ['Agregar', 'Quitar del equipo', 'Cambiar rol', 'Enviar saludo']) {
      expect(screen.queryByRole('button', { name, hidden: true }), name).toBeNull();
    }
    expect(screen.getByRole('link', { name: '+54 9 11 5555-1234' }).getAttribute('href')).toBe(
      'https://wa.me/5491155551234',
    );
  });

  test.each<[Role, string, boolean]>([
    ['admin', 'luis', true],
    ['admin', 'marta', false],
    ['admin', 'ana', false],
    ['owner', 'marta', true],
    ['owner', 'ana', true],
    ['owner', 'juan', false],
  ])('%s may take off %s: %s', async (role, sheet, isOffered) => {
    await show({ role, sheet });
    expect(screen.queryByRole('button', { name: 'Quitar del equipo' }) !== null).toBe(isOffered);
  });

  test('the last owner stays', async () => {
    await show({ sheet: 'ana', members: team.filter((member) => member.id !== 'juan') });
    expect(screen.queryByText(/Es la única persona con rol de dueño/)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Quitar del equipo' })).toBeNull();
  });
});

describe('somebody new', () => {
  test('is asked by his address, and the answer does not tell whether he has an account', async () => {
    const { written, farm } = await show({ sheet: 'agregar' });
    press('Por su correo');
    type('Correo electrónico', ' Tito@Campo.AR ');
    press('Administrador');
    press('Agregar al equipo');
    await screen.findByText('Ya está en el equipo.');
    expect(written()).toEqual([
      ['POST', '/api/organization/add-user', { organization_id: 'ombu', email: 'tito@campo.ar', role: 'admin' }],
    ]);
    expect(farm.done.map(([act]) => act)).toContain('sendNow');
    expect(field('Correo electrónico').value).toBe('');
  });

  test('gets a personal link, which who asks can hand over; the team has him when he accepts', async () => {
    const url = 'https://campo.test/sign-up#invitation=abc';
    await show({ sheet: 'agregar', answer: () => json({ ok: true, invitation_url: url }) });
    press('Por su correo');
    type('Correo electrónico', 'tito@campo.ar');
    press('Agregar al equipo');
    await screen.findByText(/entra al equipo cuando la acepta/);
    expect(screen.queryByText(url)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Copiar enlace' })).not.toBeNull();
  });

  test('an admin brings in hands alone', async () => {
    await show({ role: 'admin', sheet: 'agregar' });
    expect(screen.queryByText('Rol: Usuario')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Dueño' })).toBeNull();
  });

  test('gets an account, and a link that is handed to him', async () => {
    const url = 'https://campo.ar/admin-activation#token=abc&email=tito%40campo.ar';
    const { written } = await show({
      sheet: 'agregar',
      answer: (_method, path) => (path.endsWith('add-user-admin') ? json({ ok: true, activation_url: url }) : null),
    });
    press('Crear su cuenta');
    type('Nombre', 'tito');
    type('Apellido', 'Luna');
    type('Correo electrónico', 'tito@campo.ar');
    press('Crear cuenta y enlace');
    await screen.findByText(url);
    expect(written()[0]?.[2]).toEqual({
      organization_id: 'ombu',
      first_name: 'tito',
      last_name: 'Luna',
      email: 'tito@campo.ar',
      phone: null,
      role: 'user',
    });
  });

  test('whose address is taken is told at its field, and what was typed stays', async () => {
    const message = 'Ya existe una cuenta con ese correo: agregala como integrante';
    await show({
      sheet: 'agregar',
      answer: () => json({ ok: false, code: 'EMAIL_TAKEN', message, issues: [{ path: 'email', message }] }, 409),
    });
    press('Crear su cuenta');
    type('Nombre', 'tito');
    type('Apellido', 'Luna');
    type('Correo electrónico', 'tito@campo.ar');
    press('Crear cuenta y enlace');
    await waitFor(() => expect(field('Correo electrónico').getAttribute('aria-invalid')).toBe('true'));
    expect(field('Nombre').value).toBe('tito');
  });

  test('who has not chosen a password yet can be given another link', async () => {
    const { written } = await show({
      sheet: 'nueva',
      answer: (_method, path) =>
        path.endsWith('add-user-admin') ? json({ ok: true, activation_url: 'https://campo.ar/otro' }) : null,
    });
    press('Crear otro enlace');
    await screen.findByText('https://campo.ar/otro');
    expect(written()[0]?.[2]).toMatchObject({ email: 'nueva@campo.ar', role: 'user' });
  });
});

describe('an invitation that nobody took', () => {
  test('can be sent again, and taken back', async () => {
    const { written } = await show();
    const row = (await screen.findByText('tito@campo.ar')).closest('li') ?? document.body;
    expect(row.textContent).toContain('Invitado · Usuario · vence el 28/11/2096');
    fireEvent.click(within(row).getByRole('button', { name: 'Mandar otra vez' }));
    await screen.findByText('Invitación enviada de nuevo a tito@campo.ar.');
    fireEvent.click(within(row).getByRole('button', { name: 'Quitar' }));
    await screen.findByText('tito@campo.ar ya no está invitado: su enlace no sirve más.');
    expect(written()).toEqual([
      ['POST', '/api/organization/add-user', { organization_id: 'ombu', email: 'tito@campo.ar', role: 'user' }],
      ['DELETE', '/api/organization/user/inv', { organization_id: 'ombu' }],
    ]);
  });
});

describe('a member', () => {
  test('gets another role, named once more by his address', async () => {
    const { written } = await show({
      sheet: 'luis',
      answer: (method) => (method === 'PATCH' ? json({ ok: true, user: team[0] }) : null),
    });
    press('Administrador');
    press('Cambiar rol');
    await screen.findByText('Luis ahora es Administrador.');
    expect(written()).toEqual([
      ['PATCH', '/api/organization/user/luis/role', { role: 'admin', organization_id: 'ombu', email: 'luis@campo.ar' }],
    ]);
  });

  test('a refused change is said', async () => {
    await show({ sheet: 'luis', answer: () => refusal(403, 'No tenés permiso para hacer esto', 'FORBIDDEN') });
    press('Administrador');
    press('Cambiar rol');
    expect(await screen.findByText('No tenés permiso para hacer esto')).not.toBeNull();
  });

  test('is taken off after a question', async () => {
    const { written, onClose } = await show({ sheet: 'luis' });
    press('Quitar del equipo');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Quitar a Luis Paz?' });
    expect(dialog.textContent).toContain('Sus registros quedan a su nombre');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Quitar' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(written()).toEqual([['DELETE', '/api/organization/user/luis', { organization_id: 'ombu' }]]);
  });
});

describe('what a role may do', () => {
  test.each(roles)('as %s is told whole: everything is allowed or denied, and nothing is both', (role) => {
    const { allowed, denied } = rightsOf({ role, showsFinance: true });
    expect(allowed.filter((sentence) => denied.includes(sentence))).toEqual([]);
    expect(allowed.length).toBeGreaterThan(0);
  });

  test('an admin whose owner keeps the prices to himself reads so', () => {
    const words = 'Ver precios, compras y facturas';
    expect(rightsOf({ role: 'admin', showsFinance: false }).denied).toContain(words);
    expect(rightsOf({ role: 'admin', showsFinance: true }).allowed).toContain(words);
  });

  test('opens at one’s own', async () => {
    await show({ role: 'user', sheet: 'roles' });
    const dialog = screen.getByRole('dialog', { name: 'Qué puede cada rol' });
    expect(within(dialog).getByRole('button', { name: 'Usuario' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Dueño' }));
    expect(within(dialog).queryByText('Eliminar el establecimiento')).not.toBeNull();
  });
});

describe('the greeting', () => {
  test('goes to everybody, and says to how many', async () => {
    const { written } = await show({
      answer: (_method, path) => (path.endsWith('send-greeting') ? json({ ok: true, recipients: 5 }) : null),
    });
    press('Enviar saludo');
    await screen.findByText('Saludo enviado a 5 integrantes.');
    expect(written()).toEqual([['POST', '/api/organization/ombu/send-greeting', undefined]]);
  });
});

describe('somebody without access to the app', () => {
  const cacho = person('cacho', 'cacho', 'user', { last_name: '', state: 'sin_acceso', email: undefined });
  const withCacho = [...team, cacho];
  const without = (more: Scene = {}) => show({ sheet: 'cacho', members: withCacho, ...more });

  test('is listed as such', async () => {
    await show({ members: withCacho });
    const row = screen.getByRole('button', { name: /^Cacho/ });
    expect(row.textContent).toBe('Cacho+54 9 11 5555-1234Sin acceso');
  });

  test('is added by one name, and the next one may follow', async () => {
    const { written, farm } = await show({
      sheet: 'agregar',
      answer: (_method, path) => (path.endsWith('add-person') ? json({ ok: true, user: cacho }) : null),
    });
    press('Sin acceso a la app');
    expect(screen.queryByLabelText('Correo electrónico')).toBeNull();
    type('Nombre', 'cacho');
    type(/^Celular/, '11 5555-1234');
    press('Agregar sin acceso');
    await screen.findByText('Ya está en el equipo, sin acceso a la app.');
    expect(written()).toEqual([
      [
        'POST',
        '/api/organization/add-person',
        { organization_id: 'ombu', first_name: 'cacho', last_name: '', phone: '+5491155551234' },
      ],
    ]);
    expect(farm.done.map(([act]) => act)).toContain('sendNow');
    expect(field('Nombre').value).toBe('');
  });

  test('without a name is asked for one, and nothing is sent', async () => {
    const { written } = await show({ sheet: 'agregar' });
    press('Sin acceso a la app');
    type(/^Celular/, '15 abc');
    press('Agregar sin acceso');
    await screen.findByText('Completá este dato');
    expect(screen.queryByText('Ingresá un celular argentino con código de área, sin 0 ni 15')).not.toBeNull();
    expect(written()).toEqual([]);
  });

  test('whose name the team has is told at its field, and what was typed stays', async () => {
    const message = 'Ya hay alguien con ese nombre en el equipo: agregá el apellido o un apodo';
    const issues = [{ path: 'first_name', message }];
    await show({ sheet: 'agregar', answer: () => json({ ok: false, code: 'NAME_TAKEN', message, issues }, 409) });
    press('Sin acceso a la app');
    type('Nombre', 'Luis');
    press('Agregar sin acceso');
    await waitFor(() => expect(field('Nombre').getAttribute('aria-invalid')).toBe('true'));
    expect(field('Nombre').value).toBe('Luis');
  });

  test('has no phones and no role to look at', async () => {
    await without();
    expect(screen.queryByText('Sin acceso a la app: recibe tareas, pero no ingresa')).not.toBeNull();
    for (const words of ['Sus celulares', 'Rol en el equipo', 'Todavía no entró']) {
      expect(screen.queryByText(words), words).toBeNull();
    }
  });

  test('gets another name or telephone', async () => {
    const changed = json({ ok: true, user: { ...cacho, first_name: 'Oscar', last_name: 'Luna' } });
    const { written } = await without({ answer: (method) => (method === 'PUT' ? changed : null) });
    press('Cambiar sus datos');
    expect(field(/^Celular/).value).toBe('+54 9 11 5555-1234');
    type('Nombre', 'Oscar');
    type(/^Apellido/, 'Luna');
    type(/^Celular/, '');
    press('Guardar cambios');
    await screen.findByRole('button', { name: 'Cambiar sus datos' });
    const body = { organization_id: 'ombu', first_name: 'Oscar', last_name: 'Luna', phone: null };
    expect(written()).toEqual([['PUT', '/api/organization/person/cacho', body]]);
  });

  test('is given access by a link, and keeps what he has', async () => {
    const url = 'https://campo.ar/admin-activation#token=abc';
    const { written } = await without({ answer: () => json({ ok: true, activation_url: url }) });
    press('Dar acceso a la app');
    press('Con su correo');
    type('Apellido', 'Luna');
    type('Correo electrónico', 'Cacho@campo.ar');
    press('Crear cuenta y enlace');
    await screen.findByText(url);
    expect(screen.queryByRole('button', { name: 'Dar acceso a la app' })).toBeNull();
    const names = { first_name: 'cacho', last_name: 'Luna', user_id: 'cacho' };
    expect(written()).toEqual([
      [
        'POST',
        '/api/organization/add-user-admin',
        { organization_id: 'ombu', ...names, email: 'cacho@campo.ar', role: 'user' },
      ],
    ]);
  });

  test('is taken off after a question that says what becomes of his tasks', async () => {
    const { written } = await without({ role: 'admin' });
    press('Quitar del equipo');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Quitar a Cacho?' });
    expect(dialog.textContent).toContain('Su nombre queda en las que ya tiene.');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Quitar' }));
    await waitFor(() =>
      expect(written()).toEqual([['DELETE', '/api/organization/user/cacho', { organization_id: 'ombu' }]]),
    );
  });

  test('is only read by a hand, and stays as he is where there is no signal', async () => {
    await without({ role: 'user' });
    expect(screen.queryByRole('button', { name: 'Dar acceso a la app' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Quitar del equipo' })).toBeNull();
    cleanup();
    await without({ isOffline: true });
    for (const name of ['Cambiar sus datos', 'Dar acceso a la app', 'Quitar del equipo']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name, hidden: true }).disabled, name).toBe(true);
    }
  });
});
