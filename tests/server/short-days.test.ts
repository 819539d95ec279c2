import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
beforeEach(async () => {
  farm = await createFieldFarm();
});

const movementIn = ({ body }: CoreResponse): Movement => {
  expect(body).toMatchObject({ ok: true });
  return body['movement'] as Movement;
};
const cell = () => ({ lot_id: farm.lots.bajo, rodeo_id: farm.rodeos.cria });
const cows = (count: number) => [{ type: farm.cat('Vaca'), count }];

/** What a hand's phone sends when it is back. */
const death = async (date: string, count = 1) =>
  movementIn(
    await farm.record('caro', 'death', {
      ...cell(),
      cid: randomUUID(),
      offline: true,
      recorded_at: `${date}T12:00:00.000Z`,
      date,
      animals: cows(count),
    }),
  );
const openingBody = (date: string) => ({
  ...cell(),
  date,
  kind: 'opening',
  counted: [{ type: farm.cat('Vaca'), count: 100 }],
});
const opening = async (date: string) =>
  movementIn(await farm.as('ana', 'POST', `/api/audit/${farm.organizationId}`, openingBody(date)));
const seen = async (id: string, who: PersonName = 'ana') =>
  movementIn(await farm.as(who, 'GET', `/api/movement/${id}`));
const erase = (id: string) =>
  farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`, undefined, {
    'idempotency-key': randomUUID(),
  });

const shortUntil = (until: string) => ({
  reasons: ['negative_cell'],
  cells: [{ ...cell(), category_id: farm.cat('Vaca'), before: 0, change: -1, head: -1, until }],
});

describe('A death of the field from before the opening stock', () => {
  test.each([
    ['the death comes after the opening', [opening, death]],
    ['the opening comes after the death', [death, opening]],
  ] as const)('is looked at by the office: %s', async (_what, [one, other]) => {
    const made = [
      await one(one === death ? '2026-03-02' : '2026-03-10'),
      await other(other === death ? '2026-03-02' : '2026-03-10'),
    ];
    const id = made[one === death ? 0 : 1]?.id ?? '';
    expect(await farm.heads(farm.lots.bajo, farm.rodeos.cria, farm.cat('Vaca'))).toBe(99);
    expect((await seen(id)).review).toEqual(shortUntil('2026-03-09'));
    expect((await seen(id, 'caro')).review).toEqual(shortUntil('2026-03-09'));
    expect((await seen(made[one === death ? 1 : 0]?.id ?? '')).review).toBeUndefined();
  });

  test.each([
    [
      'the opening is dated before it',
      async (_id: string, open: string) =>
        movementIn(await farm.as('ana', 'PUT', `/api/audit/${farm.organizationId}/${open}`, openingBody('2026-03-01'))),
    ],
    [
      'it is dated after the opening',
      async (id: string) =>
        movementIn(
          await farm.as('ana', 'PUT', `/api/movement/death/${farm.organizationId}/${id}`, {
            ...cell(),
            date: '2026-03-11',
            animals: cows(1),
          }),
        ),
    ],
    ['it is deleted', (id: string) => erase(id)],
    [
      'what stood before is recorded',
      async () => movementIn(await farm.record('ana', 'purchase', { ...cell(), date: '2026-03-01', animals: cows(1) })),
    ],
  ])('is looked at no more when %s', async (_what, mend) => {
    const open = await opening('2026-03-10');
    const { id } = await death('2026-03-02');
    expect((await seen(id)).review).toEqual(shortUntil('2026-03-09'));
    await mend(id, open.id);
    expect((await seen(id)).review).toBeUndefined();
  });

  test('is looked at again when an opening is dated later, or deleted', async () => {
    const open = await opening('2026-03-01');
    const { id } = await death('2026-03-02');
    expect((await seen(id)).review).toBeUndefined();
    const put = (date: string) =>
      farm.as('ana', 'PUT', `/api/audit/${farm.organizationId}/${open.id}`, { ...openingBody(date), offline: true });
    movementIn(await put('2026-03-10'));
    expect((await seen(id)).review).toEqual(shortUntil('2026-03-09'));
    movementIn(await put('2026-03-20'));
    expect((await seen(id)).review).toEqual(shortUntil('2026-03-19'));
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${open.id}?offline=1`);
    expect((await seen(id)).review).toMatchObject({ cells: [{ before: 0, change: -1, head: -1 }] });
    expect((await seen(id)).review?.cells?.[0]).not.toHaveProperty('until');
  });

  test('is not written anew by the records after it', async () => {
    await opening('2026-03-10');
    const { id } = await death('2026-03-02');
    const { updated_at } = await seen(id);
    farm.clock.now += 60_000;
    await death('2026-03-12');
    await farm.record('ana', 'purchase', { ...cell(), date: '2026-03-13', animals: cows(1) });
    expect((await seen(id)).updated_at).toBe(updated_at);
  });

  test('is refused at the office, which may go on and is asked then', async () => {
    await opening('2026-03-10');
    const body = { ...cell(), date: '2026-03-02', animals: cows(1) };
    expect(await farm.record('ana', 'death', body)).toMatchObject({ body: { code: 'NOT_ENOUGH_ANIMALS' } });
    const { id } = movementIn(await farm.record('ana', 'death', { ...body, confirmed: true }));
    expect((await seen(id)).review).toMatchObject({ reasons: ['negative_cell'] });
  });
});

test('A mark of an older version, which tells no figures, gets them from the book', async () => {
  const { id } = await death('2026-03-02');
  const older = { reasons: ['negative_cell'], cells: [{ ...cell(), category_id: farm.cat('Vaca'), head: -1 }] };
  await farm.db
    .updateTable('movements')
    .set({ review: JSON.stringify(older) })
    .where('id', '=', id)
    .execute();
  await opening('2026-03-10');
  expect((await seen(id)).review).toEqual(shortUntil('2026-03-09'));
});

closesInOrder(() => farm);
