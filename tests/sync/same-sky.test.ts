import { expect, test } from 'vitest';
import { openField } from '../support/field.ts';

/** Where another has recorded the same campo and day, the person says whether it adds to it (domain.md §3.6). */
test("another's rain of the day is asked about before one's own, whatever was recorded since", async () => {
  const { ana, beto, clock } = await openField();
  const rain = (mm: number) => ({ date: '2026-11-21', campo_id: 'sur', mm });
  const named = async () => {
    const found = await ana.farm.views.possibleDuplicates('RAIN', rain(10), 'ana');
    return found.map(({ movement }) => [movement.created_by, movement.metadata['mm']]);
  };
  expect(await named()).toEqual([]);
  await ana.farm.acts.recordMovement('RAIN', rain(3));
  expect(await named()).toEqual([['ana', 3]]);
  const saved = await beto.farm.acts.recordMovement('RAIN', rain(25));
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  await clock.pass(60_000);
  expect(await named()).toEqual([
    ['beto', 25],
    ['ana', 3],
  ]);
  await ana.farm.acts.recordMovement('RAIN', { ...rain(5), adds_to: saved.value.entityId });
  const all = [
    ['beto', 25],
    ['ana', 5],
    ['ana', 3],
  ];
  expect(await named()).toEqual(all);
  await clock.pass(60_000);
  expect(await named()).toEqual(all);
  const elsewhere = await ana.farm.views.possibleDuplicates('RAIN', { ...rain(10), campo_id: 'norte' }, 'ana');
  expect(elsewhere).toEqual([]);
});

test("a rain that adds to another's still does once it was edited, and once it was refused and corrected", async () => {
  const { ana, beto, clock, server } = await openField();
  const rain = (mm: number) => ({ date: '2026-11-21', campo_id: 'sur', mm });
  const saved = await beto.farm.acts.recordMovement('RAIN', rain(25));
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  await clock.pass(60_000);
  ana.fault = 'no-signal';
  const adds_to = saved.value.entityId;
  const added = await ana.farm.acts.recordMovement('RAIN', { ...rain(5), adds_to });
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  await ana.farm.acts.editMovement(added.value.entityId, rain(6));
  server.refuseNext.push({ path: '/weather/rain/', code: 'NOT_FOUND' });
  await ana.reconnect();
  const sent = () => server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent().at(-1)).toMatchObject({ mm: 6, adds_to });
  await ana.farm.acts.editMovement(added.value.entityId, rain(7));
  await clock.pass(60_000);
  expect(sent().at(-1)).toMatchObject({ mm: 7, adds_to });
});
