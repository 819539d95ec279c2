import { beforeEach, describe, expect, test } from 'vitest';
import { changesIn } from '../../src/domain/movements/edits.ts';
import { type Movement, payloadOf } from '../../src/domain/movements/movement.ts';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let phone: ServerPhone;
beforeEach(async () => {
  farm = await createFieldFarm();
  phone = openServerPhone(farm, 'ana');
  await phone.meet();
});

const idOf = (saved: Awaited<ReturnType<ServerPhone['farm']['acts']['recordMovement']>>): string => {
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value.entityId;
};
const seen = async (id: string): Promise<Movement> => {
  const view = await phone.farm.views.movement(id);
  if (!view) throw new Error(`no ${id}`);
  return view.movement;
};
const historyOf = async (id: string) =>
  (await seen(id)).metadata.editHistory.map((edit) => ({
    by: edit.editedBy,
    changes: changesIn(edit),
    unsent: edit['unsent'],
  }));

describe.each(recordedKinds.map((kind) => [kind.label, kind] as const))('%s', (_label, kind) => {
  test('edited with no signal says at once what changed, and the server says the same', async () => {
    // As from the field: what the book is short of is taken all the same.
    const body = { ...farm.example(kind.type as RecordedType), offline: true };
    const id = idOf(await phone.farm.acts.recordMovement(kind.type, body));
    expect((await phone.farm.views.movement(id))?.isOnlyHere).toBe(true);
    await phone.meet();
    expect((await phone.farm.views.movement(id))?.isOnlyHere).toBe(false);
    phone.link.isUp = false;
    const form = payloadOf(await seen(id), Object.keys(kind.fields));
    idOf(await phone.farm.acts.editMovement(id, { ...form, date: '2026-09-11', detail: 'corregido', offline: true }));
    const changes = [
      { field: 'date', before: '2026-09-12', after: '2026-09-11', stood: true },
      { field: 'detail', before: null, after: 'corregido', stood: true },
    ];
    const [waiting, ...more] = await historyOf(id);
    expect(more).toEqual([]);
    expect(waiting).toEqual({
      by: farm.userIds.ana,
      changes: expect.arrayContaining(changes) as unknown,
      unsent: true,
    });
    expect(waiting?.changes).toHaveLength(2);
    phone.link.isUp = true;
    await phone.meet();
    expect(await historyOf(id)).toEqual([{ ...waiting, unsent: undefined }]);
  });
});

test('What was deleted keeps its name for whoever reads an older record', async () => {
  const made = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, { name: 'La Loma', hectares: 3 });
  const { id } = made.body['lot'] as { readonly id: string };
  await farm.as('ana', 'DELETE', `/api/lot/delete/${farm.organizationId}/${id}`);
  await phone.meet();
  expect((await phone.farm.views.lots()).map(({ lot }) => lot.name)).not.toContain('La Loma');
  const names = await phone.farm.views.names();
  expect([names.lot(id), names.lot(null), names.person(farm.userIds.ana ?? '')]).toEqual([
    'La Loma',
    'Sin lote',
    expect.stringMatching(/^Ana /),
  ]);
});

closesInOrder(() => farm);

test('What another changed while a form was open is told: the version is that of the form, not that of the save', async () => {
  const id = idOf(await phone.farm.acts.recordMovement('RAIN', { date: '2026-09-12', mm: 10 }));
  await phone.meet();
  const { version } = await seen(id);
  const path = `/api/movement/weather/rain/${farm.organizationId}/${id}`;
  expect((await farm.as('beto', 'PUT', path, { date: '2026-09-12', mm: 12 })).status).toBe(200);
  await phone.meet();
  expect((await seen(id)).version).toBe(version + 1);
  idOf(await phone.farm.acts.editMovement(id, { date: '2026-09-12', mm: 20, base_version: version }));
  await phone.meet();
  const told = await seen(id);
  expect([told.metadata['mm'], told.review?.reasons]).toEqual([20, ['conflict']]);
});

test('Two edits of one phone in a row tell nobody of a second person', async () => {
  const id = idOf(await phone.farm.acts.recordMovement('RAIN', { date: '2026-09-12', mm: 10 }));
  await phone.meet();
  const { version } = await seen(id);
  phone.link.isUp = false;
  idOf(await phone.farm.acts.editMovement(id, { date: '2026-09-12', mm: 12, base_version: version }));
  idOf(await phone.farm.acts.editMovement(id, { date: '2026-09-12', mm: 20, base_version: version }));
  phone.link.isUp = true;
  await phone.meet();
  const told = await seen(id);
  expect([told.metadata['mm'], told.review?.reasons]).toEqual([20, undefined]);
});

describe('A whole rodeo that was moved', () => {
  const move = async () => {
    phone.link.isUp = false;
    const { ombu: from_lot_id, bajo: to_lot_id } = farm.lots;
    const said = { date: '2026-09-12', rodeo_id: farm.rodeos.cria, whole: true, from_lot_id, to_lot_id };
    return { said, id: idOf(await phone.farm.acts.recordMovement('TRANSFER_RODEO', said)) };
  };
  const wentIn = async (id: string) => (await seen(id)).animals.map(({ type, count }) => ({ type, count }));

  test('and is said of another lot later goes there, though nothing of it stands where it was', async () => {
    const { said, id } = await move();
    const went = await wentIn(id);
    expect(went.length).toBeGreaterThan(0);
    idOf(await phone.farm.acts.editMovement(id, { ...said, date: '2026-09-11' }));
    expect(await wentIn(id)).toEqual(went);
    phone.link.isUp = true;
    await phone.meet();
    expect(await phone.farm.views.pending()).toEqual([]);
    expect(await wentIn(id)).toEqual(went);
    phone.link.isUp = false;
    idOf(await phone.farm.acts.editMovement(id, { ...said, date: '2026-09-10' }));
    expect(await wentIn(id)).toEqual(went);
  });
});
