import { beforeEach, describe, expect, test } from 'vitest';
import { unsexedIdOf, unsexedName } from '../../src/domain/farm/unsexed.ts';
import { HandClock, Phone } from '../support/field.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openForeignServer } from '../support/foreign-server.ts';
import { closesInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

let server: FieldFarm;
let isOpen = false;
let ana: ServerPhone;
let caro: ServerPhone;
let own: string;
beforeEach(async () => {
  if (isOpen) await server.close();
  server = await createFieldFarm();
  isOpen = true;
  own = unsexedIdOf(server.organizationId);
  [ana, caro] = [openServerPhone(server, 'ana'), openServerPhone(server, 'caro')];
  for (const phone of [ana, caro, ana, caro]) await phone.meet();
  [ana, caro].forEach(({ link }) => (link.isUp = false));
});

const birth = (count: number) => ({ date: '2026-05-10', lot_id: server.lots.ombu, animals: [{ type: own, count }] });
async function born(phone: ServerPhone, count: number): Promise<string> {
  const saved = await phone.farm.acts.recordMovement('BIRTH', birth(count));
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value.entityId;
}
const pass = (to: string, count: number) => ({
  date: '2026-05-20',
  lot_id: server.lots.ombu,
  rodeo_id: server.rodeos.cria,
  from_category: own,
  to_category: server.cat(to),
  count,
});
const split = (phone: ServerPhone, males: number, females: number) =>
  phone.farm.acts.recordMovements(
    'RECATEGORIZATION',
    [pass('Ternero al pie', males), pass('Ternera al pie', females)],
    'reparto',
  );
const calves = (): string[] => [own, server.cat('Ternero al pie'), server.cat('Ternera al pie')];
/** Unsexed, males and females as a phone counts them. */
async function onPhone(phone: ServerPhone): Promise<number[]> {
  const cells = (await phone.farm.views.stock()).filter(({ lot }) => lot === server.lots.ombu);
  return calves().map((id) => cells.reduce((sum, { category, head }) => sum + (category === id ? head : 0), 0));
}
const onServer = async (): Promise<number[]> =>
  Promise.all(calves().map((id) => server.heads(server.lots.ombu, server.rodeos.cria, id)));
const everywhere = async (): Promise<number[][]> => [await onServer(), await onPhone(ana), await onPhone(caro)];
const agreed = async (): Promise<void> => {
  for (const phone of [ana, caro, ana, caro]) await phone.meet();
};

describe('Calves born without a sex, with no signal', () => {
  test('stand in their lot at once under their name, before any server knows of it', async () => {
    await born(caro, 5);
    expect(await onPhone(caro)).toEqual([5, 0, 0]);
    const lot = await caro.farm.views.lot(server.lots.ombu);
    expect(lot?.lot.animals).toContainEqual(
      expect.objectContaining({ count: 5, category: { id: own, name: unsexedName } }),
    );
    const view = (await caro.farm.views.lastTen()).find(({ movement }) => movement.type === 'BIRTH');
    expect(view?.summary).toBe('5 crías al pie (sin sexar) · El Ombú · Cría');
  });

  test('are the same for everybody, though two phones were first', async () => {
    await born(caro, 5);
    await born(ana, 2);
    await agreed();
    expect(await everywhere()).toEqual([
      [7, 0, 0],
      [7, 0, 0],
      [7, 0, 0],
    ]);
    for (const { farm } of [ana, caro]) {
      expect(await farm.views.pending()).toEqual([]);
      const named = (await farm.views.categories()).filter(({ name }) => name === unsexedName);
      expect(named).toMatchObject([{ id: own, active: false }]);
    }
  });

  test('follow a correction and a deletion of their birth', async () => {
    const id = await born(caro, 5);
    await caro.farm.acts.editMovement(id, birth(4));
    expect(await onPhone(caro)).toEqual([4, 0, 0]);
    await agreed();
    await caro.farm.acts.deleteMovement(id);
    await agreed();
    expect(await everywhere()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('are in no list of categories that a person keeps', async () => {
    await born(caro, 5);
    await agreed();
    const [kept, held] = [await ana.farm.views.things('category'), await ana.farm.views.holdings()];
    expect(kept.map(({ row }) => row.name)).not.toContain(unsexedName);
    expect(held.things.category.map(({ row }) => row.id)).not.toContain(own);
    expect(await ana.farm.views.thing('category', own)).toBeNull();
  });
});

describe('Sharing them out by sex, with no signal', () => {
  beforeEach(() => born(ana, 5));

  test('is two records in one go, and nobody is counted twice', async () => {
    expect((await split(ana, 3, 2)).ok).toBe(true);
    expect(await onPhone(ana)).toEqual([0, 3, 2]);
    expect(await ana.farm.views.pending()).toHaveLength(3);
    await agreed();
    expect(await everywhere()).toEqual([
      [0, 3, 2],
      [0, 3, 2],
      [0, 3, 2],
    ]);
  });

  test('is all or nothing: one part that cannot be leaves no other', async () => {
    const refused = await split(ana, 3, 0);
    expect(refused).toMatchObject({ ok: false, problem: { reason: 'invalid', issues: [{ path: 'count' }] } });
    expect(await onPhone(ana)).toEqual([5, 0, 0]);
    expect(await ana.farm.views.pending()).toHaveLength(1);
  });

  test('is taken back part by part while it waits, and takes its draft with it', async () => {
    await ana.farm.saveDraft('reparto', { counts: {} });
    await split(ana, 3, 2);
    expect(await ana.farm.views.draft('reparto')).toBeNull();
    const waiting = (await ana.farm.views.lastTen()).filter(({ movement }) => movement.type === 'RECATEGORIZATION');
    expect(waiting.map(({ canUndo }) => canUndo)).toEqual([true, true]);
    for (const { pendingOp } of waiting) expect(await ana.farm.acts.undo(pendingOp ?? '')).toBe(true);
    expect(await onPhone(ana)).toEqual([5, 0, 0]);
    await agreed();
    expect(await onServer()).toEqual([5, 0, 0]);
  });

  test('by two phones at once leaves nobody out: what was shared out twice is seen as missing', async () => {
    await agreed();
    [ana, caro].forEach(({ link }) => (link.isUp = false));
    await split(ana, 3, 2);
    await split(caro, 1, 1);
    await agreed();
    expect(await everywhere()).toEqual([
      [-2, 4, 3],
      [-2, 4, 3],
      [-2, 4, 3],
    ]);
    expect((await ana.farm.views.page({ inReview: true }, null, 20)).items).not.toEqual([]);
  });
});

describe('Before a backend that knows nothing of them', () => {
  test('they are not offered, and none is recorded that would be lost', async () => {
    const clock = new HandClock();
    const phone = await new Phone(await openForeignServer(clock), clock, 'ana').start();
    expect((await phone.farm.views.categories()).map(({ name }) => name)).not.toContain(unsexedName);
    const animals = [{ type: unsexedIdOf(organizationId), count: 1 }];
    const saved = await phone.farm.acts.recordMovement('BIRTH', { date: '2026-11-20', lot_id: 'ombu', animals });
    expect(saved).toMatchObject({
      ok: false,
      problem: { issues: [{ path: 'animals.0.type', message: 'La categoría no existe' }] },
    });
  });
});

closesInOrder(() => server);
