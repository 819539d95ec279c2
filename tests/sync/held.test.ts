import { openMemoryStore } from '../support/memory-store.ts';
import { describe, expect, test } from 'vitest';
import { syncTables } from '../../src/contract/endpoints/sync.ts';
import type { FarmViews, SyncStatus } from '../../src/app/sync/farm.ts';
import { isHeld, NotHeldYet, wholeViews } from '../../src/app/sync/views/held.ts';
import { statusOf, unknownStatus } from '../../src/app/sync/engine/status.ts';
import { createFieldFarm } from '../support/field-farm.ts';
import { openServerPhone } from '../support/server-phone.ts';

const link = {
  reach: 'reachable',
  sending: null,
  mustUpdate: false,
  noSpace: false,
  turnedBack: false,
  isBehind: false,
  skewMs: 0,
} as const;

describe('A first load that is under way', () => {
  test('has whole what came before the table that is arriving', () => {
    const status = { ready: false, arriving: 'cells' };
    expect(syncTables.filter((table) => isHeld(status, table))).toEqual([
      'organization',
      'members',
      'campos',
      'categories',
      'rodeos',
      'lots',
    ]);
    expect(syncTables.every((table) => isHeld({ ready: true, arriving: null }, table))).toBe(true);
    expect(syncTables.some((table) => isHeld(unknownStatus, table))).toBe(false);
    expect(isHeld({ ready: false, arriving: 'of a newer server' }, 'organization')).toBe(false);
  });

  test('answers no question before its rows are there, and every one after the last page', async () => {
    const farm = await createFieldFarm();
    const whole = openMemoryStore();
    const told: (string | null)[] = [];
    const phone = openServerPhone(farm, 'ana', {
      store: {
        ...whole,
        applyWhole: async (organizationId, page) => {
          const outcome = await whole.applyWhole(organizationId, page);
          const status = statusOf(await whole.outbox(organizationId), link);
          told.push(status.arriving);
          await (status.ready ? expectWhole : expectHalf)(phone.farm.views, status);
          return outcome;
        },
      },
    });
    await phone.meet();
    // The last page is the last table's, and makes it whole.
    expect(told.at(-1)).toBeNull();
    expect(told).toContain('cells');
    expect(told.length).toBeGreaterThan(5);
  });
});

async function expectHalf(all: FarmViews, status: SyncStatus): Promise<void> {
  const views = wholeViews(all, () => status);
  await expect(views.lastTen()).rejects.toBeInstanceOf(NotHeldYet);
  await expect(views.rainByMonth('2026')).rejects.toBeInstanceOf(NotHeldYet);
  await expect(views.movement('nowhere')).rejects.toBeInstanceOf(NotHeldYet);
  expect(await views.pending()).toEqual([]);
  const stock = await views.stock().catch((thrown: unknown) => thrown);
  expect(stock).toEqual(isHeld(status, 'cells') ? await all.stock() : new NotHeldYet('cells'));
}

async function expectWhole(all: FarmViews, status: SyncStatus): Promise<void> {
  const views = wholeViews(all, () => status);
  expect(await views.lastTen()).toEqual(await all.lastTen());
  expect(await views.movement('nowhere')).toBeNull();
  expect(await views.thing('note', 'nowhere')).toBeNull();
  expect(await views.things('task')).toEqual(await all.things('task'));
}
