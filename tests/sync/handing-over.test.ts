import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { Result } from '../../src/domain/result.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let caro: ServerPhone;
let beto: ServerPhone;
beforeEach(async () => {
  farm = await createFieldFarm();
  caro = openServerPhone(farm, 'caro');
  beto = openServerPhone(farm, 'beto');
  for (const phone of [caro, beto]) {
    await phone.meet();
    phone.link.isUp = false;
  }
});

async function saved(outcome: Promise<Result<Saved, SaveProblem>>): Promise<Saved> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
const birth = (count: number, lot_id = farm.lots.ombu) => ({
  date: '2026-11-20',
  lot_id,
  rodeo_id: farm.rodeos.cria,
  animals: [{ type: farm.cat('Ternero al pie'), count }],
});
const calvesOn = async (phone: ServerPhone): Promise<number> =>
  (await phone.farm.views.stock())
    .filter((cell) => cell.category === farm.cat('Ternero al pie'))
    .reduce((sum, cell) => sum + cell.head, 0);
const calvesThere = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Ternero al pie'));
const waiting = async (phone: ServerPhone): Promise<number> => (await phone.farm.views.pending()).length;
const given = async (phone: ServerPhone, withFiles = false): Promise<string> => {
  const made = await phone.farm.acts.exportPending(withFiles);
  return made.ok ? (made.value?.text ?? '') : made.problem;
};

