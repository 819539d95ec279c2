import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Task } from '../../src/domain/office/tasks.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

/** A task that is ended by who did not know that it had been (decision 0074): nothing that he wrote of it is lost. */
let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const step = (text: string, done = false) => ({ text, done });
const steps = [step('Cargar'), step('Revisar')];
const [photo, another] = ['a'.repeat(64), 'b'.repeat(64)];

const put = async (who: PersonName, id: string, body: object, key: string = randomUUID()): Promise<Task> => {
  farm.clock.now += 1000;
  const path = `/api/task/${farm.organizationId}/${id}`;
  const answer = await farm.as(who, 'PUT', path, body, { 'idempotency-key': key });
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['task'] as Task;
};
const given = async (body: object = {}): Promise<string> => {
  const task = { title: 'Aguadas', checklist: steps, ...body };
  const answer = await farm.as('ana', 'POST', `/api/task/${farm.organizationId}`, task);
  return (answer.body['task'] as Task).id;
};
const ending = { state: 'hecha', offline: true };
/** Caro ends it first, with words. */
const ended = async (more: object = {}): Promise<string> => {
  const id = await given();
  const checklist = [step('Cargar', true), step('Revisar')];
  const said = { final_note: 'Sin novedad', duration_min: 30, photos: [photo], photos_before: [] };
  await put('caro', id, { ...ending, ...said, checklist, checklist_before: steps, ...more });
  return id;
};

describe('A task that another has ended already', () => {
  test('has the ticks and photos of both, and what each said under his name', async () => {
    const id = await ended();
    const task = await put('beto', id, {
      ...ending,
      checklist: [step('Cargar'), step('Revisar', true), step('Avisar')],
      checklist_before: steps,
      photos: [another],
      photos_before: [],
      final_note: 'Falta un flotante',
      duration_min: 45,
    });
    expect(task).toMatchObject({
      state: 'hecha',
      done_by: farm.userIds.caro,
      also_done_by: [farm.userIds.beto],
      checklist: [step('Cargar', true), step('Revisar', true), step('Avisar')],
      photos: [another, photo],
      final_note: 'Sin novedad',
      duration_min: 30,
      also_said: [{ by: farm.userIds.beto, final_note: 'Falta un flotante', duration_min: 45 }],
    });
  });

  test('takes what else came with it, as any other edit', async () => {
    const task = await put('beto', await ended(), { ...ending, priority: 'alta', detail: 'La del fondo' });
    expect(task).toMatchObject({ priority: 'alta', detail: 'La del fondo', also_done_by: [farm.userIds.beto] });
    expect(task.also_said ?? []).toEqual([]);
  });

  test('keeps the record of each', async () => {
    const records = [];
    for (const date of ['2026-11-19', '2026-11-20']) {
      const { body } = await farm.record('ana', 'weather/rain', { date, mm: 12 });
      records.push((body['movement'] as { id: string }).id);
    }
    const id = await given();
    await put('caro', id, { ...ending, movement_id: records[0] });
    expect(await put('beto', id, { ...ending, movement_id: records[1] })).toMatchObject({
      movement_id: records[0],
      also_said: [{ by: farm.userIds.beto, movement_id: records[1] }],
    });
  });

  test('has it once, however often it comes', async () => {
    const id = await ended();
    const body = { ...ending, final_note: 'Falta un flotante', duration_min: 45 };
    const key = randomUUID();
    const once = await put('beto', id, body, key);
    expect(await put('beto', id, body, key)).toEqual(once);
    expect(await put('beto', id, body)).toEqual(once);
    const all = { ...body, final_note: 'Y una canilla' };
    expect((await put('beto', id, all)).also_said).toMatchObject([
      { final_note: 'Falta un flotante', duration_min: 45 },
      { by: farm.userIds.beto, final_note: 'Y una canilla' },
    ]);
  });

  test('by himself, on his other phone, loses none of his words', async () => {
    const id = await ended({ duration_min: null });
    const task = await put('caro', id, { ...ending, final_note: 'Poca agua', duration_min: 20, photos: [another] });
    expect(task).toMatchObject({
      done_by: farm.userIds.caro,
      also_done_by: [],
      photos: [another, photo],
      final_note: 'Sin novedad',
      duration_min: 20,
      also_said: [{ by: farm.userIds.caro, final_note: 'Poca agua' }],
    });
  });

  test('keeps the steps and photos of both where a phone does not say what they were', async () => {
    const checklist = [step('Cargar'), step('Revisar', true)];
    const task = await put('beto', await ended(), { ...ending, checklist, photos: [another] });
    expect(task).toMatchObject({
      checklist: [step('Cargar', true), step('Revisar', true)],
      photos: [another, photo],
    });
  });

  test('has a note and minutes of each, that each may change', async () => {
    const id = await ended();
    expect(await put('beto', id, { final_note: 'Sin novedad', duration_min: 45 })).toMatchObject({
      final_note: 'Sin novedad',
      duration_min: 30,
      also_done_by: [],
      also_said: [{ by: farm.userIds.beto, duration_min: 45 }],
    });
    await put('beto', id, { final_note: 'Falta un flotante', duration_min: null });
    const task = await put('caro', id, { final_note: 'Con agua' });
    expect(task).toMatchObject({
      final_note: 'Con agua',
      also_said: [{ by: farm.userIds.beto, final_note: 'Falta un flotante', duration_min: null }],
    });
    expect((await put('beto', id, { final_note: null })).also_said).toEqual([]);
  });

  test('opened again keeps what was said, and the next one of it begins with nothing', async () => {
    const id = await given({ title: 'Cada semana', repeat: 'semanal', due_on: '2026-11-20' });
    await put('caro', id, ending);
    await put('beto', id, { ...ending, final_note: 'Dos veces' });
    expect(await put('ana', id, { state: 'pendiente' })).toMatchObject({
      done_by: null,
      also_done_by: [],
      also_said: [{ final_note: 'Dos veces' }],
    });
    await put('ana', id, { state: 'hecha' });
    const { body } = await farm.as('ana', 'GET', `/api/task/${farm.organizationId}`);
    const next = (body['tasks'] as Task[]).filter(({ title, state }) => title === 'Cada semana' && state !== 'hecha');
    expect(next.length).toBeGreaterThan(0);
    for (const task of next) expect(task).toMatchObject({ final_note: null, also_said: [] });
  });

  test('is refused whole where a record that it names is not there', async () => {
    const path = `/api/task/${farm.organizationId}/${await ended()}`;
    const answer = await farm.as('beto', 'PUT', path, { state: 'hecha', movement_id: randomUUID() });
    expect(answer.status).toBe(404);
  });
});

closesInOrder(() => farm);
