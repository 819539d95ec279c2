import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFileJournal } from '../../src/app/store/journal-file.ts';

/** A worker that is slow to start: it takes what it is asked and has not answered yet. */
class SlowWorker extends EventTarget {
  static asked: unknown[] = [];
  postMessage(request: { readonly is: string }): void {
    SlowWorker.asked.push(request.is);
  }
  terminate(): void {
    SlowWorker.asked.push('terminate');
  }
}

let held: string[] = [];
let files: string[] = [];
const locks = {
  request: (name: string, hold: () => Promise<void>): Promise<void> => {
    held.push(name);
    return Promise.resolve().then(hold);
  },
  query: async () => ({ held: held.map((name) => ({ name })) }),
};
const directory = {
  getDirectoryHandle: async () => directory,
  keys: () => files.values(),
};
const storage = { getDirectory: async () => directory };
let shownAgain: () => void = () => undefined;
const open = () =>
  openFileJournal('beto', 'tab', (listener) => {
    shownAgain = listener;
  });

beforeEach(() => {
  SlowWorker.asked = [];
  [held, files] = [[], ['tab.a', 'tab.b']];
  vi.stubGlobal('Worker', SlowWorker);
  vi.stubGlobal('navigator', { locks, storage });
});

afterEach(() => vi.unstubAllGlobals());

const act = { stamp: 1, lines: [] };

test('A journal whose files were still being opened closes, and each who waits hears it once', async () => {
  const journal = open();
  const onWritten: (string | null)[] = [];
  journal.append([act], (failure) => onWritten.push(failure));
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open', 'append']));
  journal.close();
  expect(onWritten).toEqual(['The worker was ended']);
});

test('A journal whose files went while they were being opened takes what comes after, in new ones', async () => {
  const journal = open();
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open']));
  journal.renew();
  journal.append([act], () => undefined);
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open', 'terminate', 'open', 'append']));
  journal.close();
});

test('A page whose lock was taken away while it was at rest takes it again, and all that is kept is written anew', async () => {
  const journal = open();
  let asked = 0;
  journal.onAsked(() => (asked += 1));
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open']));
  held = [];
  shownAgain();
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(held).toEqual(['diario:beto:tab']);
  expect(SlowWorker.asked).toEqual(['open']);
  journal.close();
});

test('A page whose files went too while it was at rest opens new ones', async () => {
  const journal = open();
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open']));
  [held, files] = [[], ['other.a']];
  shownAgain();
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open', 'terminate', 'open']));
  journal.close();
});

test('A page that is shown again with its lock goes on as it was', async () => {
  const journal = open();
  let asked = 0;
  journal.onAsked(() => (asked += 1));
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open']));
  shownAgain();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([held, asked, SlowWorker.asked]).toEqual([['diario:beto:tab'], 0, ['open']]);
  journal.close();
});
