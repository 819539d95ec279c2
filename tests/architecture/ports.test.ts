import { describe, expect, test } from 'vitest';
import { reachesOutside } from './ports.ts';
import { readSources } from './sources.ts';

const sources = readSources();
const planted = (text: string, path = 'src/app/sync/planted.ts'): string[] => reachesOutside(new Map([[path, text]]));

describe('The rules of the farm and the outbox', () => {
  test('are given time, chance and network, and never reach for them', () => {
    expect(reachesOutside(sources)).toEqual([]);
  });
});

describe('The checker itself', () => {
  test('reads more than ten files', () => {
    expect([...sources.keys()].filter((path) => path.startsWith('src/domain/')).length).toBeGreaterThan(10);
  });

  test.each([
    'const now = Date.now();',
    'const now = new Date();',
    'const id = Math.random();',
    "await fetch('/api');",
    'setTimeout(run, 10);',
    'const id = crypto.randomUUID();',
    "localStorage.setItem('a', 'b');",
    'if (navigator.onLine) run();',
  ])('notices a planted %s', (text) => {
    expect(planted(text)).toHaveLength(1);
  });

  test('lets ports, given moments and other rooms pass', () => {
    expect(
      planted('const day = new Date(now); ports.network.fetch(call); clock.setTimeout(run); // Date.now()'),
    ).toEqual([]);
    expect(planted('const now = Date.now();', 'src/app/main.tsx')).toEqual([]);
  });
});
