import { describe, expect, test } from 'vitest';
import { dropShared, keepShared, sharedFiles } from '../../src/app/sync/blobs/forwarded-files.ts';

/** The browser's cache storage as far as it is asked here: answers by address. */
function memoryCaches(): Pick<CacheStorage, 'open'> {
  const held = new Map<string, Response>();
  const addressOf = (asked: RequestInfo | URL): string =>
    new URL(asked instanceof Request ? asked.url : asked, 'https://campo.test').href;
  const cache = {
    put: async (asked: string, answer: Response) => Promise.resolve(void held.set(addressOf(asked), answer)),
    match: async (asked: Request) => Promise.resolve(held.get(addressOf(asked))?.clone()),
    keys: async () => Promise.resolve([...held.keys()].map((address) => new Request(address))),
    delete: async (asked: string | Request) => Promise.resolve(held.delete(addressOf(asked))),
  };
  return { open: async () => Promise.resolve(cache as unknown as Cache) };
}

const pdf = (name: string): File => new File(['%PDF-1.4'], name, { type: 'application/pdf' });
const now = Date.parse('2026-11-21T12:00:00Z');
const days = (count: number): number => count * 86_400_000;

describe('A file that another app shares', () => {
  test('waits under its own name, whatever signs are in it, in the order in which it came', async () => {
    const caches = memoryCaches();
    await keepShared(caches, 'second', [pdf('Señal ñandú #2.pdf')], now + 1);
    await keepShared(caches, 'first', [pdf('a.pdf'), pdf('b.pdf')], now);
    const found = await sharedFiles(caches, now + 2);
    expect(found.map(({ share, file }) => [share, file.name, file.type])).toEqual([
      ['first', 'a.pdf', 'application/pdf'],
      ['first', 'b.pdf', 'application/pdf'],
      ['second', 'Señal ñandú #2.pdf', 'application/pdf'],
    ]);
    expect(await found[0]?.file.text()).toBe('%PDF-1.4');
  });

  test('is there until it is taken, and for two weeks at most', async () => {
    const caches = memoryCaches();
    await keepShared(caches, 'one', [pdf('a.pdf'), pdf('b.pdf')], now);
    await dropShared(caches, '/compartido/one/0');
    expect((await sharedFiles(caches, now + days(13))).map(({ file }) => file.name)).toEqual(['b.pdf']);
    expect(await sharedFiles(caches, now + days(15))).toEqual([]);
    expect(await sharedFiles(caches, now)).toEqual([]);
  });
});
