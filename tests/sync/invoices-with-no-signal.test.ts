import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { jpegOf } from '../support/pictures.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { indexedDbStore } from '../support/stores.ts';

type Call = Omit<Request, 'token'>;
const noAnswer: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'lost' };

let farm: FieldFarm;
let store: FarmStore;
let ana: ServerPhone;
let instead: (request: Call) => Reply | null;
/** The calls that arrive although their answers are lost. */
let lost: (request: Call) => boolean;

const openAna = (): ServerPhone => {
  const phone = openServerPhone(farm, 'ana', {
    store,
    onCall: (request) => {
      if (lost(request)) arrived.push(straight.call(request));
      return lost(request) ? noAnswer : instead(request);
    },
  });
  return phone;
};
let straight: ServerPhone;
let arrived: Promise<Reply>[];

beforeEach(async () => {
  farm = await createFieldFarm();
  store = indexedDbStore();
  instead = () => null;
  lost = () => false;
  arrived = [];
  straight = openServerPhone(farm, 'ana');
  ana = openAna();
  await ana.meet();
  ana.link.isUp = false;
  // It is known to be away before anything is risked.
  farm.clock.now += 20_000;
});

let number = 0;
const vaccines = (changes: object = {}) => {
  number += 1;
  return {
    direction: 'recibida',
    kind: 'factura',
    letter: 'A',
    point_of_sale: 3,
    number,
    issued_on: '2026-11-10',
    issuer: { name: 'Veterinaria Sur', cuit: '20-12345678-6', vat_condition: 'ri' },
    recipient: { name: 'La Esperanza SA', cuit: '33-69345023-9', vat_condition: 'ri' },
    lines: [{ concept: 'Vacuna aftosa', quantity: 100, unit_price: '1000.00', vat_rate: 21 }],
    state: 'pendiente',
    ...changes,
  };
};
const paper = async (id: string, name: string, bytes = smallPdf(name)) => {
  const kept = await ana.farm.blobs.keep(bytes, id);
  if (!kept.ok) throw new Error(kept.problem);
  return { digest: kept.value, name };
};
const make = async (changes: object = {}, papers: readonly object[] = []) => {
  const saved = await ana.farm.acts.createThing('invoice', { ...vaccines(changes), ...(papers[0] && { papers }) });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value;
};
const onServer = async (): Promise<Invoice[]> =>
  (await farm.as('ana', 'GET', `/api/invoice/${farm.organizationId}`)).body['invoices'] as Invoice[];
const filesOf = async (id: string): Promise<string[]> =>
  (await onServer())
    .find((one) => one.id === id)
    ?.attachments.map(({ name }) => name)
    .toSorted() ?? [];
const here = () => ana.farm.views.things('invoice');
const pendingTitles = async () => (await ana.farm.views.pending()).map(({ title, summary }) => `${title}: ${summary}`);

