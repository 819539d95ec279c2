// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FarmViews } from '../../../src/app/sync/farm.ts';
import { csvOf } from '../../../src/app/platform/csv.ts';
import { movementCsv } from '../../../src/app/farm/movement-csv.ts';
import { exportHerd, exportMovements } from '../../../src/app/features/configuration/export-section.tsx';
import { Organization } from '../../../src/app/features/configuration/organization.tsx';
import { fakeFarm, movementView, renderScreen } from '../../support/fake-farm.tsx';
import { json, refusal } from '../../support/phone-session.ts';
import { signedIn } from '../../support/signed-in.ts';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText(label);
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const change = (label: string | RegExp, text: string): void =>
  void fireEvent.change(field(label), { target: { value: text } });

const settings = {
  legal_name: 'El Ombú S.A.',
  cuit: '30712345678',
  vat_condition: 'ri',
  province: 'Buenos Aires',
  campaign_start: '07-01',
  currency: 'ARS',
  show_finance_to_admins: true,
};
const organization = { id: 'ombu', name: 'El Ombú', users: [], categories: [], settings };

async function show(role: 'owner' | 'admin' | 'user', answer: (method: string) => Response | null = () => null) {
  const list = [{ organization: { id: 'ombu', name: 'El Ombú' }, role }];
  const phone = await signedIn(
    ({ path, method }) => {
      if (path === '/api/organization/data/ombu') return json({ ok: true, organization });
      return method === 'GET' ? null : (answer(method) ?? json({ ok: true, organization, alreadyDeleted: false }));
    },
    { list },
  );
  await renderScreen(<Organization unsent={1} />, { session: phone.session });
  if (role !== 'user') await screen.findByLabelText('Nombre del establecimiento');
  return phone;
}

describe('the data of a farm', () => {
  test('is shown as it is, and goes up whole when it is saved', async () => {
    const phone = await show('owner');
    expect(field(/CUIT/).value).toBe('30-71234567-8');
    change('Nombre del establecimiento', 'El Ombú Viejo');
    change(/CUIT/, '30-70308853-4');
    fireEvent.click(screen.getByLabelText('Los administradores ven precios y facturas'));
    press('Guardar cambios');
    await screen.findByText('Cambios guardados.');
    expect(phone.sent.find((call) => call.method === 'PUT')).toMatchObject({
      path: '/api/organization/ombu',
      body: { name: 'El Ombú Viejo', settings: { cuit: '30703088534', show_finance_to_admins: false } },
    });
  });

  test('a CUIT whose check digit is wrong is told at its field', async () => {
    const phone = await show('owner');
    change(/CUIT/, '30-71234567-0');
    press('Guardar cambios');
    await waitFor(() => expect(field(/CUIT/).getAttribute('aria-invalid')).toBe('true'));
    expect(phone.sent.some((call) => call.method === 'PUT')).toBe(false);
  });

  test('an admin edits it, but neither decides over money nor deletes the farm', async () => {
    await show('admin');
    expect(screen.queryByLabelText('Los administradores ven precios y facturas')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Eliminar El Ombú' })).toBeNull();
  });

  test('a hand reads its name and his role', async () => {
    await show('user');
    expect(screen.queryByText('Tu rol: Usuario')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Guardar cambios' })).toBeNull();
  });
});

describe('leaving a farm', () => {
  test('asks first, with what waits to be sent', async () => {
    const phone = await show('user');
    press('Salir de El Ombú');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Tenés 1 registro sin enviar');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Salir' }));
    await waitFor(() =>
      expect(phone.sent.map(({ method, path, body }) => [method, path, body])).toContainEqual([
        'DELETE',
        '/api/organization/user/juan',
        { organization_id: 'ombu' },
      ]),
    );
  });

  test('the last owner is told why he stays', async () => {
    await show('owner', (method) =>
      method === 'DELETE' ? refusal(409, 'Tiene que quedar al menos un dueño', 'LAST_OWNER') : null,
    );
    press('Salir de El Ombú');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Salir' }));
    expect(await screen.findByText('Tiene que quedar al menos un dueño')).not.toBeNull();
  });
});

describe('the end of a farm', () => {
  test('is reached by writing its name, case and accents aside', async () => {
    const phone = await show('owner');
    press('Eliminar El Ombú');
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar El Ombú?' });
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Eliminar' });
    expect(button.disabled).toBe(true);
    change('Escribí El Ombú para confirmar', 'el ombu');
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
    await waitFor(() =>
      expect(phone.sent.map(({ method, path }) => [method, path])).toContainEqual(['DELETE', '/api/organization/ombu']),
    );
  });
});

describe('the files for a spreadsheet', () => {
  test('carry every movement in typed columns', async () => {
    const farm = fakeFarm({
      movements: [
        movementView({ animals: [{ type: 'ternero', count: 2 }], detail: 'al alba; llovía' }),
        movementView({ id: 'other', created_by: 'juan' }),
      ],
    });
    const fileOf = async (onlyOf: string | null): Promise<string[]> =>
      ((await exportMovements(farm.views, await movementCsv(farm.views, true), { onlyOf })) ?? [])
        .join('')
        .split('\r\n');
    const lines = await fileOf(null);
    expect(lines[0]).toMatch(/^\uFEFFRegistro id;Renglón;Renglón de;Fecha;Tipo de registro;Movimiento;Estado;Envío;/);
    expect(lines[1]).toMatch(
      /^movement-1;1;Terneros;2026-11-05;BIRTH;Nacimiento;Activo;Enviado;ombu;El Ombú;cria;Cría;ternero;Ternero.*;2;/,
    );
    expect(lines[1]).toContain(';"al alba; llovía";');
    expect(lines).toHaveLength(4);
    expect(await fileOf('juan')).toHaveLength(3);
  });

  test('are written page by page, and end where nobody wants them any more', async () => {
    const farm = fakeFarm({ movements: [movementView({})] });
    const asked: (string | null)[] = [];
    const page: FarmViews['page'] = async (_filter, after) => {
      asked.push(after);
      return Promise.resolve({ items: [movementView({ id: `m-${asked.length}` })], next: `after ${asked.length}` });
    };
    const views = { ...farm.views, page };
    const told: number[] = [];
    const onPage = (records: number): boolean => told.push(records) < 3;
    expect(await exportMovements(views, await movementCsv(views, false), { onlyOf: null, onPage })).toBeNull();
    expect(asked).toEqual([null, 'after 1', 'after 2']);
    expect(told).toEqual([1, 2, 3]);
  });

  test('carry the herd, cell by cell', async () => {
    const file = await exportHerd(fakeFarm().views);
    expect(file).toContain('Lote;Rodeo;Categoría;Cabezas;Coeficiente EV;EV');
    expect(file).toContain('El Ombú;Cría;Vaca;60;1;60');
  });

  test.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)'])('never carry «%s» as a formula', (name) => {
    expect(csvOf([[name]])).toMatch(/^\uFEFF"?'/);
  });

  test('write figures with a comma and double the quotes of a text', () => {
    expect(csvOf([[1.5, 'dice "hola"', null]])).toBe('\uFEFF1,5;"dice ""hola""";\r\n');
  });
});
