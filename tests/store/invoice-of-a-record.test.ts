import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { openViews } from '../../src/app/sync/views/view.ts';
import { openCountingDisk } from '../support/counting-disk.ts';
import { stores } from '../support/stores.ts';

const farm = 'ombu';
const clock = { now: () => Date.parse('2026-11-21T12:00:00.000Z'), after: () => () => undefined };

const at = '2026-11-05T12:00:00.000Z';
const invoice = (id: string, movement_ids: readonly string[], changes: Readonly<Record<string, unknown>> = {}) => ({
  id,
  organization_id: farm,
  created_by: 'ana',
  created_at: at,
  updated_at: at,
  version: 1,
  deleted: false,
  direction: 'recibida',
  kind: 'factura',
  letter: 'A',
  point_of_sale: 3,
  number: 1,
  issued_on: '2026-11-05',
  due_on: null,
  lines: [],
  currency: 'ARS',
  net: '100.00',
  vat: '21.00',
  other: '0.00',
  total: '121.00',
  attachments: [],
  movement_ids,
  payments: [],
  state: 'pendiente',
  full_number: `00003-${id}`,
  ...changes,
});

const bring = (store: FarmStore, rows: readonly { readonly id: string }[], replace: string | null = null) =>
  store.applyRows(
    farm,
    rows.map((row) => ({ table: 'invoices' as const, id: row.id, row })),
    replace,
  );
const numbersOf = async (store: FarmStore, ...ids: string[]) =>
  [...(await store.picture(farm, { invoicesOf: ids })).invoicesOf].map(([id, { number }]) => `${id}: ${number}`);

describe.each(stores)('The invoice that names a record, %s', (_name, open) => {
  test('is found by the record, however many it names', async () => {
    const store = open();
    await bring(store, [invoice('1', ['buy', 'salt']), invoice('2', ['wire'])]);
    expect(await numbersOf(store, 'salt', 'wire', 'rain')).toEqual(['salt: 00003-1', 'wire: 00003-2']);
    store.close();
  });

  test('follows what the invoice comes to name, and is none once it is annulled or gone', async () => {
    const store = open();
    await bring(store, [invoice('1', ['buy']), invoice('2', ['buy'])]);
    expect(await numbersOf(store, 'buy')).toEqual(['buy: 00003-1']);
    await bring(store, [invoice('1', ['salt'])]);
    expect(await numbersOf(store, 'buy', 'salt')).toEqual(['buy: 00003-2', 'salt: 00003-1']);
    await bring(store, [invoice('2', ['buy'], { state: 'anulada' })]);
    await store.applyRows(farm, [{ table: 'invoices', id: '1', row: null }], null);
    expect(await numbersOf(store, 'buy', 'salt')).toEqual([]);
    store.close();
  });

  test('is forgotten with the list that the server brings anew', async () => {
    const store = open();
    await bring(store, [invoice('1', ['buy'])]);
    await bring(store, [invoice('2', ['salt'])], 'invoices');
    expect(await numbersOf(store, 'buy', 'salt')).toEqual(['salt: 00003-2']);
    store.close();
  });
});

describe('On a farm of 2,000 invoices', () => {
  test('the record and each line of a kardex read no invoice but their own', async () => {
    const disk = openMemoryDisk();
    const store = openFarmStore(disk);
    const ids = Array.from({ length: 2_000 }, (_, n) => String(n));
    await bring(
      store,
      ids.map((n) => invoice(n, [`m-${n}`])),
    );
    const whole = { from: '', to: '\uffff' };
    const things = await disk.transact('read', ['things'], async (tables) => await tables.things.range(whole));
    const counting = openCountingDisk({ things });
    const views = openViews(openFarmStore(counting.disk), farm, 'ana', clock);

    counting.taken();
    expect((await views.invoicesOf(['m-1234'])).get('m-1234')).toMatchObject({ number: '00003-1234' });
    expect(counting.taken()).toBeLessThanOrEqual(10);
    const shown = ids.slice(0, 30).map((n) => `m-${n}`);
    expect((await views.invoicesOf(shown)).size).toBe(30);
    expect(counting.taken()).toBeLessThanOrEqual(40);
    await views.invoices();
    expect(counting.taken()).toBeGreaterThan(2_000);
  });
});

describe('A phone that holds invoices from before they were found by their records', () => {
  test('finds them without being loaded again', async () => {
    const before = new Dexie('campo:before-links');
    before.version(4).stores({ things: 'key', movements: 'key, order, byType, *places' });
    await before.table('things').bulkPut([
      { key: 'ombu#1/invoices/1', thing: invoice('1', ['buy', 'salt']) },
      { key: 'ombu#1/invoices/2', thing: invoice('2', ['buy'], { state: 'anulada' }) },
      { key: 'ombu#2/invoices/1', thing: invoice('1', ['buy']) },
      { key: 'ombu#1/lots/1', thing: { id: '1' } },
    ]);
    before.close();
    const disk = openDexieDisk('campo:before-links');
    const links = await disk.transact(
      'read',
      ['things'],
      async (tables) => await tables.things.range({ from: 'ombu#1/invoice-links/', to: 'ombu#2/invoice-links0' }),
    );
    const one = { id: '1', kind: 'factura', number: '00003-1', state: 'pendiente' };
    expect(links.filter(({ key }) => key.includes('/invoice-links/'))).toEqual([
      { key: 'ombu#1/invoice-links/buy', thing: [one] },
      { key: 'ombu#1/invoice-links/salt', thing: [one] },
      { key: 'ombu#2/invoice-links/buy', thing: [one] },
    ]);
    disk.close();
  });
});
