import { beforeEach, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let server: FieldFarm;
let isOpen = false;
let ana: ServerPhone;
beforeEach(async () => {
  if (isOpen) await server.close();
  server = await createFieldFarm();
  isOpen = true;
  await server.record('ana', 'purchase', {
    date: '2026-01-12',
    rodeo_id: server.rodeos.cria,
    lot_id: server.lots.ombu,
    animals: [{ type: server.cat('Vaquillona'), count: 20 }],
  });
  ana = openServerPhone(server, 'ana');
  await ana.meet();
  await ana.meet();
  ana.link.isUp = false;
});

const birth = (count: number, rest: object = {}) => ({
  date: '2026-05-10',
  lot_id: server.lots.ombu,
  animals: [{ type: server.cat('Ternero al pie'), count }],
  mother_category: server.cat('Vaquillona'),
  to_category: server.cat('Vaca'),
  ...rest,
});
const names = ['Vaquillona', 'Vaca', 'Ternero al pie'];
/** Heifers, cows and calves as the phone counts them. */
const onPhone = async (): Promise<number[]> => {
  const cells = await ana.farm.views.stock();
  const inLot = (category: string): number =>
    cells.find((cell) => cell.lot === server.lots.ombu && cell.category === category)?.head ?? 0;
  return names.map((name) => inLot(server.cat(name)));
};
const onServer = async (): Promise<number[]> =>
  Promise.all(names.map((name) => server.heads(server.lots.ombu, server.rodeos.cria, server.cat(name))));
async function record(count: number): Promise<{ opId: string; entityId: string }> {
  const saved = await ana.farm.acts.recordMovement('BIRTH', birth(count));
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value;
}
const both = async (): Promise<void> => {
  await ana.meet();
  await ana.meet();
};

describe('Heifers that pass to the cows by calving, with no signal', () => {
  test('are cows at once, in one record that waits; taking it back takes all back', async () => {
    const { opId } = await record(2);
    expect(await onPhone()).toEqual([18, 62, 2]);
    expect(await ana.farm.views.pending()).toHaveLength(1);
    expect(await ana.farm.acts.undo(opId)).toBe(true);
    expect(await onPhone()).toEqual([20, 60, 0]);
    await both();
    expect(await onServer()).toEqual([20, 60, 0]);
  });

  test('of a ride among cows and heifers are saved and taken back with the calves of the cows', async () => {
    const ofCows = birth(3, { mother_category: server.cat('Vaca'), to_category: undefined });
    const saved = await ana.farm.acts.recordMovements('BIRTH', [birth(2), ofCows], 'tanda BIRTH');
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
    expect(await onPhone()).toEqual([18, 62, 5]);
    expect((await ana.farm.views.habits()).byType['BIRTH']?.motherId).toBe(server.cat('Vaca'));
    const { entityId, others = [] } = saved.value;
    const back = await ana.farm.acts.deleteMovements([entityId, ...others]);
    expect(back).toMatchObject({ ok: true, value: { count: 2, kept: 0, unsent: 2 } });
    expect(await onPhone()).toEqual([20, 60, 0]);
    expect(await ana.farm.views.pending()).toEqual([]);
  });

  test('of a ride that has left already are taken back by deleting them', async () => {
    const saved = await ana.farm.acts.recordMovements('BIRTH', [birth(2), birth(1)], 'tanda BIRTH');
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
    await both();
    const later = await record(1);
    const { entityId, others = [] } = saved.value;
    const back = await ana.farm.acts.deleteMovements([later.entityId, entityId, ...others]);
    expect(back).toMatchObject({ ok: true, value: { count: 3, kept: 0, unsent: 1 } });
    expect(await onPhone()).toEqual([20, 60, 0]);
    await both();
    expect(await onServer()).toEqual([20, 60, 0]);
  });

  test('are the same on the server, and the phone counts them once', async () => {
    await record(2);
    await both();
    expect(await onServer()).toEqual([18, 62, 2]);
    expect(await onPhone()).toEqual([18, 62, 2]);
    const types = (await ana.farm.views.lastTen()).map((view) => view.movement.type);
    expect(types.filter((type) => type === 'RECATEGORIZATION')).toHaveLength(1);
  });

  test('follow a correction before it is sent and after, and come back with a deletion', async () => {
    const { entityId } = await record(2);
    await ana.farm.acts.editMovement(entityId, birth(3));
    expect(await onPhone()).toEqual([17, 63, 3]);
    await both();
    ana.link.isUp = false;
    await ana.farm.acts.editMovement(entityId, birth(3, { mothers: 2 }));
    expect(await onPhone()).toEqual([18, 62, 3]);
    await both();
    expect([await onPhone(), await onServer()]).toEqual([
      [18, 62, 3],
      [18, 62, 3],
    ]);
    await ana.farm.acts.deleteMovement(entityId);
    expect(await onPhone()).toEqual([20, 60, 0]);
    await both();
    expect(await onServer()).toEqual([20, 60, 0]);
  });

  test('need a lot before anything is saved: in Sin lote nothing is recategorized', async () => {
    const saved = await ana.farm.acts.recordMovement('BIRTH', birth(2, { lot_id: null }));
    expect(saved).toMatchObject({ ok: false, problem: { reason: 'invalid', issues: [{ path: 'lot_id' }] } });
    expect(await ana.farm.views.pending()).toEqual([]);
  });
});

closesInOrder(() => server);
