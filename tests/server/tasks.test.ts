import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { isTaskOverdue, nextDue, type Task } from '../../src/domain/office/tasks.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let address: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  address = `/api/task/${farm.organizationId}`;
});

const give = (who: PersonName, body: object) => farm.as(who, 'POST', address, body);
const change = (who: PersonName, id: string, body: object) => farm.as(who, 'PUT', `${address}/${id}`, body);
const given = async (who: PersonName, body: object): Promise<Task> => {
  const answer = await give(who, body);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['task'] as Task;
};
const tasks = async (who: PersonName = 'ana'): Promise<Task[]> =>
  (await farm.as(who, 'GET', address)).body['tasks'] as Task[];
const heard = () => farm.commits.at(-1)?.announcements;

describe('A task', () => {
  test('is given by the administrator to people of the team, and seen by all', async () => {
    const task = await given('beto', {
      title: 'Vacunar aftosa',
      kind: 'sanidad',
      assigned_to: [farm.userIds.caro],
      due_on: '2026-12-01',
      due_time: '07:30',
      priority: 'alta',
      rodeo_id: farm.rodeos.cria,
      checklist: [{ text: 'Encerrar', done: false }],
    });
    expect(task).toMatchObject({
      state: 'pendiente',
      kind: 'sanidad',
      priority: 'alta',
      repeat: 'no',
      done_by: null,
      overdue: false,
    });
    expect(heard()).toMatchObject([{ action: 'task-created', payload: { task: { id: task.id } } }]);
    expect((await tasks('caro')).map((one) => one.id)).toContain(task.id);
  });

  test('that is due first stands first, one without a day last', async () => {
    await given('ana', { title: 'Algún día' });
    await given('ana', { title: 'Mañana', due_on: '2026-11-22' });
    const days = (await tasks()).map((task) => task.due_on);
    expect(days).toEqual(days.toSorted((a, b) => ((a ?? '9999') < (b ?? '9999') ? -1 : 1)));
    expect(days.at(-1)).toBeNull();
  });

  test('that comes twice with the phone’s id is one', async () => {
    const cid = randomUUID();
    const [first, again] = [await given('caro', { title: 'Uno', cid }), await given('caro', { title: 'Uno', cid })];
    expect(again).toEqual(first);
  });

  test.each([
    ['no title', { title: ' ' }, 'title', 'Escribí qué hay que hacer'],
    ['an hour that does not exist', { title: 'x', due_time: '25:00' }, 'due_time', 'La hora no existe'],
    ['a priority that is none', { title: 'x', priority: 'ya' }, 'priority', 'Elegí una opción'],
    ['an author of its own', { title: 'x', done_by: 'ana' }, 'done_by', 'Hay datos que no corresponden'],
  ])('with %s is refused at its field', async (_what, body, path, message) => {
    expect(await give('ana', body)).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
  });

  test('is given to nobody outside the team', async () => {
    const answer = await give('ana', { title: 'x', assigned_to: [farm.userIds.caro, farm.userIds.dana] });
    expect(answer).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'assigned_to.1', message: 'Esa persona no es del equipo' }] },
    });
  });
});

describe('A task is done', () => {
  test('once: a second one who did it too changes nothing, and both are remembered', async () => {
    const { id } = await given('ana', { title: 'Abrir la aguada' });
    const first = (await change('caro', id, { state: 'hecha', offline: true })).body['task'] as Task;
    expect(first).toMatchObject({ state: 'hecha', done_by: farm.userIds.caro, also_done_by: [] });
    farm.clock.now += 60_000;
    const second = (await change('beto', id, { state: 'hecha', offline: true })).body['task'] as Task;
    expect(second).toMatchObject({
      done_by: farm.userIds.caro,
      done_at: first.done_at,
      also_done_by: [farm.userIds.beto],
    });
    const third = await change('beto', id, { state: 'hecha' });
    expect(third.body['task']).toMatchObject({ version: second.version });
  });

  test('and undone again, as if nobody had', async () => {
    const { id } = await given('caro', { title: 'Deshacer' });
    await change('caro', id, { state: 'hecha' });
    const { body } = await change('caro', id, { state: 'pendiente' });
    expect(body['task']).toMatchObject({ state: 'pendiente', done_by: null, done_at: null });
  });

  test('and leaves the next one behind when it repeats', async () => {
    const { id } = await given('ana', {
      title: 'Recorrer',
      repeat: 'semanal',
      due_on: '2026-11-20',
      checklist: [{ text: 'Norte', done: true }],
    });
    await change('ana', id, { state: 'hecha' });
    expect(heard()?.map((one) => one.action)).toEqual(['task-created', 'task-updated']);
    const next = (await tasks()).filter((task) => task.title === 'Recorrer' && task.id !== id);
    expect(next).toMatchObject([
      { state: 'pendiente', due_on: '2026-11-27', done_by: null, checklist: [{ text: 'Norte', done: false }] },
    ]);
  });

  test('with the record that came of it', async () => {
    const { body } = await farm.record('ana', 'weather/rain', { date: '2026-11-20', mm: 12 });
    const movement = body['movement'] as { id: string };
    const { id } = await given('caro', { title: 'Leer el pluviómetro' });
    const done = await change('caro', id, { state: 'hecha', movement_id: movement.id });
    expect(done.body['task']).toMatchObject({ movement_id: movement.id });
    expect(await change('caro', id, { movement_id: randomUUID() })).toMatchObject({ status: 404 });
  });
});

