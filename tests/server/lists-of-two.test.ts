import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

/** Lists go up whole: what one adds stays where another, who had not seen it, sends his (decision 0074). */
let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const put = (who: PersonName, path: string, body: object, key: string = randomUUID()) => {
  farm.clock.now += 1000;
  return farm.as(who, 'PUT', path, body, { 'idempotency-key': key });
};

interface Row {
  readonly id: string;
  readonly version: number;
}

async function made<R>(part: string, path: string, body: object): Promise<R & Row & { readonly path: string }> {
  const row = (await farm.as('beto', 'POST', path, body)).body[part] as R & Row;
  return { ...row, path: `${path}/${row.id}` };
}

const inseminated = (date: string, count: number) => ({ date, count, sire: null, technician: null, protocol: null });
const [first, second, third] = [
  inseminated('2026-11-01', 10),
  inseminated('2026-11-02', 20),
  inseminated('2026-11-03', 30),
];

let year = 2030;
const cycle = (inseminations: readonly object[]) => {
  year += 1;
  const service = { service_type: 'iatf', service_start: `${year}-10-15`, service_end: `${year + 1}-01-15` };
  const body = { rodeo_ids: [farm.rodeos.cria], ...service, inseminations };
  return made<{ readonly inseminations: unknown }>('cycle', `/api/reproductive-cycle/${farm.organizationId}`, body);
};
const adding = (before: readonly object[], one: object) => ({
  inseminations: [...before, one],
  inseminations_before: before,
});

describe('The inseminations of a service', () => {
  test('that two people added at once are both there, and the book says what stood after each', async () => {
    const { id, path } = await cycle([first]);
    await put('ana', path, adding([first], second));
    const { body } = await put('beto', path, adding([first], third));
    expect(body['cycle']).toMatchObject({ inseminations: [first, third, second] });
    expect(body['cycle']).not.toHaveProperty('inseminations_before');
    const records = await farm.as('ana', 'GET', `/api/movement/reproductive-cycle/${farm.organizationId}/${id}`);
    const [newest] = records.body['movements'] as { readonly metadata: object }[];
    expect(newest?.metadata).toMatchObject({
      before: { inseminations: [first, second] },
      after: { inseminations: [first, third, second] },
    });
    expect(JSON.stringify(newest)).not.toContain('_before');
  });

  test('come twice under one key and count once', async () => {
    const { path, version } = await cycle([]);
    const key = randomUUID();
    const once = await put('ana', path, adding([], second), key);
    await put('beto', path, adding([], third));
    expect((await put('ana', path, adding([], second), key)).body).toEqual(once.body);
    const { body } = await farm.as('ana', 'GET', path);
    expect(body['cycle']).toMatchObject({ inseminations: [third, second], version: version + 2 });
  });

  test('are the last word of a phone that does not say what it saw', async () => {
    const { path } = await cycle([first]);
    await put('ana', path, { inseminations: [first, second] });
    const { body } = await put('beto', path, { inseminations: [first, third] });
    expect(body['cycle']).toMatchObject({ inseminations: [first, third] });
  });

  test('that were changed or taken out meanwhile lose nobody’s words', async () => {
    const { path } = await cycle([first, second]);
    await put('ana', path, { inseminations: [second], inseminations_before: [first, second] });
    const changed = [{ ...first, count: 11 }, second];
    const { body } = await put('beto', path, { inseminations: changed, inseminations_before: [first, second] });
    expect(body['cycle']).toMatchObject({ inseminations: changed });
  });
});

describe('The steps of a task', () => {
  const step = (text: string, done = false) => ({ text, done });
  const task = (checklist: readonly object[], more: object = {}) =>
    made<{ readonly checklist: unknown }>('task', `/api/task/${farm.organizationId}`, {
      title: 'A',
      checklist,
      ...more,
    });

  test('are ticked and added by two people at once, one of them a hand', async () => {
    const before = [step('Cargar'), step('Revisar')];
    const { path } = await task(before, { assigned_to: [farm.userIds.caro] });
    const ticked = await put('caro', path, {
      checklist: [step('Cargar'), step('Revisar', true)],
      checklist_before: before,
    });
    expect(ticked.status).toBe(200);
    const { body } = await put('ana', path, {
      checklist: [step('Cargar', true), step('Revisar'), step('Avisar')],
      checklist_before: before,
    });
    expect(body['task']).toMatchObject({ checklist: [step('Cargar', true), step('Revisar', true), step('Avisar')] });
    expect(JSON.stringify(body)).not.toContain('_before');
  });

  test('are never more than fifty: who adds one too many is told', async () => {
    const before = Array.from({ length: 49 }, (_, at) => step(`Paso ${at}`));
    const { path } = await task(before);
    await put('ana', path, { checklist: [...before, step('Otro')], checklist_before: before });
    const second = await put('beto', path, { checklist: [...before, step('Uno más')], checklist_before: before });
    expect(second).toMatchObject({ status: 400, body: { issues: [{ path: 'checklist', message: 'Como máximo 50' }] } });
  });
});

closesInOrder(() => farm);
