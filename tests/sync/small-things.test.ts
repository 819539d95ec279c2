import { beforeEach, describe, expect, test } from 'vitest';
import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { ThingName } from '../../src/app/sync/things/things.ts';
import type { Result } from '../../src/domain/result.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let ana: ServerPhone;
let beto: ServerPhone;
beforeEach(async () => {
  farm = await createFieldFarm();
  ana = openServerPhone(farm, 'ana');
  beto = openServerPhone(farm, 'beto');
  for (const phone of [ana, beto]) await phone.meet();
});

async function saved(outcome: Promise<Result<Saved, SaveProblem>>): Promise<Saved> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
const rowOf = async (phone: ServerPhone, subject: ThingName, id: string) => {
  const row: object | undefined = (await phone.farm.views.thing(subject, id))?.row;
  return row;
};
const waiting = async (phone: ServerPhone) =>
  (await phone.farm.views.pending()).map(({ title, summary }) => `${title}: ${summary}`);

describe('A small thing of the farm with no signal', () => {
  test('what is changed before it left goes up as one call', async () => {
    ana.link.isUp = false;
    const { entityId, opId } = await saved(ana.farm.acts.createThing('note', { text: 'Falta agua' }));
    expect((await saved(ana.farm.acts.editThing('note', entityId, { pinned: true }))).opId).toBe(opId);
    await ana.meet();
    await beto.meet();
    expect(await rowOf(beto, 'note', entityId)).toMatchObject({ text: 'Falta agua', pinned: true, version: 1 });
  });

  test('a note is what was said last on this device until the next record, which leaves the last record as it is', async () => {
    ana.link.isUp = false;
    const rain = { date: '2026-11-20', campo_id: null, mm: 12 };
    const first = await saved(ana.farm.acts.recordMovement('RAIN', rain));
    const { entityId, opId } = await saved(ana.farm.acts.createThing('note', { text: 'Falta agua' }));
    expect(await ana.farm.views.habits()).toMatchObject({ lastId: first.entityId, lastNoteId: entityId });
    await saved(ana.farm.acts.createThing('task', { title: 'Revisar bebida' }));
    expect((await ana.farm.views.habits()).lastNoteId).toBe(entityId);
    expect(await ana.farm.acts.undo(opId)).toBe(true);
    expect(await ana.farm.views.thing('note', entityId)).toBeNull();
    await saved(ana.farm.acts.createThing('note', { text: 'Otra' }));
    const next = await saved(ana.farm.acts.recordMovement('RAIN', { ...rain, mm: 3 }));
    expect(await ana.farm.views.habits()).toMatchObject({ lastId: next.entityId });
    expect((await ana.farm.views.habits()).lastNoteId).toBeUndefined();
  });

  test('a task that is made and done in the field goes up as made, then as done', async () => {
    ana.link.isUp = false;
    const { entityId } = await saved(ana.farm.acts.createThing('task', { title: 'Revisar bebida' }));
    await saved(ana.farm.acts.editThing('task', entityId, { state: 'hecha' }));
    expect(await rowOf(ana, 'task', entityId)).toMatchObject({ state: 'hecha' });
    await ana.meet();
    await beto.meet();
    expect(await rowOf(beto, 'task', entityId)).toMatchObject({ state: 'hecha', done_by: farm.userIds.ana });
  });

  test('what never left is deleted without a trace', async () => {
    ana.link.isUp = false;
    const { entityId } = await saved(ana.farm.acts.createThing('task', { title: 'Nada' }));
    await saved(ana.farm.acts.deleteThing('task', entityId));
    expect(await waiting(ana)).toEqual([]);
  });

  test('a rodeo of the field is named by records that were made in it', async () => {
    ana.link.isUp = false;
    const { entityId } = await saved(ana.farm.acts.createThing('rodeo', { name: 'Nuevo' }));
    expect((await ana.farm.views.rodeos()).map((view) => view.rodeo.name)).toContain('Nuevo');
    const death = { date: '2026-11-20', lot_id: farm.lots.ombu, rodeo_id: entityId };
    await saved(ana.farm.acts.recordMovement('DEATH', { ...death, animals: [{ type: farm.cat('Vaca'), count: 1 }] }));
    await ana.meet();
    expect(await waiting(ana)).toEqual([]);
    expect(await farm.heads(farm.lots.ombu, entityId, farm.cat('Vaca'))).toBe(-1);
  });

  test('a form that says nothing is told which field, and nothing is kept', async () => {
    const outcome = await ana.farm.acts.createThing('task', { title: '  ' });
    expect(outcome).toMatchObject({ ok: false, problem: { reason: 'invalid', issues: [{ path: 'title' }] } });
    expect(await waiting(ana)).toEqual([]);
  });

  test('a refused one stays in its list with the reason, and is corrected where it stands', async () => {
    await saved(beto.farm.acts.createThing('category', { name: 'Buey' }));
    await beto.meet();
    ana.link.isUp = false;
    const { entityId } = await saved(ana.farm.acts.createThing('category', { name: 'buey' }));
    await ana.meet();
    const refused = await ana.farm.views.thing('category', entityId);
    expect(refused).toMatchObject({ state: 'con_error', row: { name: 'buey' } });
    expect(refused?.problem).toBe('Ya existe una categoría con ese nombre');
    await saved(ana.farm.acts.editThing('category', entityId, { name: 'Buey viejo' }));
    await ana.meet();
    expect(await ana.farm.views.thing('category', entityId)).toMatchObject({ state: 'enviado', problem: null });
  });
});

