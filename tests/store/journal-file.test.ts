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

const locks = { request: (_name: string, hold: () => Promise<void>): Promise<void> => Promise.resolve().then(hold) };

beforeEach(() => {
  SlowWorker.asked = [];
  vi.stubGlobal('Worker', SlowWorker);
  vi.stubGlobal('navigator', { locks });
});

afterEach(() => vi.unstubAllGlobals());

const act = { stamp: 1, lines: [] };

test('A journal whose files were still being opened closes, and each who waits hears it once', async () => {
  const journal = openFileJournal('beto', 'tab');
  const heard: (string | null)[] = [];
  journal.append([act], (failure) => heard.push(failure));
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open', 'append']));
  journal.close();
  expect(heard).toEqual(['The worker was ended']);
});

test('A journal whose files went while they were being opened takes what comes after, in new ones', async () => {
  const journal = openFileJournal('beto', 'tab');
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open']));
  journal.renew();
  journal.append([act], () => undefined);
  await vi.waitFor(() => expect(SlowWorker.asked).toEqual(['open', 'terminate', 'open', 'append']));
  journal.close();
});
