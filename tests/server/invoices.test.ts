import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileLimits } from '../../src/domain/office/file-types.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import { Refusal } from '../../src/server/kernel/call.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let address: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  address = `/api/invoice/${farm.organizationId}`;
});
beforeEach(() => {
  farm.clock.now += 1000;
});

let number = 0;
/** A purchase of vaccines, whole, with a number of its own: $ 121.000. */
const vaccines = () => {
  number += 1;
  return {
    direction: 'recibida',
    kind: 'factura',
    letter: 'A',
    point_of_sale: 3,
    number,
    issued_on: '2026-11-10',
    due_on: '2026-11-20',
    issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
    recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
    lines: [{ concept: 'Vacuna aftosa', quantity: 100, unit_price: '1000.00', vat_rate: 21 }],
  };
};
const enter = (who: PersonName, body: object) => farm.as(who, 'POST', address, body);
const entered = async (body: object = {}): Promise<Invoice> => {
  const answer = await enter('beto', { ...vaccines(), state: 'pendiente', ...body });
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['invoice'] as Invoice;
};
const change = (id: string, body: object) => farm.as('ana', 'PUT', `${address}/${id}`, body);
const invoice = async (id: string): Promise<Invoice> =>
  (await farm.as('ana', 'GET', `${address}/${id}`)).body['invoice'] as Invoice;
const listed = async (): Promise<string[]> =>
  ((await farm.as('ana', 'GET', address)).body['invoices'] as Invoice[]).map((one) => one.id);
const pay = (...amounts: string[]) => ({
  payments: amounts.map((amount) => ({ date: '2026-11-21', amount, method: 'transferencia' })),
});
const heard = () => farm.commits.at(-1)?.announcements;

