import { expect, test } from '@playwright/test';
import { shortcutAddresses, startAddress } from '../../src/app/update/start-addresses.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** A phone starts from the code that Chromium made of the scripts when they were installed (decision 69). */
let server: ServerProcess;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Esperanza');
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.beto);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

interface TraceEvent {
  readonly name: string;
  readonly args: {
    readonly data?: { readonly url?: string; readonly consumedCacheSize?: number; readonly cacheRejected?: boolean };
  };
}

/** What the browser compiled of our files while `act` was done. */
async function compiledDuring(act: () => Promise<void>): Promise<TraceEvent[]> {
  const cdp = await phone.context.newCDPSession(phone.page);
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['v8', 'devtools.timeline', 'disabled-by-default-v8.compile'] },
  });
  await act();
  await cdp.send('Tracing.end');
  await ended;
  await cdp.detach();
  return events.filter(
    ({ name, args }) => /^v8\.compile(Module)?$/.test(name) && args.data?.url?.startsWith(`${server.address}/assets/`),
  );
}

test('a cold start without signal compiles no file of the app, up to a form', async () => {
  const { page } = phone;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await phone.setSignal(false);
  await page.goto('about:blank');
  const compiled = await compiledDuring(async () => {
    await page.goto(`${server.address}/dashboard`);
    await page.locator('#root').getByRole('button', { name: 'Lluvia' }).first().click();
    await expect(
      page.getByRole('dialog', { name: 'Lluvia' }).getByRole('button', { name: '30', exact: true }),
    ).toBeVisible();
  });
  const own = compiled.filter(({ args }) => !args.data?.url?.includes('/journal-worker-'));
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter(({ name }) => name === 'v8.compileModule')).toEqual([]);
  const anew = own.filter(({ args: { data } }) => !data?.consumedCacheSize || data.cacheRejected);
  expect(anew.map(({ args }) => args.data?.url)).toEqual([]);
});

/** How the browser came to the page: by way of the worker or around it, and whether the worker has the page in its hands. */
const cameBy = async ({ page }: Device): Promise<{ isByWorker: boolean; isControlled: boolean }> =>
  await page.evaluate(() => ({
    isByWorker: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).workerStart > 0,
    isControlled: navigator.serviceWorker.controller !== null,
  }));

/** The phone's icon and what it offers when it is held (decision 72). */
for (const address of [startAddress, `${startAddress}?`, ...Object.values(shortcutAddresses)])
  test(`${address} opens without signal and wakes no service worker`, async () => {
    const { page } = phone;
    await phone.setSignal(false);
    await page.goto('about:blank');
    await page.goto(`${server.address}${address}`);
    await expect(
      page
        .locator('#root')
        .getByRole('button', { name: /Al día|Sin señal/ })
        .first(),
    ).toBeVisible();
    expect(await cameBy(phone)).toEqual({ isByWorker: false, isControlled: true });
  });

test('every other address opens without signal by way of the service worker', async () => {
  const { page } = phone;
  await phone.setSignal(false);
  for (const address of ['/dashboard?registrar=weighing', '/dashboard/', '/configuration', '/lots']) {
    await page.goto(`${server.address}${address}`);
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible();
    expect(await cameBy(phone)).toEqual({ isByWorker: true, isControlled: true });
  }
  // The app's own sheet stands in the document: a second one would come after those that change it, and without signal not at all.
  const sheets = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
  );
  expect(sheets.length).toBeGreaterThan(1);
  expect(new Set(sheets).size).toBe(sheets.length);
  expect(sheets.filter((sheet) => /\/index-/.test(sheet))).toEqual([]);
  expect(phone.errors).toEqual([]);
});
