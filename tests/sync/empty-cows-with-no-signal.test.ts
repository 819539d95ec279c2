import { beforeEach, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let server: FieldFarm;
let isOpen = false;
let culls: string;
let ana: ServerPhone;
beforeEach(async () => {
  if (isOpen) await server.close();
  server = await createFieldFarm();
  isOpen = true;
  const made = await server.as('ana', 'POST', `/api/animal-categories/${server.organizationId}`, {
    name: 'Vaca de descarte',
  });
  culls = (made.body['category'] as { id: string }).id;
  ana = openServerPhone(server, 'ana');
  await ana.meet();
  await ana.meet();
  ana.link.isUp = false;
});

const diagnosis = (empty: number, rest: object = {}) => ({
  date: '2026-05-10',
  rodeo_id: server.rodeos.cria,
  examined: 60,
  pregnant: 60 - empty,
  empty,
  to_category: culls,
  from_category: server.cat('Vaca'),
  lot_id: server.lots.ombu,
  ...rest,
});
/** Cows and culls as the phone counts them. */
const onPhone = async (): Promise<number[]> => {
  const cells = await ana.farm.views.stock();
  const inLot = (category: string): number =>
    cells.find((cell) => cell.lot === server.lots.ombu && cell.category === category)?.head ?? 0;
  return [inLot(server.cat('Vaca')), inLot(culls)];
};
const onServer = async (): Promise<number[]> => [
  await server.heads(server.lots.ombu, server.rodeos.cria, server.cat('Vaca')),
  await server.heads(server.lots.ombu, server.rodeos.cria, culls),
];
async function diagnose(): Promise<{ opId: string; entityId: string }> {
  const saved = await ana.farm.acts.recordMovement('PREGNANCY_DIAGNOSIS', diagnosis(12));
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  return saved.value;
}
const both = async (): Promise<void> => {
  await ana.meet();
  await ana.meet();
};

describe('Empty cows that pass to the culls, with no signal', () => {
  test('are counted among them at once', async () => {
    await diagnose();
    expect(await onPhone()).toEqual([48, 12]);
  });

  test('are one record that waits, and taking it back takes all back', async () => {
    const { opId } = await diagnose();
    expect(await ana.farm.views.pending()).toHaveLength(1);
    expect(await ana.farm.acts.undo(opId)).toBe(true);
    expect(await onPhone()).toEqual([60, 0]);
    await both();
    expect(await onServer()).toEqual([60, 0]);
  });

  test('are the same on the server, and the phone counts them once', async () => {
    await diagnose();
    await both();
    expect(await onServer()).toEqual([48, 12]);
    expect(await onPhone()).toEqual([48, 12]);
    const types = (await ana.farm.views.lastTen()).map((view) => view.movement.type);
    expect(types.filter((type) => type === 'RECATEGORIZATION')).toHaveLength(1);
  });

  test('follow a correction before it is sent and after', async () => {
    const { entityId } = await diagnose();
    await ana.farm.acts.editMovement(entityId, diagnosis(10));
    expect(await onPhone()).toEqual([50, 10]);
    await both();
    ana.link.isUp = false;
    await ana.farm.acts.editMovement(entityId, diagnosis(7));
    expect(await onPhone()).toEqual([53, 7]);
    await ana.farm.acts.editMovement(entityId, diagnosis(7, { to_category: undefined }));
    expect(await onPhone()).toEqual([60, 0]);
    await ana.farm.acts.editMovement(entityId, diagnosis(8));
    await both();
    expect([await onPhone(), await onServer()]).toEqual([
      [52, 8],
      [52, 8],
    ]);
  });

  test('come back with a deletion, on the phone at once', async () => {
    const { entityId } = await diagnose();
    await both();
    ana.link.isUp = false;
    await ana.farm.acts.deleteMovement(entityId);
    expect(await onPhone()).toEqual([60, 0]);
    await both();
    expect([await onPhone(), await onServer()]).toEqual([
      [60, 0],
      [60, 0],
    ]);
  });

  test('need the category they come from before anything is saved', async () => {
    const saved = await ana.farm.acts.recordMovement(
      'PREGNANCY_DIAGNOSIS',
      diagnosis(12, { from_category: undefined }),
    );
    expect(saved).toMatchObject({ ok: false, problem: { reason: 'invalid', issues: [{ path: 'from_category' }] } });
    expect(await ana.farm.views.pending()).toEqual([]);
  });
});

closesInOrder(() => server);
