import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { doors, farmStops, type Stop, type Walker, walkers } from './support/routes.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** Every route of the specification, on the demonstration's farm: with and without signal, on a phone and at a desk, as owner and as hand. */
let server: ServerProcess;
let stops: readonly Stop[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = await createServerProcess(undefined, {}, true);
  await server.start();
  stops = await farmStops(server);
});

test.afterAll(async () => {
  await server?.close();
});

/** The screen is there and says its name; nothing hangs in it, nothing is wider than the window. */
async function arrives(page: Page, { route }: Stop): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, route).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"], [data-loading]'), route).toHaveCount(0);
  const title = (await heading.innerText()).trim();
  expect(title, route).not.toBe('');
  expect(await page.title(), route).toContain('Tranquera');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${route} is wider than the window`).toBeLessThanOrEqual(0);
}

async function readable(page: Page, { route }: Stop): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
  expect(told, route).toEqual([]);
}

const smallest = { width: 320, height: 640 };

async function walk(device: Device, who: Walker): Promise<void> {
  const { page } = device;
  for (const stop of stops) {
    await page.setViewportSize(phoneSize);
    await page.goto(`${server.address}${stop.path}`);
    await expect(page, stop.route).toHaveURL(`${server.address}${stop.path}`);
    await arrives(page, stop);
    await page.setViewportSize(smallest);
    await arrives(page, stop);
    if (who === 'owner') {
      await readable(page, stop);
      await page.setViewportSize(deskSize);
      await arrives(page, stop);
      await readable(page, stop);
    }
  }
  expect(device.errors).toEqual([]);
}

for (const who of ['owner', 'hand'] as const) {
  test(`every screen opens for the ${who}, with signal and then cold without`, async () => {
    test.setTimeout(600_000);
    const device = await createDevice(phoneSize);
    try {
      await signIn(device, server.address, walkers[who]);
      await walk(device, who);
      const offline = await device.reopen({ signal: false });
      for (const stop of stops) {
        await offline.page.goto(`${server.address}${stop.path}`);
        await expect(offline.page, stop.route).toHaveURL(`${server.address}${stop.path}`);
        await arrives(offline.page, stop);
      }
      expect(offline.errors).toEqual([]);
      await offline.context.close();
    } finally {
      await device.close();
    }
  });
}

test('the doors open for everybody, and nothing else does without signing in', async () => {
  const device = await createDevice(phoneSize);
  try {
    const { page } = device;
    for (const stop of doors) {
      await page.goto(`${server.address}${stop.path}`);
      await arrives(page, stop);
      await page.setViewportSize(smallest);
      await arrives(page, stop);
      await readable(page, stop);
      await page.setViewportSize(deskSize);
      await arrives(page, stop);
      await readable(page, stop);
      await page.setViewportSize(phoneSize);
    }
    for (const { path } of [...stops, { path: '/conversations' }, { path: '/no-such-place' }]) {
      await page.goto(`${server.address}${path}`);
      await expect(page).toHaveURL(`${server.address}/`);
    }
    expect(device.errors).toEqual([]);
  } finally {
    await device.close();
  }
});