describe('An invoice', () => {
  test('is entered whole, adds up, and is told to the room without a word of what it says', async () => {
    const one = await entered();
    expect(one).toMatchObject({
      state: 'pendiente',
      overdue: true,
      full_number: `A 00003-0000000${number}`,
      net: '100000.00',
      vat: '21000.00',
      other: '0.00',
      total: '121000.00',
      currency: 'ARS',
      attachments: [],
      checks: [],
    });
    expect(heard()).toEqual([{ action: 'invoice-created', payload: {} }]);
  });

  test('is kept as a draft whatever it lacks, and says what', async () => {
    const { body } = await enter('ana', { kind: 'factura' });
    const draft = body['invoice'] as Invoice & { checks: { path: string }[] };
    expect(draft).toMatchObject({ state: 'borrador', total: '0.00' });
    expect(draft.checks.map((check) => check.path)).toEqual(expect.arrayContaining(['issued_on', 'issuer', 'lines']));
    expect(await change(draft.id, { state: 'pendiente' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY' },
    });
    expect((await change(draft.id, { ...vaccines(), state: 'pendiente' })).body).toMatchObject({
      invoice: { state: 'pendiente', version: 2 },
    });
    expect(await change(draft.id, { state: 'borrador' })).toMatchObject({ status: 409 });
  });

  test('whose total is not the sum of its lines is refused unless it is a draft', async () => {
    const wrong = { ...vaccines(), total: '130000.00' };
    expect(await enter('ana', { ...wrong, state: 'pendiente' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'total', message: 'El total no es la suma de las líneas' }] },
    });
    expect((await enter('ana', wrong)).body).toMatchObject({
      invoice: { state: 'borrador', total: '130000.00', checks: [{ path: 'total' }] },
    });
  });

  test('says whether its total was sent or added up', async () => {
    const one = await entered();
    expect(one['total_typed']).toBe(false);
    const typed = (await change(one.id, { total: '121000.40' })).body['invoice'];
    expect(typed).toMatchObject({ total: '121000.40', total_typed: true });
    const again = (await change(one.id, { total: null })).body['invoice'];
    expect(again).toMatchObject({ total: '121000.00', total_typed: false });
  });

  test('that comes twice with the phone’s id is one', async () => {
    const body = { ...vaccines(), cid: randomUUID() };
    const [first, again] = [await enter('ana', body), await enter('ana', body)];
    expect(again.body).toEqual(first.body);
  });

  test('names records and categories of its farm alone', async () => {
    for (const part of [
      { movement_ids: [randomUUID()] },
      { lines: [{ concept: 'x', vat_rate: 0, category_id: randomUUID() }] },
    ])
      expect(await enter('ana', part)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test.each([
    ['a CUIT that is none', { issuer: { name: 'x', cuit: '20-12345678-5' } }, 'issuer.cuit', 'El CUIT no es válido'],
    ['a number for money', { total: 12.5 }, 'total', 'Ingresá un importe'],
    ['a letter that is none', { letter: 'Z' }, 'letter', 'Elegí la letra'],
    ['a CAE of five figures', { cae: '12345' }, 'cae', 'El CAE tiene 14 cifras'],
    ['a sum of its own', { net: '1.00' }, 'net', 'Hay datos que no corresponden'],
  ])('with %s is refused at its field', async (_what, body, path, message) => {
    expect(await enter('ana', body)).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
  });
});

describe('A second capture of an invoice', () => {
  test('goes to the one that is there, with its records, and its id stands for that one', async () => {
    const body = vaccines();
    const first = (await enter('ana', { ...body, state: 'pendiente' })).body['invoice'] as Invoice;
    const { body: rain } = await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm: 3 });
    const movement = (rain['movement'] as { id: string }).id;
    const cid = randomUUID();
    const second = await enter('beto', { ...body, cid, movement_ids: [movement] });
    expect(second.body).toMatchObject({
      attached: true,
      message: 'Esa factura ya estaba: se agregó a ella',
      invoice: { id: first.id, movement_ids: [movement] },
    });
    expect(await invoice(cid)).toMatchObject({ id: first.id });
    expect((await enter('beto', { ...body, cid })).body).toMatchObject({ invoice: { id: first.id } });
    expect((await listed()).filter((id) => id === first.id)).toHaveLength(1);
  });

  test('that began as a draft gives it its files and goes', async () => {
    const there = await entered();
    const files = [{ name: 'foto.pdf', bytes: smallPdf(randomUUID()) }];
    const draft = (await farm.as('ana', 'POST', `${address}/upload`, { files })).body['invoice'] as Invoice;
    const { letter, point_of_sale, number: same, issuer } = there as unknown as ReturnType<typeof vaccines>;
    const { body } = await change(draft.id, { kind: 'factura', letter, point_of_sale, number: same, issuer });
    expect(body).toMatchObject({ attached: true, invoice: { id: there.id, attachments: [{ name: 'foto.pdf' }] } });
    expect(await listed()).not.toContain(draft.id);
    expect(await invoice(draft.id)).toMatchObject({ id: there.id });
  });

  test('is none of an annulled one: the right one can be entered', async () => {
    const body = vaccines();
    const wrong = (await enter('ana', { ...body, state: 'pendiente' })).body['invoice'] as Invoice;
    await change(wrong.id, { state: 'anulada', cancel_reason: 'Mal cargada' });
    const right = (await enter('ana', body)).body['invoice'] as Invoice;
    expect(right.id).not.toBe(wrong.id);
  });
});