describe('Records of a phone that stays in the field', () => {
  test('are seen at once on the phone that takes them in, and say whose they are', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    await saved(caro.farm.acts.createThing('note', { text: 'Falta agua' }));
    const text = await given(caro);
    expect(await beto.farm.acts.lookInto(text)).toEqual({
      ok: true,
      value: { author: 'Caro Díaz', count: 2, files: 0, seal: 'verified' },
    });
    expect(await beto.farm.acts.takeIn(text)).toMatchObject({ ok: true, value: { added: 2, known: 0 } });
    expect(await calvesOn(beto)).toBe(2);
    expect((await beto.farm.views.pending()).map((item) => item.author)).toEqual(['Caro Díaz', 'Caro Díaz']);
    expect((await caro.farm.views.pending()).map((item) => item.author)).toEqual([null, null]);
  });

  test('taken in twice are told as known, on the second time also when they have gone on', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    const text = await given(caro);
    const taken = async () => await beto.farm.acts.takeIn(text);
    expect(await taken()).toMatchObject({ ok: true, value: { added: 1, known: 0 } });
    expect(await taken()).toMatchObject({ ok: true, value: { added: 0, known: 1 } });
    for (let times = 0; times < 2; times += 1) await beto.meet();
    expect(await taken()).toMatchObject({ ok: true, value: { added: 0, known: 1 } });
    expect(await waiting(beto)).toBe(0);
    expect(await calvesThere()).toBe(2);
  });

  test('go up from there under their author’s name', async () => {
    const { entityId } = await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    await beto.farm.acts.takeIn(await given(caro));
    await beto.meet();
    expect(await waiting(beto)).toBe(0);
    expect(await calvesThere()).toBe(2);
    const row = await farm.db
      .selectFrom('movements')
      .select('created_by')
      .where('id', '=', entityId)
      .executeTakeFirst();
    expect(row?.created_by).toBe(farm.userIds.caro);
  });

  test.each([
    ['the companion’s phone first', async () => [beto, caro] as const],
    ['its own phone first', async () => [caro, beto] as const],
  ])('count once, with %s', async (_title, order) => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(3)));
    await beto.farm.acts.takeIn(await given(caro));
    for (const phone of await order()) {
      await phone.meet();
      expect(await calvesOn(phone)).toBe(3);
    }
    for (const phone of [caro, beto]) {
      await phone.meet();
      expect([await calvesOn(phone), await waiting(phone)]).toEqual([3, 0]);
    }
    expect(await calvesThere()).toBe(3);
  });

  test('count once on the screen too while their second road is still open', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(3)));
    await beto.farm.acts.takeIn(await given(caro));
    await caro.meet();
    farm.clock.now += 1000;
    // The companion's phone hears of the record before it has sent what it carries.
    const text = await given(beto);
    expect(text).toBe('');
    await beto.meet();
    expect([await calvesOn(beto), await calvesThere()]).toEqual([3, 3]);
  });

  test('come whole: a new lot and what happened in it', async () => {
    const lot = await saved(caro.farm.acts.createLot({ name: 'Potrero nuevo', hectares: 20 }));
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(1, lot.entityId)));
    await beto.farm.acts.takeIn(await given(caro));
    expect((await beto.farm.views.lots()).map((view) => view.lot.name)).toContain('Potrero nuevo');
    const refusedToHands = (await beto.farm.views.pending()).length;
    expect(refusedToHands).toBe(2);
  });

  test('may be of any kind of thing', async () => {
    const ana = openServerPhone(farm, 'ana');
    await ana.meet();
    ana.link.isUp = false;
    await saved(ana.farm.acts.createThing('asset', { name: 'Sal', kind: 'suplemento', unit: 'kg' }));
    await saved(ana.farm.acts.createThing('rodeo', { name: 'Vaquillonas' }));
    await saved(ana.farm.acts.orderLots([farm.lots.bajo, farm.lots.ombu]));
    expect(await beto.farm.acts.takeIn(await given(ana))).toMatchObject({ ok: true, value: { added: 3 } });
    await beto.meet();
    expect(await waiting(beto)).toBe(0);
  });

  test('come in whole, however many there are', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(1)));
    const file = JSON.parse(await given(caro)) as { operations: { op_id: string; entity_id: string }[] };
    const [one] = file.operations;
    file.operations = Array.from({ length: 10_000 }, () => ({ ...one, op_id: randomUUID(), entity_id: randomUUID() }));
    expect(await beto.farm.acts.lookInto(JSON.stringify(file))).toMatchObject({ ok: true, value: { count: 10_000 } });
  });

  test('that are refused, and corrected on the companion’s phone, are the office’s to book, and wait for nobody then', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(3)));
    await beto.farm.acts.takeIn(await given(caro));
    const gone = farm.cat('Ternero al pie');
    await farm.as('ana', 'DELETE', `/api/animal-categories/${farm.organizationId}/${gone}`);
    for (const phone of [beto, caro]) {
      await phone.meet();
      expect((await phone.farm.views.pending()).map(({ state }) => state)).toEqual(['con_error']);
    }
    const [refused] = await beto.farm.views.pending();
    const animals = [{ type: farm.cat('Ternera al pie'), count: 3 }];
    await saved(beto.farm.acts.correct(refused?.opId ?? '', { ...birth(3), animals }));
    for (const phone of [beto, caro]) await phone.meet();
    expect([await waiting(beto), await waiting(caro), await calvesThere()]).toEqual([0, 1, 0]);
    const { body } = await farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`);
    const corrected = (body['refused'] as { id: string; code: string }[]).find(({ code }) => code === 'FORBIDDEN');
    const applied = await farm.as('ana', 'POST', `/api/refused/${farm.organizationId}/${corrected?.id}/apply`, {});
    expect(applied.status).toBe(200);
    for (const phone of [beto, caro]) await phone.meet();
    expect([await waiting(beto), await waiting(caro)]).toEqual([0, 0]);
    expect((await caro.farm.views.lastTen()).filter(({ movement }) => movement.type === 'BIRTH')).toHaveLength(1);
  });

  test('come in once when the same file is opened twice', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    const text = await given(caro);
    await beto.farm.acts.takeIn(text);
    expect(await beto.farm.acts.takeIn(text)).toMatchObject({ ok: true, value: { added: 0, known: 1 } });
    await beto.meet();
    await beto.farm.acts.takeIn(text);
    await beto.meet();
    expect([await calvesOn(beto), await calvesThere()]).toEqual([2, 2]);
  });

  test('that are changed afterwards are changed behind, never in what was handed over', async () => {
    const { entityId } = await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    await beto.farm.acts.takeIn(await given(caro));
    await saved(caro.farm.acts.editMovement(entityId, birth(4)));
    expect(await waiting(caro)).toBe(2);
    await beto.meet();
    await caro.meet();
    expect([await calvesOn(caro), await calvesThere()]).toEqual([4, 4]);
  });

  test('and changed behind, are for the author or the office: the companion’s phone is done, and the book waits', async () => {
    const { entityId } = await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    await given(caro);
    await saved(caro.farm.acts.editMovement(entityId, birth(4)));
    await beto.farm.acts.takeIn(await given(caro));
    await beto.meet();
    farm.clock.now += 1000;
    await beto.meet();
    expect([await waiting(beto), await calvesOn(beto), await calvesThere()]).toEqual([0, 2, 2]);
    const forOffice = () => farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`);
    expect((await forOffice()).body['refused']).toMatchObject([
      { method: 'PUT', author: { id: farm.userIds.beto }, said_author: { id: farm.userIds.caro } },
    ]);
    await caro.meet();
    expect([await waiting(caro), await calvesOn(caro), await calvesThere()]).toEqual([0, 4, 4]);
    expect((await forOffice()).body['refused']).toEqual([]);
  });

  test('are not handed on twice: each phone gives what its own person recorded', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    await beto.farm.acts.takeIn(await given(caro));
    expect(await beto.farm.acts.exportPending(false)).toEqual({ ok: true, value: null });
  });
});

