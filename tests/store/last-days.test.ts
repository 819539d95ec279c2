import { expect, test, vi } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { hideHistory, historyTables } from '../../src/app/store/history.ts';
import { makePage, pageIn, showPage, stagePage } from '../../src/app/store/history-page.ts';
import { lastDaysIn } from '../../src/app/store/movement-set.ts';
import { movementRow } from '../../src/app/store/rows.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';

const scope = 'farm#1';
const at = '2026-11-21T12:00:00.000Z';
const lots = Array.from({ length: 60 }, (_, index) => `lot-${index}`);
const dayOf = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);

/** Death number `index`: each in the next lot, but the last three lots, which only had one each, long ago. */
const movement = (index: number): Movement => ({
  id: `m-${index}`,
  type: 'DEATH',
  date: dayOf(index),
  count: {},
  rodeoId: null,
  detail: 'una línea de detalle, para que un bloque no las tenga a todas',
  reference: null,
  animals: [],
  organization_id: 'farm',
  created_at: at,
  updated_at: at,
  created_by: 'ana',
  version: 1,
  deleted: false,
  metadata: {
    lot_id: lots[index < 3 ? 57 + index : index % 57] ?? '',
    campo_id: 'sur',
    deletedBy: null,
    editHistory: [],
  },
});
const history = Array.from({ length: 900 }, (_, index) => movement(index));

test('the last day of every lot is found by reading each block at most once, and what was changed since counts as it is', async () => {
  const disk = openMemoryDisk();
  const tables = ['movements', ...historyTables] as const;
  const late = { ...movement(2), date: '2026-11-20' };
  const made = await makePage(
    history,
    () => false,
    () => Promise.resolve(),
  );
  const page = pageIn(scope, made);
  await stagePage(disk, page);
  await disk.transact('write', tables, async (opened) => {
    await showPage(opened, page, true);
    await opened.movements.put([movementRow(scope, late)]);
    await hideHistory(opened, scope, ['m-2', 'm-899']);
  });
  const expected = new Map<string, string>();
  for (const { id, date, metadata } of history)
    if (id !== 'm-2' && id !== 'm-899') expected.set(String(metadata['lot_id']), date);
  expected.set('lot-59', '2026-11-20');
  const asked: string[] = [];
  const blocks = await disk.transact('read', tables, async (opened) => {
    const get = vi.spyOn(opened.blocks, 'get');
    const days = await lastDaysIn(opened, scope, [...lots, 'none']);
    asked.push(...get.mock.calls.flatMap(([keys]) => [...keys]));
    get.mockRestore();
    expect(days).toEqual(expected);
    return await opened.blocks.range({ from: '', to: '\uffff' });
  });
  expect(blocks.length).toBeGreaterThan(5);
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked).size).toBe(asked.length);
});
