import { beforeEach, describe, expect, test } from 'vitest';
import { readRodeos } from '../../src/app/features/rodeos/rodeo-rows.ts';
import { readRodeo } from '../../src/app/features/rodeos/rodeo-whole.ts';
import type { Weight } from '../../src/app/features/rodeos/weights.ts';
import type { Saved } from '../../src/app/sync/farm.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { expectInOrder, type PersonName } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let phones: Readonly<Record<'ana' | 'caro', ServerPhone>>;

beforeEach(async () => {
  farm = await createFieldFarm();
  phones = { ana: openServerPhone(farm, 'ana'), caro: openServerPhone(farm, 'caro') };
  for (const phone of Object.values(phones)) {
    await phone.meet();
    phone.link.isUp = false;
  }
  return async () => {
    await expectInOrder(farm);
    await farm.close();
  };
});

const opening = (lines: readonly object[]) => ({
  kind: 'opening',
  date: '2026-06-01',
  lot_id: farm.lots.bajo,
  rodeo_id: farm.rodeos.cria,
  counted: lines.map((line) => ({ type: farm.cat('Vaquillona'), count: 20, ...line })),
});
const saved = async (outcome: ReturnType<ServerPhone['farm']['acts']['countAnimals']>): Promise<Saved> => {
  const made = await outcome;
  farm.clock.now += 1000;
  expect(made).toMatchObject({ ok: true });
  return (made as { value: Saved }).value;
};
const count = (phone: ServerPhone, lines: readonly object[], corrects?: string) =>
  saved(phone.farm.acts.countAnimals(opening(lines), undefined, corrects));
/** As the server tells it: which categories were weighed is told by the phone alone. */
const asTold = ({ of, ...point }: Weight) => {
  expect(of.length).toBeGreaterThan(0);
  return point;
};
/** What the phone says of the count and of the kilos of the rodeo. */
const shown = async ({ farm: { views } }: ServerPhone, id: string) => ({
  counted: (await views.movement(id))?.movement.metadata['counted'],
  weights: (await readRodeo(views, farm.rodeos.cria, '2026-11-20'))?.weights.map(asTold),
});
const points = async (who: PersonName, rodeo = farm.rodeos.cria) =>
  (await farm.as(who, 'GET', `/api/movement/daily-weight-gain/${farm.organizationId}/${rodeo}`)).body['points'];

describe('The kilos of an opening with no signal', () => {
  test.each([['ana'], ['caro']] as const)('are for %s what the server then says', async (who) => {
    const phone = phones[who];
    const { entityId } = await count(phone, [{ count: 10, average_kg: 233.3 }, { average_kg: 241 }]);
    await saved(
      phone.farm.acts.recordMovement('WEIGHING', {
        date: '2026-07-01',
        rodeo_id: farm.rodeos.cria,
        lot_id: farm.lots.bajo,
        animals: [{ type: farm.cat('Vaquillona'), count: 30, total_kg: 7800 }],
      }),
    );
    const before = await shown(phone, entityId);
    await phone.meet();
    expect(await shown(phone, entityId)).toEqual(before);
    expect(before.weights).toEqual(await points(who));
    expect(before.counted).toMatchObject([{ count: 30, average_kg: 238.43 }]);
  });

  test('stay where a correction says nothing of them, and go where it says so, here and there', async () => {
    const { ana } = phones;
    const { entityId } = await count(ana, [{ average_kg: 240 }]);
    await ana.meet();
    for (const line of [{ count: 21 }, { count: 22, average_kg: 250 }, { average_kg: null }]) {
      ana.link.isUp = false;
      await count(ana, [line], entityId);
      const before = await shown(ana, entityId);
      await ana.meet();
      expect(await shown(ana, entityId)).toEqual(before);
      expect(before.weights).toEqual(await points('ana'));
    }
    const view = await ana.farm.views.movement(entityId);
    const changes = view?.movement.metadata.editHistory.flatMap((edit) =>
      (edit['changes'] as readonly { field: string }[]).filter(({ field }) => field === 'counted'),
    );
    expect(changes).toMatchObject([
      { before: [{ average_kg: 240 }], after: [{ count: 21, average_kg: 240 }] },
      { before: [{ average_kg: 240 }], after: [{ average_kg: 250 }] },
      { before: [{ average_kg: 250 }], after: [{ count: 20 }] },
    ]);
  });
});

test('The gain of a rodeo of which some were sold by weight is the same here and there', async () => {
  const { ana } = phones;
  const animals = (count: number) => ({ type: farm.cat('Novillito'), count });
  const place = { rodeo_id: farm.rodeos.invernada, lot_id: farm.lots.bajo };
  const weigh = (date: string, count: number, average_kg: number) =>
    ana.farm.acts.recordMovement('WEIGHING', { date, ...place, animals: [{ ...animals(count), average_kg }] });
  await saved(weigh('2026-03-01', 80, 250));
  await saved(weigh('2026-03-21', 16, 280));
  await saved(ana.farm.acts.recordMovement('SELL', { date: '2026-03-21', ...place, animals: [animals(16)] }));
  await saved(weigh('2026-04-30', 64, 292));
  const here = async () =>
    (await readRodeos(ana.farm.views, '2026-11-20'))
      .flatMap(({ view, weight }) => (view.row.id === farm.rodeos.invernada && weight ? weight : []))
      .map(asTold)[0];
  const before = await here();
  await ana.meet();
  expect(before).toEqual({ date: '2026-04-30', average_kg: 292, daily_gain: 0.762, group_changed: false });
  expect(await here()).toEqual(before);
  expect(await points('ana', farm.rodeos.invernada)).toContainEqual(before);
  expect((await readRodeo(ana.farm.views, farm.rodeos.invernada, '2026-04-30'))?.kilos).toMatchObject([
    { kilos: { kg: 292, mark: 'medido' } },
  ]);
});
