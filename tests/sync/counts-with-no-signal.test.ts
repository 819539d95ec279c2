import { beforeEach, describe, expect, test } from 'vitest';
import type { Saved } from '../../src/app/sync/farm.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { expectInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { seeded } from '../support/sim/random.ts';

/** Histories of acts by chance; more of them by `COUNT_HISTORIES`. */
const histories = Number(process.env['COUNT_HISTORIES'] ?? 6);

let farm: FieldFarm;
let ana: ServerPhone;
let beto: ServerPhone;

beforeEach(async () => {
  farm = await createFieldFarm();
  [ana, beto] = [openServerPhone(farm, 'ana'), openServerPhone(farm, 'beto')];
  for (const phone of [ana, beto]) await phone.meet();
  return async () => {
    await expectInOrder(farm);
    await farm.close();
  };
});

const saved = async (outcome: ReturnType<ServerPhone['farm']['acts']['countAnimals']>): Promise<Saved> => {
  const made = await outcome;
  // Each act a second after the one before, as a hand makes them.
  farm.clock.now += 1000;
  expect(made).toMatchObject({ ok: true });
  return (made as { value: Saved }).value;
};
const count = (phone: ServerPhone, heads: number, date: string, rest: object = {}) =>
  saved(
    phone.farm.acts.countAnimals({
      date,
      kind: 'recount',
      lot_id: farm.lots.ombu,
      counted: [{ type: farm.cat('Vaca'), count: heads }],
      ...rest,
    }),
  );
const body = (heads: number, date: string, rest: object = {}) => ({
  date,
  lot_id: farm.lots.ombu,
  rodeo_id: farm.rodeos.cria,
  animals: [{ type: farm.cat('Vaca'), count: heads }],
  ...rest,
});
const record = (phone: ServerPhone, type: 'BUY' | 'DEATH' | 'SELL', heads: number, date: string, rest: object = {}) =>
  saved(phone.farm.acts.recordMovement(type, body(heads, date, rest)));
const cows = async (phone: ServerPhone): Promise<number> =>
  (await phone.farm.views.stock())
    .filter((cell) => cell.lot === farm.lots.ombu && cell.category === farm.cat('Vaca'))
    .reduce((sum, cell) => sum + cell.head, 0);
const both = async (): Promise<readonly number[]> => [await cows(ana), await cows(beto)];
const allMeet = async (): Promise<void> => {
  for (const phone of [ana, beto, ana]) await phone.meet();
};

