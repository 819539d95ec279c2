import { expect, test } from 'vitest';
import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { Result } from '../../src/domain/result.ts';
import { createFieldFarm } from '../support/field-farm.ts';
import { openServerPhone } from '../support/server-phone.ts';

async function saved(outcome: Promise<Result<Saved, SaveProblem>>): Promise<Saved> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

test('a task done by a record with no signal is done for everybody, and names the record', async () => {
  const farm = await createFieldFarm();
  const ana = openServerPhone(farm, 'ana');
  const beto = openServerPhone(farm, 'beto');
  for (const phone of [ana, beto]) await phone.meet();
  ana.link.isUp = false;
  const task = await saved(ana.farm.acts.createThing('task', { title: 'Anotar la lluvia' }));
  const [campo] = await ana.farm.views.campos();
  const rain = await saved(
    ana.farm.acts.recordMovement('RAIN', { date: '2026-11-01', ...(campo && { campo_id: campo.id }), mm: 12 }),
  );
  await saved(ana.farm.acts.editThing('task', task.entityId, { state: 'hecha', movement_id: rain.entityId }));
  // The task names it: taking the record back would leave a task that was done by nothing.
  expect(await ana.farm.views.movement(rain.entityId)).toMatchObject({ state: 'pendiente', canUndo: false });
  ana.link.isUp = true;
  for (const phone of [ana, beto, beto]) await phone.meet();
  expect(await ana.farm.views.pending()).toEqual([]);
  expect((await beto.farm.views.thing('task', task.entityId))?.row).toMatchObject({
    state: 'hecha',
    movement_id: rain.entityId,
  });
  expect((await beto.farm.views.movement(rain.entityId))?.movement.type).toBe('RAIN');
});