describe('Invoices made without signal', () => {
  test('are several, with their files; they stand in the list and in Pendientes, and are sent by themselves', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const shared = jpegOf(7);
    await make({ cid: a }, [await paper(a, 'uno.pdf'), await paper(a, 'foto.jpg', shared)]);
    // The same photo on another invoice is that one's too.
    await make({ cid: b }, [await paper(b, 'foto.jpg', shared)]);
    expect((await here()).map(({ row, state }) => [row.id, row.total, row.state, state])).toEqual(
      expect.arrayContaining([
        [a, '121000.00', 'pendiente', 'pendiente'],
        [b, '121000.00', 'pendiente', 'pendiente'],
      ]),
    );
    expect(await pendingTitles()).toEqual([
      `Factura nueva: Veterinaria Sur · A 00003-0000000${number - 1}`,
      `Factura nueva: Veterinaria Sur · A 00003-0000000${number}`,
    ]);
    expect(await ana.farm.blobs.waiting()).toEqual({ photos: 0, voices: 0, papers: 3, refused: 0 });
    expect((await ana.farm.blobs.papers(a)).map(({ name }) => name).toSorted()).toEqual(['foto.jpg', 'uno.pdf']);
    await ana.meet();
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    expect((await onServer()).map(({ id }) => id).toSorted()).toEqual([a, b].toSorted());
    expect([await filesOf(a), await filesOf(b)]).toEqual([['foto.jpg', 'uno.pdf'], ['foto.jpg']]);
    expect(await ana.farm.blobs.waiting()).toMatchObject({ papers: 0, refused: 0 });
    expect((await here()).map(({ row }) => row.attachments.length)).toEqual(expect.arrayContaining([1, 2]));
    expect(await ana.farm.blobs.papers(a)).toEqual([]);
  });

  test('survive the death of the app, and lost answers make none of them two', async () => {
    const id = randomUUID();
    await make({ cid: id }, [await paper(id, 'uno.pdf')]);
    ana.farm.stop();
    ana = openAna();
    expect((await here()).map(({ row }) => row.id)).toEqual([id]);
    lost = ({ method }) => method === 'POST';
    for (let times = 0; times < 3; times += 1) await ana.meet();
    await Promise.all(arrived);
    lost = () => false;
    for (let times = 0; times < 3; times += 1) await ana.meet();
    expect(await onServer()).toMatchObject([{ id, attachments: [{ name: 'uno.pdf' }] }]);
    expect(await ana.farm.views.pending()).toEqual([]);
    expect(await ana.farm.blobs.waiting()).toMatchObject({ papers: 0, refused: 0 });
  });

  test('know a file that the server has by its content, though the answer that said so was lost', async () => {
    const id = randomUUID();
    const photo = Uint8Array.from([
      ...jpegOf(7).subarray(0, 2),
      0xff,
      0xfe,
      0,
      4,
      0x68,
      0x69,
      ...jpegOf(7).subarray(2),
    ]);
    await make({ cid: id }, [await paper(id, 'uno.pdf'), await paper(id, 'foto.jpg', photo)]);
    lost = ({ path }) => path.includes('upload');
    for (let times = 0; times < 3; times += 1) await ana.meet();
    await Promise.all(arrived);
    const listed = (await onServer()).flatMap(({ attachments }) => attachments.map(({ digest }) => digest));
    const waiting = await ana.farm.blobs.papers(id);
    expect(new Map(waiting.map(({ name, isSent }) => [name, isSent]))).toEqual(
      new Map([
        ['foto.jpg', false],
        ['uno.pdf', false],
      ]),
    );
    expect(new Set(waiting.map(({ content }) => content))).toEqual(new Set(listed));
    expect(listed).toHaveLength(2);
  });

  test('are opened, changed, paid and given more files while they wait: it is one call', async () => {
    const { entityId: id } = await make({ state: 'borrador', lines: [] });
    expect((await ana.farm.views.thing('invoice', id))?.row).toMatchObject({ state: 'borrador', total: '0.00' });
    const lines = [{ concept: 'Ivermectina', quantity: 2, unit_price: '500.00', vat_rate: 21 }];
    const payments = [{ date: '2026-11-12', amount: '210.00', method: 'efectivo' }];
    expect(await ana.farm.acts.editThing('invoice', id, { lines, state: 'pendiente' })).toMatchObject({ ok: true });
    expect(await ana.farm.acts.editThing('invoice', id, { payments })).toMatchObject({ ok: true });
    for (const name of ['uno.pdf', 'dos.pdf'])
      await ana.farm.acts.editThing('invoice', id, { papers: [await paper(id, name)] });
    expect((await ana.farm.views.thing('invoice', id))?.row).toMatchObject({ state: 'parcial', total: '1210.00' });
    expect(await ana.farm.views.pending()).toHaveLength(1);
    await ana.meet();
    await ana.meet();
    expect(await onServer()).toMatchObject([{ id, state: 'parcial', total: '1210.00', version: 1 }]);
    expect(await filesOf(id)).toEqual(['dos.pdf', 'uno.pdf']);
  });

  test('that is deleted before it left leaves no trace, and one that may have left is deleted there', async () => {
    const first = randomUUID();
    await make({ cid: first }, [await paper(first, 'uno.pdf')]);
    expect(await ana.farm.acts.deleteThing('invoice', first)).toMatchObject({ ok: true });
    expect([await here(), await ana.farm.views.pending()]).toEqual([[], []]);
    const { entityId } = await make();
    lost = ({ method }) => method === 'POST';
    await ana.meet();
    await Promise.all(arrived);
    ana.link.isUp = false;
    expect(await ana.farm.acts.deleteThing('invoice', entityId)).toMatchObject({ ok: true });
    expect(await here()).toEqual([]);
    lost = () => false;
    await ana.meet();
    await ana.meet();
    expect([await onServer(), await here(), await ana.farm.views.pending()]).toEqual([[], [], []]);
  });

  test('that is on the server already gives it its files, and stands once at every moment', async () => {
    const said = vaccines();
    const there = await farm.as('beto', 'POST', `/api/invoice/${farm.organizationId}`, said);
    const { id: known } = there.body['invoice'] as Invoice;
    const cid = randomUUID();
    const papers = [await paper(cid, 'uno.pdf')];
    expect(await ana.farm.acts.createThing('invoice', { ...said, cid, papers })).toMatchObject({ ok: true });
    await ana.meet();
    expect((await here()).map(({ row }) => row.id)).toEqual([known]);
    await ana.meet();
    expect(await onServer()).toMatchObject([{ id: known, attachments: [{ name: 'uno.pdf' }] }]);
    expect((await ana.farm.views.thing('invoice', cid))?.row.id).toBe(known);
  });

  test('that the server refuses waits for a person with its files, is corrected where it stands, and goes', async () => {
    const cid = randomUUID();
    await make({ cid, lines: [{ concept: 'x', net: '1.00', vat_rate: 0, category_id: randomUUID() }] }, [
      await paper(cid, 'uno.pdf'),
    ]);
    await ana.meet();
    expect(await ana.farm.views.thing('invoice', cid)).toMatchObject({ state: 'con_error', problem: 'No se encontró' });
    expect(await ana.farm.views.pending()).toMatchObject([{ canCorrect: true, subject: 'invoice' }]);
    expect(await onServer()).toEqual([]);
    const lines = [{ concept: 'x', net: '1.00', vat_rate: 0 }];
    const papers = [await paper(cid, 'dos.pdf')];
    expect(await ana.farm.acts.editThing('invoice', cid, { lines, papers })).toMatchObject({ ok: true });
    await ana.meet();
    await ana.meet();
    expect(await filesOf(cid)).toEqual(['dos.pdf', 'uno.pdf']);
    expect(await ana.farm.views.pending()).toEqual([]);
  });
});