describe('Counts with no signal', () => {
  test('two of one lot on two phones take what is missing once', async () => {
    for (const phone of [ana, beto]) phone.link.isUp = false;
    await count(ana, 58, '2026-11-20');
    await count(beto, 58, '2026-11-20');
    expect(await both()).toEqual([58, 58]);
    await allMeet();
    expect(await both()).toEqual([58, 58]);
  });

  test('a count is the last that was recorded on the phone, until the next record', async () => {
    ana.link.isUp = false;
    const { entityId } = await count(ana, 58, '2026-11-20');
    expect((await ana.farm.views.habits()).lastId).toBe(entityId);
    const death = await record(ana, 'DEATH', 3, '2026-11-19');
    expect((await ana.farm.views.habits()).lastId).toBe(death.entityId);
    await count(ana, 50, '2026-11-20', { rodeo_id: farm.rodeos.cria });
    ana.link.isUp = true;
    await allMeet();
  });

  test('a count and a death of the day before, noted after it: the count stands, here and there', async () => {
    ana.link.isUp = false;
    const { entityId } = await count(ana, 58, '2026-11-20');
    await record(ana, 'DEATH', 3, '2026-11-19');
    const shown = async () => (await ana.farm.views.movement(entityId))?.movement;
    expect(await cows(ana)).toBe(58);
    expect(await shown()).toMatchObject({
      reference: 'Recuento en El Ombú: +1 vaca',
      metadata: { counted: [{ count: 58, expected: 57, difference: 1 }] },
    });
    await allMeet();
    expect(await both()).toEqual([58, 58]);
    expect(await shown()).toMatchObject({ reference: 'Recuento en El Ombú: +1 vaca' });
  });

  test('a count dated back stands before what happened since', async () => {
    await record(ana, 'SELL', 10, '2026-11-15');
    await allMeet();
    ana.link.isUp = false;
    const { entityId } = await count(ana, 61, '2026-11-10');
    expect(await cows(ana)).toBe(51);
    expect((await ana.farm.views.movement(entityId))?.movement.reference).toBe('Recuento en El Ombú: +1 vaca');
    await allMeet();
    expect(await both()).toEqual([51, 51]);
  });

  test('a late record, its edit and its deletion do not move what was counted after it', async () => {
    await count(ana, 58, '2026-11-18');
    await allMeet();
    ana.link.isUp = false;
    const { entityId } = await record(ana, 'DEATH', 3, '2026-11-16');
    expect(await cows(ana)).toBe(58);
    await allMeet();
    expect(await both()).toEqual([58, 58]);
    ana.link.isUp = false;
    await saved(ana.farm.acts.editMovement(entityId, body(5, '2026-11-19')));
    expect(await cows(ana)).toBe(53);
    await allMeet();
    expect(await both()).toEqual([53, 53]);
    ana.link.isUp = false;
    await saved(ana.farm.acts.deleteMovement(entityId));
    expect(await cows(ana)).toBe(58);
    await allMeet();
    expect(await both()).toEqual([58, 58]);
  });

  test('a late record does not move what was counted after it, whatever waits of other lots', async () => {
    await count(ana, 58, '2026-11-18');
    await allMeet();
    ana.link.isUp = false;
    await record(ana, 'BUY', 4, '2026-11-20', { lot_id: farm.lots.bajo });
    expect(await cows(ana)).toBe(58);
    await record(ana, 'DEATH', 3, '2026-11-16');
    expect(await cows(ana)).toBe(58);
    await allMeet();
    expect(await both()).toEqual([58, 58]);
  });

  test('a lot made in the field, with animals, is counted as it stands', async () => {
    ana.link.isUp = false;
    const animals = [{ type: farm.cat('Toro'), count: 40 }];
    const lot = await saved(ana.farm.acts.createLot({ name: 'El Fondo', hectares: 10, animals }));
    const counted = [{ type: farm.cat('Toro'), count: 38 }];
    await count(ana, 0, '2026-11-21', { lot_id: lot.entityId, counted });
    const bulls = async (phone: ServerPhone) =>
      (await phone.farm.views.stock()).filter((cell) => cell.lot === lot.entityId).map(({ head }) => head);
    expect(await bulls(ana)).toEqual([38]);
    // It arrives later: it was made before it was counted all the same.
    farm.clock.now += 300_000;
    await allMeet();
    expect([await bulls(ana), await bulls(beto)]).toEqual([[38], [38]]);
  });

  test('a changed figure and a count after it take what is missing once', async () => {
    ana.link.isUp = false;
    await saved(ana.farm.acts.editCount({ lot_id: farm.lots.ombu, animal_type: farm.cat('Vaca'), count: 58 }));
    await count(ana, 58, '2026-11-21');
    expect(await cows(ana)).toBe(58);
    farm.clock.now += 300_000;
    await allMeet();
    expect(await both()).toEqual([58, 58]);
  });
});

describe('Phone and server', () => {
  /** What the phone shows, cell by cell. */
  const stock = async (phone: ServerPhone): Promise<readonly string[]> =>
    (await phone.farm.views.stock())
      .filter(({ head }) => head !== 0)
      .map(({ lot, rodeo, category, head }) => `${lot ?? ''}|${rodeo ?? ''}|${category} ${head}`)
      .toSorted();

  const seeds = Array.from({ length: histories }, (_, at) => ({ seed: at + 1 }));
  test.each(seeds)('come to the same book, whatever is done with no signal: history $seed', async ({ seed }) => {
    const random = seeded(seed);
    const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    const day = () => `2026-11-1${Math.floor(random() * 9)}`;
    const heads = () => 1 + Math.floor(random() * 30);
    const place = () => ({ lot_id: one([farm.lots.ombu, farm.lots.bajo]), rodeo_id: one(Object.values(farm.rodeos)) });
    const ids: string[] = [];
    const act = async (): Promise<void> => {
      const { lot_id, rodeo_id } = place();
      const id = one(ids);
      const kind = random();
      if (kind < 0.3 || !id)
        ids.push((await record(ana, one(['BUY', 'DEATH'] as const), heads(), day(), place())).entityId);
      else if (kind < 0.7) await count(ana, heads(), day(), { lot_id, ...(random() < 0.4 && { rodeo_id }) });
      else if (kind < 0.85) await saved(ana.farm.acts.editMovement(id, body(heads(), day(), place())));
      else {
        ids.splice(ids.indexOf(id), 1);
        await saved(ana.farm.acts.deleteMovement(id));
      }
    };
    for (let round = 0; round < 3; round += 1) {
      ana.link.isUp = false;
      for (let acts = 0; acts < 7; acts += 1) await act();
      const shown = await stock(ana);
      await allMeet();
      expect([await stock(ana), await stock(beto)], `round ${round}`).toEqual([shown, shown]);
    }
  });
});
