import { withBrowser } from '../lib/browser.mjs';

/** A page with one word, kept by the same service worker as the stores' pages: no page paints before it. */
export const wordPage = '/bench/word.html';

/** Signs in through the screen, and waits until the app has kept itself and the farm. */
export async function signInApp({ page }, server, { email, password }) {
  await page.goto(`${server.pageAddress}/log-in`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/\/dashboard/);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: /Al día/ }).waitFor();
}

/** Has the page with one word kept. */
export async function keepWord({ page }, server) {
  await page.goto(`${server.pageAddress}${wordPage}`);
  await page.waitForFunction(() => caches.match(location.href).then((found) => found !== undefined));
}

/** Says when the first tile of Inicio was drawn. */
function watchTile() {
  const look = () => {
    if (document.querySelector('section[aria-label="Registrar"] button'))
      requestAnimationFrame(() => {
        window.tileAt = performance.now();
      });
    else requestAnimationFrame(look);
  };
  look();
}

/** The app as people open it: cold, without signal, at Inicio; beside the page with one word. */
export async function firstPaint(run, { store, profile, servers, rows, round }) {
  const isApp = store.id === 'product';
  const address = `${servers[store.server].pageAddress}${isApp ? '/dashboard' : wordPage}`;
  const row = { workload: 'W4 app', size: rows, variant: isApp ? 'product' : 'word', round };
  await run.attempt(row, () =>
    withBrowser(run, profile, async ({ context, page, cpu }) => {
      await context.setOffline(true);
      if (isApp) await page.addInitScript(watchTile);
      const before = cpu();
      await page.goto(address, { waitUntil: 'commit' });
      const seen = await page.waitForFunction(
        (hasTile) => {
          const [paint] = performance.getEntriesByName('first-contentful-paint');
          if (!paint || (hasTile && !window.tileAt)) return null;
          return { ms: paint.startTime, ...(hasTile && { tile: window.tileAt }) };
        },
        isApp,
        { polling: 50, timeout: 120_000 },
      );
      return { ...(await seen.jsonValue()), cpu: cpu() - before };
    }),
  );
}
