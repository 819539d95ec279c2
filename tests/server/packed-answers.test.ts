import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { keptOf, saidIn } from '../../src/server/database/operations.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const sell = (key: string) =>
  farm.record(
    'ana',
    'sell',
    { ...farm.example('SELL'), animals: [{ type: farm.cat('Novillito'), count: 3 }] },
    { 'idempotency-key': key },
  );
const rowOf = (key: string) =>
  farm.db.selectFrom('operations').selectAll().where('key', '=', key).executeTakeFirstOrThrow();

describe('A packed answer', () => {
  test('is the answer to the last sign, whatever stands in it', () => {
    const answers = fc.jsonValue().map((value) => `{"movement":${JSON.stringify(value)}}`);
    fc.assert(
      fc.property(answers, (said) => {
        expect(saidIn(keptOf(said))).toBe(said);
      }),
    );
  });

  test('of this version is read by every later one', () => {
    const packed = Buffer.from(packedToday, 'base64');
    expect(saidIn({ body: '', packed })).toBe('{"movement":{"id":"a","type":"BIRTH","date":"2026-10-01","version":1}}');
  });

  test('that a later version packed is a bug here, and no empty answer', () => {
    expect(() => saidIn({ body: '', packed: Buffer.from([2, 3, 0]) })).toThrow(/not know/);
  });

  test('about a thing or a person is kept as it was said', () => {
    for (const said of ['{"lot":{"id":"a"}}', '{"user":{"id":"b"},"token":"c"}', '{}'])
      expect(keptOf(said)).toEqual({ body: said, packed: null });
  });

  test('takes a third of its room, and is given again as it was', async () => {
    const key = randomUUID();
    const first = await sell(key);
    const row = await rowOf(key);
    expect(row.body).toBe('');
    expect((row.packed ?? []).length * 2.5).toBeLessThan(String(saidIn(row)).length);
    expect((await sell(key)).body).toEqual(first.body);
  });

  test('stands beside those of older releases, which are read as they lie there', async () => {
    const key = randomUUID();
    const first = await sell(key);
    const body = saidIn(await rowOf(key)) ?? '';
    await farm.db.updateTable('operations').set({ body, packed: null }).where('key', '=', key).execute();
    const again = await sell(key);
    expect([again.body, again.headers['idempotency-status']]).toEqual([first.body, 'replayed']);
  });

  closesInOrder(() => farm);
});

const packedToday = 'AcOSBBIRUe/kGRTigRL/ZrqGBroGhigBUVsLAA==';
