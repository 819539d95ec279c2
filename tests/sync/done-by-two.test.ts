import { beforeEach, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import type { Task } from '../../src/domain/office/tasks.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { saved } from '../things/phone.ts';

/** A task that two people end, one of them with no signal (decision 0074). */
let farm: FieldFarm;
let beto: ServerPhone;
let ana: ServerPhone;
let instead: Reply | null = null;
beforeEach(async () => {
  farm = await createFieldFarm();
  instead = null;
  const isEdit = ({ method, path }: Omit<Request, 'token'>): boolean => method === 'PUT' || path.endsWith('/ops');
  beto = openServerPhone(farm, 'beto');
  ana = openServerPhone(farm, 'ana', { onCall: (call) => (isEdit(call) ? instead : null) });
  for (const phone of [beto, ana]) await phone.meet();
});

const meet = async (...phones: readonly ServerPhone[]): Promise<void> => {
  for (const phone of phones) await phone.meet();
};
const seen = async (phone: ServerPhone, id: string): Promise<Task | undefined> =>
  (await phone.farm.views.thing('task', id))?.row;

/** Waits, and holds back nothing else. */
const parked = {
  outcome: 'refused',
  problem: {
    code: 'DEPENDENCY_MISSING',
    status: 424,
    message: 'Así no',
    issues: [],
    retryAfterMs: null,
    requestId: null,
  },
  marks: { seq: null, epoch: '', replayed: false, serverTimeMs: null },
} satisfies Reply;

const step = (text: string, done = false) => ({ text, done });
const before = [step('Cargar agua'), step('Revisar flotante')];
const photos = { ana: 'a'.repeat(64), beto: 'b'.repeat(64) };

async function given(): Promise<string> {
  const { entityId } = await saved(beto.farm.acts.createThing('task', { title: 'Aguadas', checklist: before }));
  await meet(beto, ana);
  return entityId;
}

/** As the sheet does it: a tick, then the end with its words. */
async function end(phone: ServerPhone, id: string, ticked: number, words: object): Promise<void> {
  const checklist = before.map((one, at) => ({ ...one, done: at === ticked }));
  await saved(phone.farm.acts.editThing('task', id, { checklist, checklist_before: before }));
  await saved(phone.farm.acts.editThing('task', id, { state: 'hecha', ...words }));
}

test('The end that waits stands beside that of another, before it is sent and after', async () => {
  const id = await given();
  ana.link.isUp = false;
  await end(ana, id, 0, { final_note: 'Falta un flotante', duration_min: 45, photos: [photos.ana], photos_before: [] });
  const { ana: she, beto: he } = farm.userIds;
  expect(await seen(ana, id)).toMatchObject({
    state: 'hecha',
    done_by: she,
    done_at: null,
    final_note: 'Falta un flotante',
  });
  await end(beto, id, 1, { final_note: 'Sin novedad', photos: [photos.beto], photos_before: [] });
  await meet(beto);
  const both = {
    state: 'hecha',
    done_by: he,
    also_done_by: [she],
    final_note: 'Sin novedad',
    checklist: before.map(({ text }) => step(text, true)),
    photos: [photos.ana, photos.beto],
    also_said: [{ by: she, final_note: 'Falta un flotante', duration_min: 45 }],
  };
  instead = parked;
  ana.link.isUp = true;
  await meet(ana);
  expect(await ana.farm.views.pending()).toHaveLength(1);
  expect(await seen(ana, id)).toMatchObject(both);
  // Her next words are hers, and take nothing from his.
  await saved(ana.farm.acts.editThing('task', id, { final_note: 'Faltan dos' }));
  expect(await seen(ana, id)).toMatchObject({
    final_note: 'Sin novedad',
    also_said: [{ by: she, final_note: 'Faltan dos', duration_min: 45 }],
  });
  instead = null;
  await meet(ana, beto, ana);
  for (const phone of [ana, beto])
    expect(await seen(phone, id)).toMatchObject({
      ...both,
      also_said: [{ final_note: 'Faltan dos', duration_min: 45 }],
    });
  expect(await ana.farm.views.pending()).toEqual([]);
});

test('A task that waits opened again says of nobody that he did it', async () => {
  const id = await given();
  await end(beto, id, 1, {});
  await meet(beto, ana);
  ana.link.isUp = false;
  await saved(ana.farm.acts.editThing('task', id, { state: 'pendiente' }));
  expect(await seen(ana, id)).toMatchObject({ state: 'pendiente', done_by: null, done_at: null, also_done_by: [] });
});

test('Photos and people that two added with no signal are all there, while they wait too', async () => {
  const id = await given();
  const { ana: she, beto: he } = farm.userIds;
  for (const phone of [ana, beto]) phone.link.isUp = false;
  const added = (photo: string, person: string) => ({
    photos: [photo],
    photos_before: [],
    assigned_to: [person],
    assigned_to_before: [],
  });
  await saved(ana.farm.acts.editThing('task', id, added(photos.ana, she)));
  await saved(beto.farm.acts.editThing('task', id, added(photos.beto, he)));
  instead = parked;
  for (const phone of [ana, beto]) phone.link.isUp = true;
  await meet(beto, ana);
  const all = { photos: [photos.ana, photos.beto], assigned_to: [she, he] };
  expect(await seen(ana, id)).toMatchObject(all);
  // Two edits that go as one.
  await saved(ana.farm.acts.editThing('task', id, { photos: [photos.beto], photos_before: all.photos }));
  instead = null;
  await meet(ana, beto, ana);
  for (const phone of [ana, beto])
    expect(await seen(phone, id)).toMatchObject({ photos: [photos.beto], assigned_to: [she, he] });
});

test('Females that two people changed are one line of each category', async () => {
  const vaca = (count: number) => [{ category_id: farm.cat('Vaca'), count }];
  const service = { service_type: 'iatf', service_start: '2026-10-15', service_end: '2027-01-15' };
  const form = { ...service, rodeo_ids: [farm.rodeos.cria], served: vaca(60) };
  const { entityId: id } = await saved(beto.farm.acts.createThing('cycle', form));
  await meet(beto, ana);
  ana.link.isUp = false;
  const added = { category_id: farm.cat('Vaquillona'), count: 20 };
  await saved(ana.farm.acts.editThing('cycle', id, { served: [...vaca(60), added], served_before: vaca(60) }));
  await saved(beto.farm.acts.editThing('cycle', id, { served: vaca(58), served_before: vaca(60) }));
  await meet(beto);
  ana.link.isUp = true;
  await meet(ana, beto);
  for (const phone of [ana, beto])
    expect((await phone.farm.views.thing('cycle', id))?.row.served).toEqual([...vaca(58), added]);
});

test('The end that was refused goes again as corrected, with all that it said, beside that of another', async () => {
  const id = await given();
  const { ana: she, beto: he } = farm.userIds;
  instead = {
    ...parked,
    problem: { ...parked.problem, code: 'INVALID_BODY', status: 400 },
    marks: { ...parked.marks, epoch: farm.epoch },
  };
  await end(ana, id, 0, { final_note: 'Falta un flotante', photos: [photos.ana], photos_before: [] });
  await meet(ana);
  expect(await ana.farm.views.pending()).toMatchObject([{ problem: { code: 'INVALID_BODY' } }]);
  await end(beto, id, 1, { final_note: 'Sin novedad', photos: [photos.beto], photos_before: [] });
  await meet(beto);
  instead = null;
  await saved(ana.farm.acts.editThing('task', id, { detail: 'La del fondo' }));
  await meet(ana, beto);
  for (const phone of [ana, beto])
    expect(await seen(phone, id)).toMatchObject({
      detail: 'La del fondo',
      done_by: he,
      also_done_by: [she],
      checklist: before.map(({ text }) => step(text, true)),
      photos: [photos.ana, photos.beto],
      also_said: [{ by: she, final_note: 'Falta un flotante' }],
    });
});
