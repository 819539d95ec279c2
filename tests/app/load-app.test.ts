import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadApp } from '../../src/app/load-app.ts';

interface Part {
  readonly name: string;
  readonly rel?: string;
  readonly src?: string;
  readonly href?: string;
  readonly onload?: () => void;
  readonly onerror?: () => void;
}

const named = { app: '/assets/app-1.js', sheet: '/assets/ui-1.css' };
const html = vi.hoisted(() => {
  const documentElement = { dataset: {} as Record<string, string | undefined> };
  vi.stubGlobal('document', { documentElement });
  return documentElement;
});

let added: Part[] = [];
let frames: (() => void)[] = [];
let reloads = 0;
let takeOver: () => void = () => undefined;
let visibility = 'visible';
const asked = (): (string | undefined)[] => added.map(({ src, href, rel }) => src ?? `${rel} ${href}`);
const sheetAndHint = ['stylesheet /assets/ui-1.css', 'preload /assets/app-1.js'];

beforeEach(() => {
  [added, frames, reloads, visibility] = [[], [], 0, 'visible'];
  for (const name of Object.keys(html.dataset)) delete html.dataset[name];
  vi.useFakeTimers();
  vi.stubGlobal('document', {
    documentElement: html,
    createElement: (name: string) => ({ name }),
    head: { append: (...parts: Part[]) => added.push(...parts) },
    get visibilityState() {
      return visibility;
    },
  });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('location', {
    origin: 'https://campo.test',
    href: 'https://campo.test/dashboard',
    reload: () => (reloads += 1),
  });
  vi.stubGlobal('navigator', {
    serviceWorker: { addEventListener: (_: string, act: () => void) => (takeOver = act) },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('The app of a document that draws its first frame by itself (decision 78)', () => {
  test('comes at once where nothing of a farm shows: the sheet, then the script', () => {
    loadApp(named);
    expect(asked()).toEqual(sheetAndHint);
    added[0]?.onload?.();
    expect(asked()).toEqual([...sheetAndHint, '/assets/app-1.js']);
  });

  test('comes after the frame with the bars is painted', async () => {
    html.dataset['shell'] = 'soon';
    loadApp(named);
    await vi.advanceTimersByTimeAsync(0);
    for (const frame of frames) frame();
    expect(asked()).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked()).toEqual(sheetAndHint);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked()).toEqual(sheetAndHint);
  });

  test('waits for no frame that does not come, and for none where nobody looks', async () => {
    html.dataset['shell'] = 'open';
    loadApp(named);
    await vi.advanceTimersByTimeAsync(299);
    expect(asked()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toEqual(sheetAndHint);
    added = [];
    visibility = 'hidden';
    loadApp(named);
    expect(asked()).toEqual(sheetAndHint);
  });

  test('comes without its sheet too', () => {
    loadApp(named);
    added[0]?.onerror?.();
    expect(asked()).toContain('/assets/app-1.js');
  });

  test('whose script is gone with its version is loaded anew, whether that took over before or after', () => {
    loadApp(named);
    added[0]?.onload?.();
    added[2]?.onerror?.();
    expect(reloads).toBe(0);
    takeOver();
    expect(reloads).toBe(1);
    html.dataset['worker'] = 'new';
    added[2]?.onerror?.();
    expect(reloads).toBe(2);
  });

  test('has to be named by the document', () => {
    expect(() => loadApp({ app: named.app })).toThrow('names no app');
  });

  test('may only come from the build, by the one policy that a page can have', () => {
    const createPolicy = vi.fn<() => object>();
    vi.stubGlobal('trustedTypes', { defaultPolicy: null, createPolicy });
    loadApp(named);
    expect(createPolicy).toHaveBeenCalledOnce();
    vi.stubGlobal('trustedTypes', { defaultPolicy: {}, createPolicy });
    loadApp(named);
    expect(createPolicy).toHaveBeenCalledOnce();
  });
});
