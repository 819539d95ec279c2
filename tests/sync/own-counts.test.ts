import { beforeEach, describe, expect, test } from 'vitest';
import type { Saved } from '../../src/app/sync/farm.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let ana: ServerPhone;
let disk: ReturnType<typeof openMemoryDisk>;
let sal: string;

async function saved(outcome: ReturnType<ServerPhone['farm']['acts']['countAnimals']>): Promise<string> {
  const made = await outcome;
  expect(made).toMatchObject({ ok: true });
  return (made as { value: Saved }).value.entityId;
}
const countSalt = () => saved(ana.farm.acts.countSupplies({ asset_id: sal, counted: 80 }));
const editCows = () =>
  saved(
    ana.farm.acts.editCount({ lot_id: farm.lots.ombu, animal_type: farm.cat('Vaca'), count: 50, reason: 'recuento' }),
  );
const seen = async (id: string) => (await ana.farm.views.movement(id))?.movement.id;

beforeEach(async () => {
  farm = await createFieldFarm();
  disk = openMemoryDisk();
  ana = openServerPhone(farm, 'ana', { store: openFarmStore(disk) });
  await ana.meet();
  sal = await saved(ana.farm.acts.createThing('asset', { name: 'Sal', kind: 'suplemento', unit: 'kg', quantity: 100 }));
  await ana.meet();
  ana.link.isUp = false;
  return () => farm.close();
});

describe('A count that this phone made', () => {
  test.each([
    ['of an item', countSalt],
    ['of a category of a lot', editCows],
  ])('%s opens under its own name once it is sent', async (_what, make) => {
    const id = await make();
    expect(await seen(id)).toBe(id);
    await ana.meet();
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    expect(await seen(id)).toBe(id);
  });

  test('of an item can be deleted once it is sent', async () => {
    const id = await countSalt();
    await ana.meet();
    await ana.meet();
    expect(await ana.farm.acts.deleteMovement(id)).toMatchObject({ ok: true });
    await ana.meet();
    expect((await ana.farm.views.thing('asset', sal))?.row.quantity).toBe(100);
  });

  test('opens and is deleted where an older server had named its item in its place', async () => {
    const id = await countSalt();
    await ana.meet();
    await ana.meet();
    await disk.transact('write', ['ids'], async ({ ids }) =>
      ids.put([{ key: `${farm.organizationId}/${id}`, serverId: sal }]),
    );
    expect(await seen(id)).toBe(id);
    expect(await ana.farm.acts.deleteMovements([id])).toMatchObject({ ok: true, value: { count: 1 } });
  });
});
