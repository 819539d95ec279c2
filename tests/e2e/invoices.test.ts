import { expect, type Page, test } from '@playwright/test';
import encode from 'qr';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { untilDraftSaved } from './support/drafts.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** The owner files the farm's papers from her telephone: a photo with its QR, and a PDF that came in a chat. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Esperanza');
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.ana);
  // The app is whole on the phone: its service worker answers for every address.
  await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });
const said = {
  ver: 1,
  fecha: today,
  cuit: 20_123_456_786,
  ptoVta: 3,
  tipoCmp: 1,
  nroCmp: 1234,
  importe: 44_770,
  moneda: 'PES',
  ctz: 1,
  tipoCodAut: 'E',
  codAut: 74_123_456_789_012,
};

/** A photo of the paper: lines of print, and the tax office's code at its foot. */
async function takePhoto(page: Page): Promise<Buffer> {
  const address = `https://www.afip.gob.ar/fe/qr/?p=${Buffer.from(JSON.stringify(said)).toString('base64')}`;
  const squares = encode(address, 'raw', { ecc: 'medium', border: 4 });
  const base64 = await page.evaluate(async (rows) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2000, 2800];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('nothing to draw on');
    context.fillStyle = '#f4f1ea';
    context.fillRect(0, 0, 2000, 2800);
    context.fillStyle = '#222';
    for (let line = 0; line < 22; line += 1) context.fillRect(120, 300 + line * 80, 900 + ((line * 379) % 800), 26);
    for (const [y, row] of rows.entries())
      for (const [x, isBlack] of row.entries()) if (isBlack) context.fillRect(160 + x * 7, 2150 + y * 7, 7, 7);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 30_000) text += String.fromCharCode(...bytes.subarray(at, at + 30_000));
    return btoa(text);
  }, squares);
  return Buffer.from(base64, 'base64');
}