describe('A text that is no package of this farm', () => {
  test.each([
    ['is cut short', async () => (await given(caro)).slice(0, -20), 'no trae registros'],
    ['is something else', async () => '{"hola":1}', 'no trae registros'],
    ['is nothing', async () => '', 'no trae registros'],
    ['is of another farm', async () => (await given(caro)).replace(farm.organizationId, 'otra'), 'otra organización'],
    [
      'asks for other calls',
      async () => (await given(caro)).replace('/api/movement/birth/', '/api/auth/log-out/'),
      'no trae registros',
    ],
  ])('that %s is told, and nothing comes in', async (_title, text, said) => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    const outcome = await beto.farm.acts.takeIn(await text());
    expect(outcome.ok ? '' : outcome.problem).toContain(said);
    expect(await waiting(beto)).toBe(0);
  });
});

describe('A package of an app that knows more', () => {
  test.each([
    ['another kind of record', '"type":"BIRTH"', '"type":"SHEARING"'],
    ['another kind of thing', '"subject":"movement"', '"subject":"machine"'],
    ['another kind of act', '"act":"create"', '"act":"archive"'],
    ['another form', '"v":1', '"v":2'],
  ])('with %s asks for the update, takes in nothing and leaves it whole where it is', async (_title, known, newer) => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(1)));
    const text = await given(caro);
    expect(text).toContain(known);
    for (const act of ['lookInto', 'takeIn'] as const) {
      const outcome = await beto.farm.acts[act](text.replace(known, newer));
      expect(outcome.ok ? '' : outcome.problem).toContain('Actualizá la app');
    }
    expect([await waiting(beto), await waiting(caro)]).toEqual([0, 2]);
    expect(await beto.farm.acts.takeIn(text)).toMatchObject({ ok: true, value: { added: 2 } });
  });

  test('that asks for other calls besides is no package', async () => {
    await saved(caro.farm.acts.recordMovement('BIRTH', birth(2)));
    const text = (await given(caro)).replace('"type":"BIRTH"', '"type":"SHEARING"');
    const outcome = await beto.farm.acts.takeIn(text.replace('/api/movement/birth/', '/api/auth/log-out/'));
    expect(outcome.ok ? '' : outcome.problem).toContain('no trae registros');
  });
});
