import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { createDevice, deskSize, phoneSize, signIn } from './support/device.ts';
import { doors, farmStops, type Stop, walkers } from './support/routes.ts';
import { createServerProcess } from './support/server-process.ts';

const folder = fileURLToPath(new URL('../../test-results/shots', import.meta.url));
/** `SHOTS_THEME=sol npm run shots` (or dark) dresses the screens for the sun (or the night). */
const theme = process.env['SHOTS_THEME'] ?? 'light';
const overlays = [
  'registrar=menu',
  'registrar=birth',
  'registrar=rain',
  'registrar=sell',
  'pendientes=1',
  'buscar=lluvia',
  'mas=1',
];

/** Below the end of what is seen a long list always has more to come. */
const ringsInSight = (page: Page): Promise<number> =>
  page.getByText('Cargando…').evaluateAll(
    (rings) =>
      rings.filter((ring) => {
        const { top, bottom } = ring.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight;
      }).length,
  );

const shoot = async (page: Page, size: string, name: string): Promise<void> => {
  // What comes in late (a chart, a picture) is in it too.
  await page.waitForLoadState('networkidle');
  // A busy machine is still asking who is there: a ring is no picture of a screen.
  await expect.poll(() => ringsInSight(page), { timeout: 20_000 }).toBe(0);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, size, `${name}.png`) });
};
const nameOf = ({ route }: Stop): string => route.replaceAll('/', '-').replaceAll(/[{}]/g, '');

test('pictures of every screen', async () => {
  test.setTimeout(600_000);
  const server = await createServerProcess(undefined, {}, true);
  await server.start();
  try {
    const stops = await farmStops(server);
    for (const size of [phoneSize, deskSize]) {
      const device = await createDevice(size);
      const name = `${theme === 'light' ? '' : `${theme}-`}${size.width}x${size.height}`;
      const { page } = device;
      await page.addInitScript((choice) => localStorage.setItem('tema', choice), theme);
      for (const stop of doors) {
        await page.goto(`${server.address}${stop.path}`);
        await shoot(page, name, nameOf(stop));
      }
      await signIn(device, server.address, walkers.owner);
      for (const stop of stops) {
        await page.goto(`${server.address}${stop.path}`);
        await shoot(page, name, nameOf(stop));
      }
      for (const search of overlays) {
        await page.goto(`${server.address}/dashboard?${search}`);
        await shoot(page, name, search.replace('=', '-'));
      }
      await device.close();
    }
  } finally {
    await server.close();
  }
});
