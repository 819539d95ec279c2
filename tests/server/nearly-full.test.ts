import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFileStore } from '../../src/server/files/store.ts';
import { keepSwept } from '../../src/server/files/sweep.ts';
import { createTestServer, expectInOrder, type TestServer } from '../support/server.ts';

let folder: string;
let server: TestServer;
let lines: (readonly [facts: object, text: string])[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nearly-full-'));
  server = await createTestServer();
  lines = [];
});
afterEach(async () => {
  await expectInOrder(server);
  await server.close();
  await rm(folder, { recursive: true });
});

const log = {
  info: (facts: object, text: string): void => void lines.push([facts, text]),
  error: (facts: object, text: string): void => void lines.push([facts, text]),
};
type Look = () => Promise<{ readonly size: number; readonly free: number }>;

/** Runs a server's own look at its files, until the disk has been looked at. */
async function watch(look: Look): Promise<void> {
  const looked = vi.fn<Look>(look);
  const stop = keepSwept(server.db, openFileStore(join(folder, 'files'), looked), log);
  await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await stop();
}

const told = 'the disk of the data folder is nearly full: make room on it';

describe('A disk that is filling', () => {
  test.each([
    ['79.9 %', 201, []],
    ['80 %', 200, [[{ usedPercent: 80 }, told]]],
    ['95.5 %', 45, [[{ usedPercent: 95 }, told]]],
    ['100 %', 0, [[{ usedPercent: 100 }, told]]],
  ] as const)('is told in the log from four fifths on: %s', async (_used, free, expected) => {
    await watch(() => Promise.resolve({ size: 1000, free }));
    expect(lines).toEqual(expected);
  });

  test('that nobody can look at is told too, and the files are swept all the same', async () => {
    await watch(() => Promise.reject(new Error('no such disk')));
    expect(lines.map(([, text]) => text)).toEqual(['nobody knows how full the disk of the data folder is']);
  });

  test('is looked at as it is', async () => {
    expect(await openFileStore(join(folder, 'files')).fullness()).toBeGreaterThan(0);
  });
});
