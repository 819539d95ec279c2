import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gathered, InParts, written } from '../../src/server/kernel/in-parts.ts';
import type { CallOfRead } from '../../src/server/kernel/long-reads.ts';
import { openReadingThreads, type ReadingThreads } from '../../src/server/reading-threads.ts';

async function* each(parts: readonly (readonly unknown[])[]) {
  for (const part of parts) yield part;
}
const inParts = (parts: readonly (readonly unknown[])[]): InParts => new InParts(each(parts));

const piecesOf = async (pieces: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
};

const lists = fc.array(fc.array(fc.jsonValue(), { maxLength: 4 }), { maxLength: 5 });

describe('An answer in parts', () => {
  test('says, sign for sign, what it says in one piece', async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.jsonValue(), async (parts, value) => {
        const whole = { ok: true, before: value, list: parts.flat(), after: value };
        const answer = { before: value, list: inParts(parts), none: undefined, after: value };
        expect((await piecesOf(written(answer))).join('')).toBe(JSON.stringify(whole));
      }),
    );
  });

  test('is given part by part: nobody waits for the last to have the first', async () => {
    const pieces = (parts: readonly number[][]) => piecesOf(written({ list: inParts(parts) }));
    expect(await pieces([[1, 2], [], [3]])).toEqual(['{"ok":true,"list":[1,2', ',3]}']);
    expect(await pieces([[1], [2], [3], []])).toEqual(['{"ok":true,"list":[1', ',2', ',3]}']);
    // One part is one piece, with its length.
    expect(await pieces([[], [1, 2], []])).toEqual(['{"ok":true,"list":[1,2]}']);
  });

  test('is one thing for who hands it on as one', async () => {
    expect(await gathered({ list: inParts([[1, 2], [3]]), more: null })).toEqual({ list: [1, 2, 3], more: null });
  });
});

/** A thread that tells numbers without an end, one at a time, until it is told to stop; then it says how many it told. */
const endless = `
import { parentPort } from 'node:worker_threads';
let [told, isStopped] = [0, false];
const bytes = (text) => new TextEncoder().encode(text);
const tell = (id) => {
  if (isStopped) return parentPort.postMessage({ id, json: bytes('end'), keep: null });
  told += 1;
  parentPort.postMessage({ id, part: bytes(told + ' ') });
  return setTimeout(() => tell(id), 2);
};
parentPort.on('message', ({ id, name, stopped }) => {
  if (stopped !== undefined) isStopped = true;
  else if (name === 'endless') tell(id);
  else if (name === 'dies') process.exit(3);
  else parentPort.postMessage({ id, json: bytes(String(isStopped)), keep: null });
});
`;

describe('What a thread says in parts', () => {
  let folder: string;
  let threads: ReadingThreads;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'threads-'));
    const file = join(folder, 'thread.mjs');
    await writeFile(file, endless);
    threads = openReadingThreads(pathToFileURL(file), { url: '', dataDir: folder });
  });
  afterAll(async () => {
    await threads?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (name: string) => await threads.run(name, {} as CallOfRead);
  const partsOf = async (name: string) => {
    const answer = await ask(name);
    if (!('parts' in answer)) throw new Error('It came whole');
    return answer.parts;
  };
  const said = async (name: string): Promise<string> => {
    const answer = await ask(name);
    return 'json' in answer ? Buffer.from(answer.json).toString() : 'in parts';
  };

  test('comes in its order, and is no longer made once nobody reads on', async () => {
    const parts = await partsOf('endless');
    let heard = '';
    for await (const part of parts) {
      heard += String(part);
      if (heard.includes('5 ')) break;
    }
    expect(heard).toMatch(/^1 2 3 4 5 /);
    // Whoever reads first is on the first thread: it has heard that it is to stop.
    await expect.poll(() => said('asked')).toBe('true');
  });

  test('breaks off where the thread dies, and is not taken for the whole', async () => {
    const other = openReadingThreads(pathToFileURL(join(folder, 'thread.mjs')), { url: '', dataDir: folder });
    const first = await other.run('endless', {} as CallOfRead);
    const second = await other.run('endless', {} as CallOfRead);
    if (!('parts' in first) || !('parts' in second)) throw new Error('They came whole');
    // Both threads are busy: this goes to one of them and ends it, with what it was saying.
    const died = other.run('dies', {} as CallOfRead);
    const reading = (async () => {
      for await (const part of first.parts) expect(part).toBeInstanceOf(Buffer);
    })();
    await expect(died).rejects.toThrow('ended with 3');
    await expect(reading).rejects.toThrow('ended with 3');
    second.parts.destroy();
    await other.close();
  });
});
