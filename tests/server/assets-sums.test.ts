import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { examine } from '../../src/server/database/doctor.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

interface Act {
  readonly kind: 'intake' | 'use' | 'treatment';
  readonly item: string;
  readonly quantity: number;
  readonly day: number;
  readonly batch: string | null;
}

const act = fc.record({
  kind: fc.constantFrom<Act['kind']>('intake', 'use', 'treatment'),
  item: fc.constantFrom('A', 'B'),
  quantity: fc.integer({ min: 1, max: 500_000 }).map((thousandths) => Math.max(0.01, thousandths / 1000)),
  day: fc.integer({ min: 1, max: 20 }),
  batch: fc.option(fc.constantFrom('L1', 'L2'), { nil: null }),
});

/** A farm within the farm: items of its own, so that each run stands alone. */
interface Room {
  readonly ids: Readonly<Record<string, string>>;
}

async function makeRoom(): Promise<Room> {
  const ids: Record<string, string> = {};
  for (const name of ['A', 'B']) {
    const item = { organization_id: org, name: `${name} ${randomUUID()}`, kind: 'otro', unit: 'ml' };
    const { body } = await farm.as('ana', 'POST', '/api/asset', item);
    ids[name] = (body['asset'] as { id: string }).id;
  }
  return { ids };
}

const bodyOf = (room: Room, { kind, item, quantity, day, batch }: Act): object => {
  const date = `2026-10-${String(day).padStart(2, '0')}`;
  const asset_id = room.ids[item];
  if (kind === 'treatment')
    return { date, offline: true, lot_id: null, reason: 'otro', products: [{ asset_id, quantity }] };
  const expires = kind === 'intake' && batch ? { expires: `2027-0${1 + (day % 9)}-01` } : {};
  return { date, offline: true, asset_id, quantity, ...(batch && { batch }), ...expires };
};

const paths: Readonly<Record<Act['kind'], { readonly create: string; readonly edit: (id: string) => string }>> = {
  intake: { create: '/api/movement/load-asset/', edit: (id) => `/api/movement/load-asset/${org}/${id}` },
  use: { create: '/api/asset/{org}/consume', edit: (id) => `/api/asset/${org}/consume/${id}` },
  treatment: { create: '/api/movement/treatment/', edit: (id) => `/api/movement/treatment/${org}/${id}` },
};

async function record(room: Room, one: Act): Promise<string> {
  const { create } = paths[one.kind];
  const path = create.includes('{org}') ? create.replace('{org}', org) : `${create}${org}`;
  const answer = await farm.as('caro', 'POST', path, bodyOf(room, one));
  expect(answer.status).toBe(200);
  return (answer.body['movement'] as { id: string }).id;
}

/** What the items of a room hold, by batch, and what is missing. */
async function held(room: Room): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const id of Object.values(room.ids)) {
    const { body } = await farm.as('ana', 'GET', `/api/asset/detail/${id}`);
    const { quantity, missing, batches } = body['asset'] as { quantity: number; missing: number; batches: unknown };
    shown.push({ quantity, missing, batches });
  }
  return shown;
}

const runs = { numRuns: 12, seed: 20_261_121, endOnFailure: true };

describe('The stock', () => {
  test('is the same in whatever order the records arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        const [there, back] = [await makeRoom(), await makeRoom()];
        for (const one of acts) await record(there, one);
        for (const one of acts.toReversed()) await record(back, one);
        expect(await held(back)).toEqual(await held(there));
      }),
      runs,
    );
  }, 60_000);

  test('after an edit is as if it had been written so at once, and after a deletion as if never', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 5 }), act, act, async (acts, first, other) => {
        const room = await makeRoom();
        for (const one of acts) await record(room, one);
        const before = await held(room);
        const changed = { ...other, kind: first.kind };
        const id = await record(room, first);
        const edited = await farm.as('ana', 'PUT', paths[first.kind].edit(id), bodyOf(room, changed));
        expect(edited.status).toBe(200);
        const afterEdit = await held(room);
        await farm.as('ana', 'DELETE', `/api/movement/delete/${org}/${id}?offline=1`);
        expect(await held(room)).toEqual(before);
        await record(room, changed);
        expect(await held(room)).toEqual(afterEdit);
      }),
      runs,
    );
  }, 60_000);

  test('that was changed behind the server’s back is found by the examination', async () => {
    const room = await makeRoom();
    await record(room, { kind: 'intake', item: 'A', quantity: 5, day: 1, batch: null });
    const kept = (thousandths: number) =>
      farm.db
        .updateTable('asset_stocks')
        .set({ thousandths })
        .where('asset_id', '=', room.ids['A'] ?? '')
        .execute();
    await kept(4000);
    expect(await examine(farm.db)).toMatchObject([{ kind: 'stock', organizationId: org }]);
    await kept(5000);
    expect(await examine(farm.db)).toEqual([]);
  });
});

closesInOrder(() => farm);