describe('A file', () => {
  test('whose row the database does not take in the end is taken away again', async () => {
    const { id } = await entered();
    const files = [{ name: 'a.pdf', bytes: smallPdf('factura') }];
    const attach = () => farm.as('ana', 'POST', `${address}/upload`, { invoice_id: id, files });
    const before = [...farm.outside.files.keys()];
    await farm.db.schema.alterTable('changes').renameTo('changes_away').execute();
    const refused = await attach();
    await farm.db.schema.alterTable('changes_away').renameTo('changes').execute();
    expect(refused.status).toBe(500);
    expect(farm.bugs.splice(0)).toHaveLength(1);
    expect([...farm.outside.files.keys()]).toEqual(before);
    expect((await invoice(id)).attachments).toEqual([]);
    await attach();
    expect([...farm.outside.files.keys()]).toHaveLength(before.length + 1);
  });

  test('is kept without what the camera noted of where it was taken', async () => {
    const { id } = await entered();
    const noted = new TextEncoder().encode('Exif GPS -34.60 -58.38');
    const frame = [0xff, 0xc0, 0, 11, 8, 0, 10, 0, 20, 1, 1, 0x11, 0];
    const picture = [...frame, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0xd9];
    const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, noted.length + 2, ...noted, ...picture]);
    const files = [{ name: 'foto.jpg', bytes }];
    const { body } = await farm.as('ana', 'POST', `${address}/upload`, { invoice_id: id, files });
    const [photo] = (body['invoice'] as Invoice).attachments;
    const clean = Uint8Array.from([0xff, 0xd8, ...picture]);
    expect(photo).toMatchObject({ type: 'image/jpeg', size: clean.length });
    expect(farm.outside.files.get(photo?.id ?? '')).toEqual(clean);
    // The same photo once more is the same photo.
    const again = await farm.as('ana', 'POST', `${address}/upload`, { invoice_id: id, files });
    expect((again.body['invoice'] as Invoice).attachments).toHaveLength(1);
  });

  test('has the name that its sender gave it, without what could lead elsewhere', async () => {
    const { id } = await entered();
    const named = async (name: string) => {
      const files = [{ name, bytes: smallPdf(name) }];
      const { body } = await farm.as('ana', 'POST', `${address}/upload`, { invoice_id: id, files });
      return (body['invoice'] as Invoice).attachments.at(-1)?.name;
    };
    expect(await named('../../etc/passwd')).toBe('passwd.pdf');
    farm.clock.now += 1000;
    expect(await named('C:\\fotos\\a\u202efdp')).toBe('afdp.pdf');
    farm.clock.now += 1000;
    expect(await named(`${'x'.repeat(5000)}.pdf`)).toBe(`${'x'.repeat(150)}.pdf`);
  });
});

describe('Nothing is kept of an upload', () => {
  const pdf = (name: string) => ({ name, bytes: smallPdf(`${name} ${randomUUID()}`) });
  const attach = (id: string, ...names: string[]) =>
    farm.as('ana', 'POST', `${address}/upload`, { invoice_id: id, files: names.map(pdf) });
  const kept = async () => [farm.outside.files.size, await farm.db.selectFrom('files').select('id').execute()];

  test.each(['factura.pdf.html', 'factura.exe', 'dibujo.svg', 'a\u202efdp.html', 'a.pdf%00.png'])(
    'whose name says something else than its content: %s',
    async (name) => {
      const { id } = await entered();
      const before = await kept();
      expect(await attach(id, 'a.pdf', name)).toMatchObject({ status: 415, body: { code: 'FILE_TYPE' } });
      expect(await kept()).toEqual(before);
    },
  );

  test('for which the disk has no room; it is taken when there is', async () => {
    const { id } = await entered();
    const before = await kept();
    const { files } = farm.outside;
    let room = 1;
    const disk = vi.spyOn(files, 'set').mockImplementation((name, bytes) => {
      if (room === 0) throw new Refusal({ code: 'DATABASE_UNAVAILABLE' });
      room -= 1;
      return Map.prototype.set.call(files, name, bytes) as typeof files;
    });
    const refused = await attach(id, 'a.pdf', 'b.pdf');
    disk.mockRestore();
    expect(refused).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } });
    expect(await kept()).toEqual(before);
    expect((await attach(id, 'a.pdf', 'b.pdf')).status).toBe(200);
    expect((await invoice(id)).attachments).toHaveLength(2);
  });

  test('that is more than a farm may have', async () => {
    const { id } = await entered();
    await attach(id, 'a.pdf');
    const fileId = (await invoice(id)).attachments[0]?.id ?? '';
    const setSize = (size: number) => farm.db.updateTable('files').set({ size }).where('id', '=', fileId).execute();
    await setSize(fileLimits.bytesPerOrganization);
    const before = await kept();
    const refused = await attach(id, 'b.pdf');
    expect(refused).toMatchObject({ status: 413, body: { message: 'No queda lugar para más archivos' } });
    expect(await kept()).toEqual(before);
    await setSize(1);
    expect((await attach(id, 'b.pdf')).status).toBe(200);
  });
});

