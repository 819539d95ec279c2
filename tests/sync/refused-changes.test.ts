import { beforeEach, describe, expect, test } from 'vitest';
import { recordsBetween, rationOf } from '../../src/app/features/consumption/ration-records.ts';
import { readRainFigures } from '../../src/app/features/campos/rain-sheet.tsx';
import { readWeighings } from '../../src/app/features/rodeos/weights.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { type HandClock, openField, type Phone } from '../support/field.ts';
import type { FieldServer } from '../support/field-server.ts';

const day = '2026-11-21';
let server: FieldServer;
let clock: HandClock;
let ana: Phone;
beforeEach(async () => {
  ({ server, clock, ana } = await openField());
});

async function recorded(type: RecordedType, body: Readonly<Record<string, unknown>>): Promise<string> {
  const saved = await ana.farm.acts.recordMovement(type, { date: day, ...body });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  await clock.pass(30_000);
  return saved.value.entityId;
}
async function deletionRefused(id: string): Promise<void> {
  server.refuseNext.push({ path: id, code: 'DEPENDENT_MOVEMENTS' });
  await ana.farm.acts.deleteMovement(id);
  await clock.pass(60_000);
  expect((await ana.farm.views.movement(id))?.state).toBe('con_error');
}

describe('A record whose deletion was refused stands, and counts', () => {
  test('as rain', async () => {
    await deletionRefused(await recorded('RAIN', { campo_id: 'sur', mm: 12 }));
    expect(await readRainFigures(ana.farm.views, 'sur', day)).toMatchObject({ last30: 12, rainDays: 1 });
  });

  test('as a ration', async () => {
    await deletionRefused(
      await recorded('CONSUMPTION', { rodeo_id: 'cria', product: 'Maíz', unit: 'kg', quantity: 40 }),
    );
    const records = await recordsBetween(ana.farm.views, day, day);
    expect(records.map((view) => rationOf(view, [])?.quantity)).toEqual([40]);
  });

  test('as a weighing', async () => {
    const animals = [{ type: 'vaca', count: 10, total_kg: 4_000 }];
    await deletionRefused(await recorded('WEIGHING', { rodeo_id: 'cria', animals }));
    expect(await readWeighings(ana.farm.views, { rodeoId: 'cria' }, 10)).toHaveLength(1);
  });
});

test('A record that was refused itself is in no list, so no figure has it', async () => {
  server.refuseNext.push({ path: 'weather/rain', code: 'INVALID_BODY' });
  await recorded('RAIN', { campo_id: 'sur', mm: 12 });
  await clock.pass(60_000);
  expect((await ana.farm.views.pending()).map(({ state }) => state)).toEqual(['con_error']);
  expect(await readRainFigures(ana.farm.views, 'sur', day)).toMatchObject({ rainDays: 0 });
});
