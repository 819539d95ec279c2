import { expect, type Page, test } from '@playwright/test';
import { createDevice, deskSize, type Device, signIn } from './support/device.ts';
import { call, type Person } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { tooWide } from './support/too-wide.ts';
import { untilQuiet } from './support/until-quiet.ts';

/** Whoever types without a space, or pastes a code for a name, still sees his whole screen: on the narrowest phone and at a desk. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

/** A name as long as its field takes, in one word. */
const unbroken = (word: string, length: number): string => word.padEnd(length, 'x');

const owner: Person = {
  email: 'larga@campo.test',
  password: 'la tranquera de larga 7',
  first_name: unbroken('Maximiliana', 80),
  last_name: unbroken('Etcheverrygaray', 80),
};
/** The purchases of this month are the ones that are listed. */
const day = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });

let server: ServerProcess;
let device: Device;
let paths: readonly string[];

type Body = Readonly<Record<string, unknown>>;

/** Everything that has a name, made by its call; gives the screens that show them. */
async function settle(): Promise<readonly string[]> {
  const body = { ...owner, phone: '+5491155551234' };
  const token = String((await call(server, 'POST', '/api/auth/sign-up', { body }))['token']);
  const make = async (path: string, part: string, fields: Body): Promise<string> => {
    const made = await call(server, 'POST', path, { token, body: fields });
    return (made[part] as { readonly id: string }).id;
  };
  const org = await make('/api/organization', 'organization', { name: unbroken('Establecimiento', 80) });
  const { categories } = (await call(server, 'GET', `/api/animal-categories/${org}`, { token })) as {
    categories: { readonly id: string; readonly name: string }[];
  };
  const cow = categories.find(({ name }) => name === 'Vaca')?.id;
  await make(`/api/campo/${org}`, 'campo', { name: unbroken('Campo', 60), locality: unbroken('Localidad', 60) });
  const rodeo = await make(`/api/rodeo/${org}`, 'rodeo', { name: unbroken('Rodeo', 60), breed: unbroken('Raza', 40) });
  await call(server, 'POST', `/api/lot/create/${org}`, { token, body: { name: unbroken('Lote', 60), hectares: 120 } });
  const { lots } = (await call(server, 'GET', `/api/lot/info/${org}`, { token })) as {
    lots: { readonly id: string }[];
  };
  const lot = String(lots[0]?.id);
  const buy = { date: day, rodeo_id: rodeo, lot_id: lot, animals: [{ type: cow, count: 99_999 }] };
  const bought = await make(`/api/movement/purchase/${org}`, 'movement', {
    ...buy,
    detail: unbroken('Detalle', 900),
    supplier: unbroken('Proveedor', 100),
  });
  const item = { name: unbroken('Insumo', 80), kind: 'medicamento', unit: 'dosis', quantity: 999_999 };
  const asset = await make('/api/asset', 'asset', { ...item, organization_id: org, storage: unbroken('Galpón', 120) });
  await make(`/api/task/${org}`, 'task', { title: unbroken('Tarea', 120), lot_id: lot });
  await make(`/api/note/create/${org}`, 'note', { text: unbroken('Nota', 900), tags: [unbroken('etiqueta', 40)] });
  const service = { service_type: 'natural', service_start: '2025-11-01', service_end: '2026-01-31' };
  const cycle = await make(`/api/reproductive-cycle/${org}`, 'cycle', {
    ...service,
    name: unbroken('Ciclo', 60),
    rodeo_ids: [rodeo],
  });
  const invoice = await make(`/api/invoice/${org}`, 'invoice', {
    direction: 'recibida',
    kind: 'factura',
    issued_on: day,
    issuer: { name: unbroken('Proveedor', 80), cuit: null },
    lines: [{ concept: unbroken('Concepto', 100), quantity: 1, net: '999999999.00', vat_rate: 21 }],
  });
  const details = [`lots/${lot}`, `rodeos/${rodeo}`, `data/${bought}`, `stock/${asset}`, `billing/${invoice}`];
  const lists = [
    'dashboard',
    'campos',
    'lots',
    'rodeos',
    'data',
    'ciclos-reproductivos',
    'stock',
    'purchases',
    'billing',
  ];
  const others = [
    'tasks',
    'notes',
    'work-team',
    'configuration',
    'dashboard?registrar=birth',
    'dashboard?registrar=buy',
  ];
  return [...lists, ...details, `ciclos-reproductivos/${cycle}`, ...others];
}

const walk = async (page: Page): Promise<readonly string[]> => {
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(`${server.address}/${path}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await untilQuiet(page);
    const pixels = await tooWide(page);
    if (pixels > 0) wide.push(`${path}: ${pixels} px`);
  }
  return wide;
};

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  paths = await settle();
  device = await createDevice({ width: 320, height: 640 });
  await signIn(device, server.address, owner);
});

test.afterAll(async () => {
  await device?.close();
  await server?.close();
});

test('names of one endless word widen no screen of 320 px', async () => {
  expect(await walk(device.page)).toEqual([]);
});

test('nor one at a desk', async () => {
  const { page } = device;
  await page.setViewportSize(deskSize);
  expect(await walk(page)).toEqual([]);
  // There the head of a table names its columns once.
  await page.goto(`${server.address}/purchases`);
  await expect(page.getByRole('columnheader', { name: 'Proveedor' })).toBeVisible();
  await expect(page.locator('td').getByText('Proveedor', { exact: true }).first()).toBeHidden();
});