describe('Counting with no signal', () => {
  const heads = async (phone: ServerPhone, category: string): Promise<number> =>
    (await phone.farm.views.stock())
      .filter((cell) => cell.lot === farm.lots.ombu && cell.category === farm.cat(category))
      .reduce((sum, cell) => sum + cell.head, 0);

  test('an owner’s count of a lot is booked at once, by its difference', async () => {
    ana.link.isUp = false;
    const counted = [{ type: farm.cat('Vaca'), count: 58, reason: 'faltante' }];
    const form = { date: '2026-11-20', kind: 'recount', lot_id: farm.lots.ombu, counted };
    await saved(ana.farm.acts.countAnimals(form));
    expect(await heads(ana, 'Vaca')).toBe(58);
    // Sold after the count: at one instant their ids would decide.
    farm.clock.now += 1000;
    const sold = { date: '2026-11-20', lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria };
    await farm.record('beto', 'sell', { ...sold, animals: [{ type: farm.cat('Vaca'), count: 10 }] });
    for (const phone of [ana, beto]) await phone.meet();
    expect([await heads(ana, 'Vaca'), await heads(beto, 'Vaca')]).toEqual([48, 48]);
  });

  test('a hand’s count changes nothing until somebody approves it', async () => {
    const caro = openServerPhone(farm, 'caro');
    await caro.meet();
    caro.link.isUp = false;
    const counted = [{ type: farm.cat('Vaca'), count: 59 }];
    await saved(caro.farm.acts.countAnimals({ date: '2026-11-20', kind: 'recount', lot_id: farm.lots.ombu, counted }));
    expect(await heads(caro, 'Vaca')).toBe(60);
    await caro.meet();
    expect(await heads(caro, 'Vaca')).toBe(60);
  });

  test('an edited count of one category is the number that is there', async () => {
    ana.link.isUp = false;
    const count = { lot_id: farm.lots.ombu, animal_type: farm.cat('Toro'), count: 3, reason: 'Aparecido' };
    await saved(ana.farm.acts.editCount(count));
    expect(await heads(ana, 'Toro')).toBe(3);
    const [newest] = await ana.farm.views.lastTen();
    expect(newest?.summary).toContain('+1 toro');
    for (const phone of [ana, beto]) await phone.meet();
    expect(await heads(beto, 'Toro')).toBe(3);
    expect(await ana.farm.acts.editCount(count)).toMatchObject({
      problem: { issues: [{ message: 'Es la cantidad que ya figura' }] },
    });
  });

  test('the store room is counted by its difference too', async () => {
    const sal = await saved(
      ana.farm.acts.createThing('asset', { name: 'Sal', kind: 'suplemento', unit: 'kg', quantity: 100 }),
    );
    for (const phone of [ana, beto]) await phone.meet();
    beto.link.isUp = false;
    await saved(beto.farm.acts.countSupplies({ asset_id: sal.entityId, counted: 80 }));
    for (const phone of [beto, ana]) await phone.meet();
    expect(await rowOf(ana, 'asset', sal.entityId)).toMatchObject({ quantity: 80 });
  });
});

describe('The order of the lots', () => {
  test('changes at once, may name a lot that never left, and goes up as the last word', async () => {
    ana.link.isUp = false;
    await saved(ana.farm.acts.orderLots([farm.lots.bajo, farm.lots.ombu]));
    const { entityId } = await saved(ana.farm.acts.createLot({ name: 'La Loma', hectares: 40 }));
    await saved(ana.farm.acts.orderLots([entityId, farm.lots.bajo, farm.lots.ombu]));
    const names = async (phone: ServerPhone) => (await phone.farm.views.lots()).map((view) => view.lot.name);
    expect(await names(ana)).toEqual(['La Loma', 'El Bajo', 'El Ombú']);
    expect(await waiting(ana)).toHaveLength(2);
    for (const phone of [ana, beto]) await phone.meet();
    expect(await names(beto)).toEqual(['La Loma', 'El Bajo', 'El Ombú']);
  });
});