describe('A file of an invoice', () => {
  test('is added to one that is there, without signal', async () => {
    const { entityId: id } = await make();
    await ana.meet();
    await ana.meet();
    ana.link.isUp = false;
    expect(await ana.farm.acts.editThing('invoice', id, { papers: [await paper(id, 'dos.pdf')] })).toMatchObject({
      ok: true,
    });
    expect((await ana.farm.blobs.papers(id)).map(({ name }) => name)).toEqual(['dos.pdf']);
    await ana.meet();
    await ana.meet();
    expect(await filesOf(id)).toEqual(['dos.pdf']);
  });

  test('is told as refused with its reason where the invoice is gone, and stays here until a person decides', async () => {
    const id = randomUUID();
    await make({ cid: id }, [await paper(id, 'uno.pdf')]);
    instead = ({ path }) => (path.endsWith('/upload') ? noAnswer : null);
    await ana.meet();
    await farm.as('beto', 'DELETE', `/api/invoice/${farm.organizationId}/${id}`);
    instead = () => null;
    await ana.meet();
    await ana.meet();
    const [refused] = await ana.farm.blobs.refused();
    expect(refused).toMatchObject({
      kind: 'paper',
      name: 'uno.pdf',
      message: 'La factura ya no está, o ya no sos parte de este campo',
    });
    expect(await ana.farm.blobs.open(refused?.digest ?? '')).toMatchObject({ is: 'here', bytes: smallPdf('uno.pdf') });
  });
});

describe('A record that names an invoice which waits', () => {
  const buy = (invoiceId: string) => ({
    date: '2026-11-11',
    invoice_id: invoiceId,
    rodeo_id: farm.rodeos.invernada,
    lot_id: farm.lots.bajo,
    animals: [{ type: farm.cat('Novillito'), count: 4 }],
  });

  test('goes behind it and is linked as it comes', async () => {
    const { entityId: id } = await make();
    const bought = await ana.farm.acts.recordMovement('BUY', buy(id));
    const movementId = bought.ok ? bought.value.entityId : '';
    expect(await ana.farm.views.invoiced(id, [])).toMatchObject([{ key: movementId, state: 'pendiente' }]);
    await ana.meet();
    await ana.meet();
    expect(await onServer()).toMatchObject([{ id, movement_ids: [movementId] }]);
  });

  test('is no longer held back by it once that was discarded: it is true without its link', async () => {
    const { entityId: id, opId } = await make({
      lines: [{ concept: 'x', net: '1.00', vat_rate: 0, category_id: randomUUID() }],
    });
    const bought = await ana.farm.acts.recordMovement('BUY', buy(id));
    await ana.meet();
    expect((await ana.farm.views.pending()).map(({ state }) => state)).toEqual(['con_error', 'pendiente']);
    await ana.farm.acts.discard(opId);
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    const view = await ana.farm.views.movement(bought.ok ? bought.value.entityId : '');
    expect(view).toMatchObject({ state: 'enviado' });
  });

  test('stays with it when other records are handed over: what they say of money leaves by this phone alone', async () => {
    const { entityId: id } = await make();
    await ana.farm.acts.recordMovement('BUY', buy(id));
    await ana.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 12 });
    const given = await ana.farm.acts.exportPending(true);
    const text = given.ok && given.value !== null ? given.value.text : '';
    expect(text).toContain('RAIN');
    expect(text).not.toContain('Veterinaria');
    expect(text).not.toContain(id);
    await ana.meet();
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    expect((await onServer()).map(({ movement_ids }) => movement_ids.length)).toEqual([1]);
  });
});

test('Who sees no money keeps no invoice back from the others: it is told, and stays on the phone', async () => {
  const caro = openServerPhone(farm, 'caro');
  await caro.meet();
  caro.link.isUp = false;
  await caro.farm.acts.createThing('invoice', vaccines());
  await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 12 });
  await caro.meet();
  expect(await caro.farm.views.pending()).toMatchObject([
    { subject: 'invoice', problem: { code: 'FORBIDDEN', message: 'No tenés permiso para hacer esto' } },
  ]);
  expect(await onServer()).toEqual([]);
});
