import 'fake-indexeddb/auto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Op } from '../../src/app/store/op.ts';
import type { HandClock, Phone } from '../support/field.ts';
import type { FieldServer } from '../support/field-server.ts';
import { type KeptDatabase, keepDatabase, openKept, presentLayout } from '../support/kept-database.ts';
import { organizationId } from '../support/sim/farm-rows.ts';

const fixture = (layout: number): URL => new URL(`fixtures/v${layout}.json`, import.meta.url);

/**
 * A new layout gets its fixture once, from the app that first had it: KEEP_LAYOUT=1 npx vitest run --config tests/vitest.config.ts
 * --project all tests/store/upgrade. Those that are there are never written again: they stand for phones that are out there.
 */
if (process.env['KEEP_LAYOUT'] === '1') {
  const kept = await keepDatabase('campo:kept');
  if (!existsSync(fixture(kept.layout))) writeFileSync(fixture(kept.layout), `${JSON.stringify(kept, null, 1)}\n`);
}

const layouts = readdirSync(new URL('fixtures/', import.meta.url))
  .map((name) => Number(/^v(\d+)\.json$/.exec(name)?.[1]))
  .toSorted((a, b) => a - b);

test('every layout up to the present one has a database that was saved under it', async () => {
  const present = await presentLayout('campo:present');
  expect(present).toBeGreaterThan(0);
  expect(layouts).toEqual(Array.from({ length: present }, (_, index) => index + 1));
});

describe.each(layouts)('A database that was saved under layout %i', (layout) => {
  let kept: KeptDatabase;
  let phone: Phone;
  let clock: HandClock;
  let server: FieldServer;
  beforeAll(async () => {
    kept = JSON.parse(readFileSync(fixture(layout), 'utf8')) as KeptDatabase;
    ({ phone, clock, server } = await openKept(`campo:layout-${layout}`, kept));
    return server.close;
  });

  const rowsOf = (store: string) => kept.stores.find(({ name }) => name === store)?.rows ?? [];
  const keptOps = (): readonly Op[] => rowsOf('outbox').map((row) => row['op'] as Op);

  test('has records in every way of waiting', () => {
    const ops = keptOps();
    expect(new Set(ops.map((op) => op.state))).toEqual(new Set(['attention', 'inflight', 'pending']));
    expect(ops.some((op) => op.deps.length > 0)).toBe(true);
    expect(rowsOf('archive').length).toBeGreaterThan(0);
  });

  test('opens with each of them as it was, and with what was half typed', async () => {
    const { ops } = await phone.store.outbox(organizationId);
    expect(ops).toEqual(keptOps());
    expect(await phone.farm.views.draft('record/DEATH')).toEqual({ date: '2026-11-21', detail: 'a medio escribir' });
    expect(await phone.store.keepOnce('deviceId', 'another')).toBe('device-ana');
    expect(await phone.store.archived(organizationId, '', 10)).toHaveLength(rowsOf('archive').length);
  });

  test('still has the photo that was taken, where there were photos', async () => {
    const photos = await phone.store.blobs(organizationId);
    expect(photos.map((photo) => photo.state)).toEqual(layout < 2 ? [] : ['kept']);
    const found = await phone.store.blobBytes(organizationId, photos[0]?.digest ?? '');
    expect(found?.bytes ?? null).toEqual(layout < 2 ? null : new Uint8Array([255, 216, 255, 224, 0, 16]));
  });

  test('shows them before there is any signal', async () => {
    phone.fault = 'no-signal';
    await phone.start();
    expect((await phone.farm.views.pending()).length).toBe(keptOps().length);
    expect((await phone.farm.views.lots()).map((view) => view.lot.name)).toContain('El Fondo');
    expect((await phone.farm.views.page({ types: ['BIRTH'] }, null, 50)).items).toHaveLength(2);
  });

  test('sends them, each once; the refused one waits for its person', async () => {
    await phone.reconnect();
    await clock.pass(120_000);
    const refused = keptOps().filter((op) => op.state === 'attention');
    expect((await phone.farm.views.pending()).map((view) => view.opId)).toEqual(refused.map((op) => op.opId));
    const sent = keptOps().filter((op) => op.state !== 'attention');
    const applied = await server.applied();
    for (const op of sent) expect(applied.filter((key) => key === op.opId)).toHaveLength(1);
    expect(new Set(applied).size).toBe(applied.length);
    const calves = (await phone.farm.views.stock()).filter((cell) => cell.category === 'ternero');
    expect(calves.reduce((heads, cell) => heads + cell.head, 0)).toBe(7);
  });
});
