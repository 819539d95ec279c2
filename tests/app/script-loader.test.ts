import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Run = (...needed: object[]) => object;

interface FakeScript {
  src: string;
  onload: () => void;
  onerror: () => void;
  readonly remove: () => void;
}

interface Scripts {
  readonly push: (definition: readonly [string, readonly string[], Run]) => void;
  readonly load: (files: readonly string[]) => Promise<unknown>;
  readonly begin: (file: string) => void;
}

let asked: FakeScript[] = [];
let dataset: Record<string, string> = {};
let visibility = 'visible';
const scripts = (): Scripts => (globalThis as unknown as { tranqueraScripts: Scripts }).tranqueraScripts;
const addresses = (): string[] => asked.map(({ src }) => src);

/** What the network does for a file that was asked for: its script runs, then it is loaded. */
function arrive(file: string, needs: readonly string[], run: Run): void {
  const script = asked.findLast(({ src }) => src.endsWith(`/${file}`));
  if (!script) throw new Error(`${file} was not asked for`);
  scripts().push([file, needs, run]);
  script.onload();
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(async () => {
  asked = [];
  [dataset, visibility] = [{}, 'visible'];
  vi.stubGlobal('location', { origin: 'https://campo.test', href: 'https://campo.test/dashboard' });
  vi.stubGlobal('document', {
    createElement: () => ({ src: '', remove: () => undefined }),
    head: { append: (script: FakeScript) => asked.push(script) },
    documentElement: { dataset },
    get visibilityState() {
      return visibility;
    },
  });
  vi.stubGlobal('tranqueraScripts', null);
  vi.resetModules();
  await import('../../src/app/script-loader.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('the loader of the built files (decision 69)', () => {
  test('all that a file needs is asked for at once, and runs before it, each once', async () => {
    const order: string[] = [];
    const loaded = scripts().load(['a.js', 'b.js', 'c.js']);
    const again = scripts().load(['b.js', 'c.js']);
    expect(addresses()).toEqual(['/assets/a.js', '/assets/b.js', '/assets/c.js']);
    arrive('a.js', ['b.js', 'c.js'], (b, c) => (order.push('a'), { b, c }));
    arrive('b.js', ['c.js'], (c) => (order.push('b'), { c }));
    arrive('c.js', [], () => (order.push('c'), { x: 1 }));
    expect(await loaded).toEqual({ b: { c: { x: 1 } }, c: { x: 1 } });
    expect(await again).toEqual({ c: { x: 1 } });
    expect(order).toEqual(['c', 'b', 'a']);
  });

  test('what nobody foretold is asked for when it is known', async () => {
    const loaded = scripts().load(['a.js']);
    arrive('a.js', ['b.js'], (b) => ({ b }));
    await settled();
    expect(addresses()).toEqual(['/assets/a.js', '/assets/b.js']);
    arrive('b.js', [], () => ({ x: 1 }));
    expect(await loaded).toEqual({ b: { x: 1 } });
  });

  test('a file that did not come fails as an import does, and is asked for again', async () => {
    const first = scripts().load(['a.js']);
    asked[0]?.onerror();
    await expect(first).rejects.toThrow(/Failed to fetch dynamically imported module: \/assets\/a\.js/);
    const second = scripts().load(['a.js']);
    expect(addresses()).toEqual(['/assets/a.js', '/assets/a.js']);
    arrive('a.js', [], () => ({ x: 1 }));
    expect(await second).toEqual({ x: 1 });
  });

  test("a file that another needs and that did not come fails both; a portal's page defines nothing", async () => {
    const first = scripts().load(['a.js', 'b.js']);
    arrive('a.js', ['b.js'], (b) => ({ b }));
    asked[1]?.onload();
    await expect(first).rejects.toThrow(/Failed to fetch/);
    const second = scripts().load(['a.js', 'b.js']);
    expect(addresses()).toEqual(['/assets/a.js', '/assets/b.js', '/assets/b.js']);
    arrive('b.js', [], () => ({ x: 1 }));
    expect(await second).toEqual({ b: { x: 1 } });
  });

  test('what a file throws when it runs is thrown each time, and it runs once', async () => {
    let times = 0;
    const load = (): Promise<unknown> => scripts().load(['a.js']);
    const first = load();
    arrive('a.js', [], () => {
      times += 1;
      throw new RangeError('no');
    });
    await expect(first).rejects.toThrow(RangeError);
    await expect(load()).rejects.toThrow(RangeError);
    expect(times).toBe(1);
  });

  test('of two definitions the first counts', async () => {
    scripts().push(['early.js', [], () => ({ x: 1 })]);
    scripts().push(['early.js', [], () => ({ x: 2 })]);
    expect(await scripts().load(['early.js'])).toEqual({ x: 1 });
    expect(asked).toEqual([]);
  });

  describe('the first file', () => {
    let frames: (() => void)[] = [];
    let isRun = false;
    const begin = (): void => {
      isRun = false;
      scripts().push(['first.js', [], () => ((isRun = true), {})]);
      scripts().begin('first.js');
    };
    const after = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

    beforeEach(() => {
      frames = [];
      vi.useFakeTimers();
      vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('runs at once where the document shows nothing by itself', async () => {
      begin();
      await after(0);
      expect(isRun).toBe(true);
    });

    test.each(['shell', 'prerendered'])('waits for the paint of what it shows: %s', async (part) => {
      dataset[part] = 'open';
      begin();
      await after(0);
      expect(isRun).toBe(false);
      for (const frame of frames) frame();
      // The frame is painted when its callbacks have run.
      expect(isRun).toBe(false);
      await after(0);
      expect(isRun).toBe(true);
    });

    test('waits for no frame that does not come', async () => {
      dataset['shell'] = 'open';
      begin();
      await after(299);
      expect(isRun).toBe(false);
      await after(1);
      expect(isRun).toBe(true);
    });

    test('waits for none in a tab that is not seen', async () => {
      dataset['shell'] = 'home';
      visibility = 'hidden';
      begin();
      await after(0);
      expect(isRun).toBe(true);
    });
  });

  test('only files of the build may become scripts of the page', async () => {
    let guard: (address: string) => string | null = () => null;
    vi.stubGlobal('trustedTypes', {
      defaultPolicy: null,
      createPolicy: (_: string, rules: { createScriptURL: typeof guard }) => {
        guard = rules.createScriptURL;
      },
    });
    vi.resetModules();
    await import('../../src/app/script-loader.ts');
    expect(guard('/assets/a-B_1.js')).toBe('/assets/a-B_1.js');
    expect(guard('/sw.js')).toBe('/sw.js');
    for (const address of [
      '/api/files/a.js',
      '/assets/../x.js',
      'https://otro.test/assets/a.js',
      'data:text/javascript,1',
    ])
      expect(guard(address)).toBeNull();
  });
});
