import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, test } from '@playwright/test';
import { phoneSize } from './support/device.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * What the landing costs a cheap phone on a slow line, beside the same page drawn by the app, and beside a page with one word: in turns, in one
 * run. More rounds before a release: `LANDING_ROUNDS=5 npm test -- landing-cost` prints the figures of the bench (bench.md).
 */
const rounds = Number(process.env['LANDING_ROUNDS'] ?? 1);

const builtFolder = fileURLToPath(new URL('../../dist/app', import.meta.url));
/** As Lighthouse has them for a phone: a quarter of the processor, slow 4G. */
const processor = 4;
const line = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** After it was loaded, by its own clock: what it does by itself is done, and the landing, which nobody has touched, has not asked for the app. */
const restMs = 5_000;

interface Cost {
  readonly painted: number;
  readonly largest: number;
  /** What work blocks a finger: of each longer than 50 ms, the rest. */
  readonly blocked: number;
  readonly shifted: number;
  readonly scripts: number;
}

let server: ServerProcess;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
});
test.afterAll(async () => await server.close());

type Entry = PerformanceEntry & { readonly value: number; readonly encodedBodySize: number };

function watch(): void {
  const entries: PerformanceEntry[] = [];
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask', 'resource'])
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true });
  Object.assign(globalThis, { entries });
}

/** What the page has cost until it had rested; null before. */
function costAfter(rest: number): Cost | null {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const end = (loaded?.loadEventEnd || Number.POSITIVE_INFINITY) + rest;
  if (performance.now() < end + 500 || !document.querySelector('h1')) return null;
  const all = (globalThis as unknown as { entries: Entry[] }).entries.filter(({ startTime }) => startTime < end);
  const sum = (type: string, of: (entry: Entry) => number): number =>
    all.filter(({ entryType }) => entryType === type).reduce((total, entry) => total + of(entry), 0);
  return {
    painted: all.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
    largest: all.findLast(({ entryType }) => entryType === 'largest-contentful-paint')?.startTime ?? 0,
    blocked: sum('longtask', ({ duration }) => Math.max(0, duration - 50)),
    shifted: sum('layout-shift', ({ value }) => value),
    scripts: sum('resource', ({ name, encodedBodySize }) => (name.endsWith('.js') ? encodedBodySize : 0)),
  };
}

/** One visit of a new phone; `page` is what the server says at the address of the landing, null for what it says by itself. */
async function visit(browser: Browser, html: string | null): Promise<Cost> {
  const context = await browser.newContext({ viewport: phoneSize, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
  await page.addInitScript(watch);
  if (html !== null)
    await page.route(`${server.address}/`, (route) => route.fulfill({ body: html, contentType: 'text/html' }));
  await page.goto(`${server.address}/`, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(costAfter, restMs, { polling: 100, timeout: 90_000 });
  const cost = (await seen.jsonValue()) as Cost;
  await context.close();
  return cost;
}

const middle = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;

test('the landing is there long before the app could draw it, keeps no finger waiting and moves nothing', async ({
  browser,
}) => {
  test.setTimeout(120_000 * (rounds + 1));
  const pages = {
    word: '<!doctype html><title>x</title><h1>Tranquera</h1>',
    landing: null,
    'by the app': await readFile(`${builtFolder}/index.html`, 'utf8'),
  };
  const seen: Record<keyof typeof pages, Cost[]> = { word: [], landing: [], 'by the app': [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, html] of Object.entries(pages)) seen[name as keyof typeof pages].push(await visit(browser, html));
  }
  const of = (name: keyof typeof pages, what: keyof Cost): number => middle(seen[name].map((cost) => cost[what]));
  for (const name of ['word', 'landing', 'by the app'] as const) {
    const told = (['painted', 'largest', 'blocked', 'scripts'] as const).map(
      (what) => `${what} ${of(name, what).toFixed(0)}`,
    );
    process.stdout.write(`${name}: ${told.join(', ')}, shifted ${of(name, 'shifted').toFixed(3)}\n`);
  }
  expect(of('landing', 'painted')).toBeLessThan(of('by the app', 'largest'));
  expect(of('landing', 'scripts')).toBeLessThan(10_000);
  expect(of('landing', 'shifted')).toBeLessThan(0.01);
});