describe('A task is called off', () => {
  test('with a reason only', async () => {
    const { id } = await given('ana', { title: 'Cancelar' });
    expect(await change('ana', id, { state: 'cancelada' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'cancel_reason', message: 'Escribí el motivo' }] },
    });
    const { body } = await change('ana', id, { state: 'cancelada', cancel_reason: 'Llovió' });
    expect(body['task']).toMatchObject({ state: 'cancelada', cancel_reason: 'Llovió' });
  });
});

describe('A hand', () => {
  test('gives tasks to himself, and to nobody else', async () => {
    expect(await given('caro', { title: 'Mía' })).toMatchObject({ assigned_to: [farm.userIds.caro] });
    expect(await give('caro', { title: 'x', assigned_to: [farm.userIds.beto] })).toMatchObject({ status: 403 });
    const { id } = await given('caro', { title: 'Otra mía' });
    expect(await change('caro', id, { assigned_to: [farm.userIds.beto] })).toMatchObject({ status: 403 });
  });

  test('does his own and nobody’s, not those of another', async () => {
    const another = await given('ana', { title: 'De Beto', assigned_to: [farm.userIds.beto] });
    const his = await given('ana', { title: 'De Caro', assigned_to: [farm.userIds.caro] });
    expect(await change('caro', another.id, { state: 'hecha' })).toMatchObject({ status: 403 });
    expect(await change('caro', his.id, { state: 'en_curso' })).toMatchObject({ status: 200 });
    expect(await change('caro', his.id, { title: 'Cambiada' })).toMatchObject({ status: 403 });
    expect(await change('caro', his.id, { state: 'cancelada', cancel_reason: 'No' })).toMatchObject({ status: 403 });
  });

  test('deletes what he made, and nothing else', async () => {
    const [anas, his] = [await given('ana', { title: 'De Ana' }), await given('caro', { title: 'De Caro' })];
    expect(await farm.as('caro', 'DELETE', `${address}/${anas.id}`)).toMatchObject({ status: 403 });
    expect((await farm.as('caro', 'DELETE', `${address}/${his.id}`)).body).toMatchObject({ alreadyDeleted: false });
    expect(heard()).toEqual([{ action: 'task-deleted', payload: { id: his.id } }]);
    expect((await farm.as('caro', 'DELETE', `${address}/${his.id}`)).body).toMatchObject({ alreadyDeleted: true });
    expect((await tasks()).map((task) => task.id)).not.toContain(his.id);
    expect(await change('ana', his.id, { title: 'x' })).toMatchObject({ status: 404 });
  });
});

describe('The feed', () => {
  test('brings a task to every phone and takes a deleted one away', async () => {
    const since = farm.commits.at(-1)?.seq ?? 0;
    const [stays, goes] = [await given('ana', { title: 'Queda' }), await given('ana', { title: 'Se va' })];
    await farm.as('ana', 'DELETE', `${address}/${goes.id}`);
    const { body } = await farm.as('caro', 'GET', `/api/sync/${farm.organizationId}?since=${since}`);
    expect(body['changes']).toMatchObject([
      { table: 'tasks', id: stays.id, row: { title: 'Queda' } },
      { table: 'tasks', id: goes.id, row: null },
    ]);
  });
});

describe('The calendar', () => {
  test('makes an open task Vencida when its day is over', () => {
    const task = { state: 'pendiente', due_on: '2026-11-20' };
    expect(isTaskOverdue(task, '2026-11-20')).toBe(false);
    expect(isTaskOverdue(task, '2026-11-21')).toBe(true);
    expect(isTaskOverdue({ ...task, state: 'hecha' }, '2026-11-21')).toBe(false);
    expect(isTaskOverdue({ ...task, due_on: null }, '2026-11-21')).toBe(false);
  });

  test.each([
    ['2026-11-21', 'diaria', '2026-11-22'],
    ['2026-12-28', 'semanal', '2027-01-04'],
    ['2026-01-31', 'mensual', '2026-02-28'],
    ['2026-12-15', 'mensual', '2027-01-15'],
    ['2028-02-29', 'anual', '2029-02-28'],
    ['2026-11-21', 'no', null],
  ] as const)('after %s, %s, comes %s', (from, repeat, next) => {
    expect(nextDue(from, repeat)).toBe(next);
  });
});

closesInOrder(() => farm);
