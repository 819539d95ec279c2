import { expect, test } from '@playwright/test';
import { pageCost, slowPhone, watchCost } from '../bench/lib/page-cost.mjs';
import { phoneSize } from './support/device.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** What the landing sends to a cheap phone on a slow line, and moves there. How long it takes is measured by the bench (W8), beside other pages. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
});
test.afterAll(async () => await server.close());

test.use({ viewport: phoneSize, serviceWorkers: 'block' });

test('the landing that nobody touches asks for no script of the app, and moves nothing', async ({ page, context }) => {
  test.setTimeout(120_000);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slowPhone.line });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowPhone.throttle });
  await page.addInitScript(watchCost);
  await page.goto(`${server.address}/`, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(pageCost, null, { polling: 100, timeout: 90_000 });
  const cost = await seen.jsonValue();
  expect(cost?.scriptBytes).toBeGreaterThan(500);
  expect(cost?.scriptBytes).toBeLessThan(10_000);
  expect(cost?.shifted).toBeLessThan(0.01);
});