describe('Payments', () => {
  test('make it parcial, then pagada; taken away they open it again', async () => {
    const { id } = await entered();
    expect((await change(id, pay('21000.00'))).body).toMatchObject({ invoice: { state: 'parcial', paid: '21000.00' } });
    expect((await change(id, pay('21000.00', '100000.00'))).body).toMatchObject({
      invoice: { state: 'pagada', overdue: false },
    });
    expect(await change(id, { number: 999 })).toMatchObject({
      status: 409,
      body: { message: 'La factura está pagada: quitá un pago para cambiarla' },
    });
    expect((await change(id, { notes: 'Pagada en el banco' })).status).toBe(200);
    expect((await change(id, pay())).body).toMatchObject({ invoice: { state: 'pendiente' } });
    expect((await change(id, { cae: '12345678901234' })).status).toBe(200);
  });

  test('are what says that it is paid, and are never more than it', async () => {
    const { id } = await entered();
    expect(await change(id, { state: 'pagada' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'payments', message: 'Cargá los pagos' }] },
    });
    expect(await change(id, pay('121001.01'))).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'payments', message: 'Los pagos superan el total' }] },
    });
  });

  test('of two people at once are not written over', async () => {
    const { id, version } = await entered();
    expect((await change(id, { ...pay('20000.00'), base_version: version })).status).toBe(200);
    expect(await change(id, { ...pay('30000.00'), base_version: version })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('cambió mientras tanto') as string },
    });
    expect(await invoice(id)).toMatchObject({ paid: '20000.00' });
    const { body } = await change(id, { ...pay('20000.00', '30000.00'), base_version: version + 1 });
    expect(body['invoice']).toMatchObject({ paid: '50000.00' });
  });
});

describe('An annulled invoice', () => {
  test('has its reason, and is changed no more', async () => {
    const { id } = await entered();
    expect(await change(id, { state: 'anulada' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'cancel_reason', message: 'Escribí el motivo' }] },
    });
    const { body } = await change(id, { state: 'anulada', cancel_reason: 'Repetida' });
    expect(body['invoice']).toMatchObject({ state: 'anulada', cancel_reason: 'Repetida', checks: [] });
    expect(await change(id, pay('1.00'))).toMatchObject({ status: 409, body: { message: 'La factura está anulada' } });
  });
});

describe('A deleted invoice', () => {
  test('leaves the list and the phones of the office', async () => {
    const { id } = await entered();
    const since = farm.commits.at(-1)?.seq ?? 0;
    expect((await farm.as('ana', 'DELETE', `${address}/${id}`)).body).toMatchObject({ alreadyDeleted: false });
    expect(heard()).toEqual([{ action: 'invoice-deleted', payload: { id } }]);
    expect((await farm.as('ana', 'DELETE', `${address}/${id}`)).body).toMatchObject({ alreadyDeleted: true });
    expect(await listed()).not.toContain(id);
    const { body } = await farm.as('ana', 'GET', `/api/sync/${farm.organizationId}?since=${since}`);
    expect(body['changes']).toMatchObject([{ table: 'invoices', id, row: null }]);
    expect(await change(id, { notes: 'x' })).toMatchObject({ status: 404 });
  });
});

describe('Who sees money', () => {
  const rowsFor = async (who: PersonName): Promise<(object | null)[]> => {
    const { body } = await farm.as(who, 'GET', `/api/sync/${farm.organizationId}?since=0`);
    return (body['changes'] as { table: string; row: object | null }[])
      .filter((one) => one.table === 'invoices')
      .map((one) => one.row);
  };
  const showFinance = (shown: boolean) =>
    farm.db
      .updateTable('organizations')
      .set({ settings: JSON.stringify({ show_finance_to_admins: shown }) })
      .where('id', '=', farm.organizationId)
      .execute();

  test('is never a hand: no call and no feed brings him an invoice', async () => {
    const { id } = await entered();
    for (const [method, path] of [
      ['GET', address],
      ['GET', `${address}/${id}`],
      ['PUT', `${address}/${id}`],
      ['DELETE', `${address}/${id}`],
    ] as const)
      expect(await farm.as('caro', method, path, {})).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await enter('caro', vaccines())).toMatchObject({ status: 403 });
    expect((await rowsFor('caro')).filter((row) => row !== null)).toEqual([]);
  });

  test('is an administrator as long as the owner lets him', async () => {
    const seen = async () => (await rowsFor('beto')).some((row) => row !== null);
    expect(await seen()).toBe(true);
    await showFinance(false);
    expect(await enter('beto', vaccines())).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await seen()).toBe(false);
    expect((await farm.as('ana', 'GET', address)).status).toBe(200);
    await showFinance(true);
    expect(await seen()).toBe(true);
  });
});

closesInOrder(() => farm);