test('A photo of an invoice fills in its form, outlives the lack of signal, is checked and paid in part', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/upload-invoice`);
  const photo = { name: 'factura.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(page) };
  await phone.setSignal(false);
  await page.getByLabel('Elegir foto o PDF').last().setInputFiles(photo);
  await expect(page.getByText('Leímos el QR de ARCA')).toBeVisible();
  await expect(page.getByLabel('Número', { exact: true })).toHaveValue('1234');
  await expect(page.getByLabel('CUIT')).toHaveValue('20-12345678-6');
  await page.getByLabel('Proveedor').fill('Agro Sur');
  await page.getByRole('button', { name: 'Agregar ítem' }).click();
  await page.getByLabel('Concepto').fill('Ivermectina');
  await page.getByLabel('Cantidad').fill('2');
  await page.getByLabel(/Precio unitario/).fill('18.500');
  await untilDraftSaved(page, '18.500');
  await page.reload();
  await expect(page.getByText('Recuperamos lo que estabas cargando')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Fotos' }).locator('img')).toBeVisible();
  await phone.setSignal(true);
  await page.getByRole('button', { name: 'Revisar y guardar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmar factura' });
  await expect(dialog.getByLabel('Controles')).toContainText('La suma es correcta');
  await expect(dialog.getByLabel('Controles')).not.toContainText('La suma no es');
  await expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(/\/billing\/[\w-]+$/);
  await expect(page.getByText('factura.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  await page.getByLabel('Importe', { exact: true }).fill('20.000');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Parcial', { exact: true })).toBeVisible();
  await expect(page.getByText('$ 24.770,00')).toBeVisible();
  await expect(page.getByText('Se envía sola cuando haya señal')).toBeHidden();
});

test('Two invoices without signal are kept with their papers, changed, and sent by themselves', async () => {
  const { page } = phone;
  await phone.setSignal(false);
  for (const name of ['Ferretería El Clavo', 'Corralón Norte']) {
    await page.goto(`${server.address}/upload-invoice`);
    const pdf = Buffer.from('%PDF-1.4\nxref\n0 0\ntrailer<<>>\nstartxref\n9\n%%EOF\n');
    await page
      .getByLabel('Elegir foto o PDF')
      .last()
      .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: pdf });
    await page.getByLabel('Tipo').selectOption('ticket');
    await page.getByLabel('Proveedor').fill(name);
    await page.getByRole('button', { name: 'Hoy' }).click();
    await page.getByLabel('Total del ticket').fill('12.500');
    await expect(page.getByText(`${name}.pdf`)).toBeVisible();
    await page.getByRole('button', { name: 'Revisar y guardar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
    await expect(page).toHaveURL(/\/billing\/[\w-]+$/);
    await expect(page.getByText('Se envía sola cuando haya señal')).toBeVisible();
    await expect(page.getByText('se envía con la factura')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByRole('dialog').getByLabel('Proveedor').fill('Corralón del Norte');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Corralón del Norte').first()).toBeVisible();
  await page.goto(`${server.address}/billing`);
  await page.reload();
  const list = page.getByRole('list', { name: 'Facturas' });
  await expect(list.getByText('sin enviar')).toHaveCount(2);
  await page
    .getByRole('button', { name: /pendientes|Sin señal/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Por enviar' }).getByText('Factura nueva')).toHaveCount(2);
  await page.getByRole('button', { name: 'Cerrar' }).click();
  await phone.setSignal(true);
  await expect(list.getByText('sin enviar')).toHaveCount(0, { timeout: 30_000 });
  await list.getByText('Corralón del Norte').click();
  await expect(page.getByText('Corralón Norte.pdf')).toBeVisible();
  await expect(page.getByText('se envía con la factura')).toBeHidden({ timeout: 30_000 });
  await expect(page.getByText('Corralón Norte.pdf')).toBeVisible();
  expect(phone.errors).toEqual([]);
});

test('The same paper again is known as one that is there', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/upload-invoice`);
  const photo = { name: 'otra.jpg', mimeType: 'image/jpeg', buffer: await takePhoto(page) };
  await page.getByLabel('Elegir foto o PDF').last().setInputFiles(photo);
  await expect(page.getByText('Leímos el QR de ARCA')).toBeVisible();
  await page.getByRole('button', { name: 'Revisar y guardar' }).click();
  await expect(page.getByLabel('Controles')).toContainText('Ya está cargada: Factura A 00003-00001234');
  await page.getByRole('button', { name: 'Editar' }).click();
  await expect(page.getByLabel('Proveedor')).toHaveValue('Agro Sur');
  await page.reload();
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click();
  await expect(page.getByLabel('Proveedor')).toHaveValue('');
});

/** What the phone's share sheet does: it posts a form to the app, whose server may be out of reach. */
async function shareFile(page: Page, name: string): Promise<void> {
  await page.evaluate((fileName) => {
    const bytes = new TextEncoder().encode('%PDF-1.4\nxref\n0 0\ntrailer<<>>\nstartxref\n9\n%%EOF\n');
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], fileName, { type: 'application/pdf' }));
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/upload-invoice', enctype: 'multipart/form-data' });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'file' });
    input.files = chosen.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, name);
}

test('A PDF that another app shares is on the form, without signal, and stays there', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/billing`);
  await phone.setSignal(false);
  await shareFile(page, 'remito 12.pdf');
  await expect(page).toHaveURL(/\/upload-invoice\?compartido=[\w-]{36}/);
  await expect(page.getByRole('button', { name: 'Ver remito 12.pdf' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Ver remito 12.pdf' })).toBeVisible();
  await shareFile(page, 'otro.pdf');
  // The form has a paper already: whether the next one belongs to it is for the person to say.
  await page.getByRole('button', { name: 'Agregar otro.pdf a esta factura' }).click();
  await expect(page.getByRole('button', { name: 'Ver otro.pdf' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agregar otro.pdf a esta factura' })).toBeHidden();
  await phone.setSignal(true);
  expect(phone.errors).toEqual([]);
});
