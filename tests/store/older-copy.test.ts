import { beforeEach, describe, expect, test } from 'vitest';
import { keyValues } from '../../src/app/store/disk.ts';
import { openOlderCopy } from '../../src/app/store/older-copy.ts';

const whole = (address: string): string => new URL(address, 'https://campo.test').href;

let kept: Map<string, Response>;
let names: Set<string>;

beforeEach(() => {
  kept = new Map();
  names = new Set(['copia:ana']);
});

const caches = {
  has: async (name: string) => names.has(name),
  open: async () => ({
    keys: async () => [...kept.keys()].map((address) => new Request(address)),
    match: async (address: string) => kept.get(whole(address))?.clone(),
  }),
  delete: async (name: string) => names.delete(name),
} as unknown as CacheStorage;

const put = (address: string, body: string | Uint8Array<ArrayBuffer>, version: number): void =>
  void kept.set(whole(address), new Response(body, { headers: { 'x-version': String(version) } }));

const outbox = '/copia/outbox/ombu%2F000000000001';
const rowOf = (mm: number) => ({ key: 'ombu/000000000001', op: { opId: 'one', body: { mm } } });

describe('What an app from before the journals kept', () => {
  test('is read: acts by their operation, notes by odd names, bytes as they were', async () => {
    put(outbox, JSON.stringify(rowOf(5)), 1);
    const note = { key: 'draft/ombu/record/RAIN?#', value: { mm: '22' } };
    put(`/copia/notes/${encodeURIComponent(note.key)}`, JSON.stringify(note), 1);
    put('/copia/blobBytes/ombu%2Fabc', new Uint8Array([0, 255, 7]), 1);
    expect(await openOlderCopy(caches, 'ana').read()).toEqual([
      { table: 'outbox', name: 'one', row: rowOf(5) },
      { table: keyValues, name: note.key, row: note },
      { table: 'blobBytes', name: 'ombu/abc', row: { key: 'ombu/abc', bytes: new Uint8Array([0, 255, 7]) } },
    ]);
  });

  test('is read as its newer place says, and as the older one where that was cut off', async () => {
    put(outbox, JSON.stringify(rowOf(5)), 1);
    put(`${outbox}?2`, JSON.stringify(rowOf(6)), 2);
    expect(await openOlderCopy(caches, 'ana').read()).toMatchObject([{ row: rowOf(6) }]);
    put(`${outbox}?2`, '{"key":"ombu/0', 2);
    expect(await openOlderCopy(caches, 'ana').read()).toMatchObject([{ row: rowOf(5) }]);
  });

  test('is nothing on a phone that never had such an app, and is not made by looking', async () => {
    expect(await openOlderCopy(caches, 'beto').read()).toEqual([]);
  });

  test('goes when it is dropped', async () => {
    await openOlderCopy(caches, 'ana').drop();
    expect(names).toEqual(new Set());
  });
});
