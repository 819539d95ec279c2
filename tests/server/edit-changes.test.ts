import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldChange } from '../../src/domain/movements/edits.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const made = async (who: PersonName, path: string, body: object): Promise<Movement> => {
  const answer = await farm.record(who, path, body);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['movement'] as Movement;
};
const edit = (who: PersonName, path: string, id: string, body: object) =>
  farm.as(who, 'PUT', `/api/movement/${path}/${farm.organizationId}/${id}`, body);
const seen = async (who: PersonName, id: string): Promise<Movement> =>
  (await farm.as(who, 'GET', `/api/movement/${id}`)).body['movement'] as Movement;
/** The record as the feed brings it to a phone. */
const fed = async (who: PersonName, id: string): Promise<Movement> => {
  const { body } = await farm.as(who, 'GET', `/api/sync/${farm.organizationId}?since=0`);
  const changes = body['changes'] as { readonly id: string; readonly row: Movement }[];
  return changes.find((change) => change.id === id)?.row as Movement;
};
const changesIn = ({ metadata }: Movement): FieldChange[][] =>
  metadata.editHistory.map((one) => one['changes'] as FieldChange[]);
const inBajo = () => ({ date: '2026-06-01', lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.invernada });
const novillitos = (count: number) => [{ type: farm.cat('Novillito'), count }];

describe('The history of a record', () => {
  test('says before and after of each edit, of the fields that changed alone', async () => {
    const death = await made('ana', 'death', { ...inBajo(), animals: novillitos(3), cause: 'rayo' });
    await edit('beto', 'death', death.id, { ...inBajo(), animals: novillitos(2), cause: 'rayo' });
    await edit('ana', 'death', death.id, { ...inBajo(), date: '2026-06-02', animals: novillitos(2), detail: 'Ojo' });
    for (const told of [await seen('caro', death.id), await fed('caro', death.id)]) {
      expect(told.metadata.editHistory.map(({ editedBy }) => editedBy)).toEqual([farm.userIds.beto, farm.userIds.ana]);
      expect(changesIn(told)).toEqual([
        [{ field: 'animals', before: novillitos(3), after: novillitos(2), stood: true }],
        [
          { field: 'date', before: '2026-06-01', after: '2026-06-02', stood: true },
          { field: 'cause', before: 'rayo', after: null, stood: true },
          { field: 'detail', before: null, after: 'Ojo', stood: true },
        ],
      ]);
    }
  });

  test('tells prices to those alone who see them', async () => {
    const heads = { ...inBajo(), animals: novillitos(1) };
    const sale = await made('ana', 'sell', { ...heads, total: '100.00', buyer: 'Norte' });
    await edit('ana', 'sell', sale.id, { ...heads, total: '250.50', buyer: 'Sur' });
    expect(changesIn(await fed('beto', sale.id))[0]?.map(({ field }) => field)).toEqual(['buyer', 'total']);
    for (const told of [await seen('caro', sale.id), await fed('caro', sale.id)]) {
      expect(changesIn(told)[0]?.map(({ field }) => field)).toEqual(['buyer']);
      expect(JSON.stringify(told)).not.toContain('250.50');
    }
  });

  test('says of what came after a deletion that it never stood', async () => {
    const rain = await made('ana', 'weather/rain', { date: '2026-06-01', mm: 10 });
    await farm.as('beto', 'DELETE', `/api/movement/delete/${farm.organizationId}/${rain.id}`);
    await edit('ana', 'weather/rain', rain.id, { date: '2026-06-01', mm: 12, offline: true });
    const told = await seen('ana', rain.id);
    expect(told.metadata).toMatchObject({
      mm: 10,
      deletedBy: farm.userIds.beto,
      deletedAt: expect.any(String) as string,
    });
    expect(changesIn(told)).toEqual([[{ field: 'mm', before: 10, after: 12, stood: false }]]);
  });

  test('of great length travels with its newest edits; alone the record says more', async () => {
    const words = (n: number): string => `${n}`.padEnd(990, 'x');
    const rain = await made('ana', 'weather/rain', { date: '2026-06-01', mm: 10, detail: words(0) });
    for (let n = 1; n <= 12; n += 1)
      await edit('ana', 'weather/rain', rain.id, { date: '2026-06-01', mm: 10, detail: words(n) });
    const short = changesIn(await fed('ana', rain.id));
    expect(short).toHaveLength(12);
    expect(short[0]).toBeUndefined();
    expect(short.at(-1)?.[0]?.after).toBe(words(12));
    const long = changesIn(await seen('ana', rain.id));
    expect(long.map((changes) => changes[0]?.after)).toEqual(Array.from({ length: 12 }, (_, n) => words(n + 1)));
  });
});

closesInOrder(() => farm);
