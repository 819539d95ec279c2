import { openPlainly } from '../lib/plain-browser.mjs';

/** A page with one word, kept by the same service worker as the stores' pages: no page paints before it. */
export const wordPage = '/bench/word.html';

/** The mirrors of idle moments are written, and the code of the scripts is kept. */
const restMs = 3000;

/** Signs in through the screen, and opens the app once more, as a phone that has it: by way of its service worker, with all it keeps. */
export async function signInApp({ page }, server, { email, password }) {
  await page.goto(`${server.pageAddress}/log-in`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/\/dashboard/);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('button', { name: /Al día/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /Al día/ }).waitFor();
  await page.waitForTimeout(restMs);
}

/** Has the page with one word kept. */
export async function keepWord({ page }, server) {
  await page.goto(`${server.pageAddress}${wordPage}`);
  await page.waitForFunction(() => caches.match(location.href).then((found) => found !== undefined));
}

/**
 * Says when a button of Inicio was drawn, presses it at once, and says when its form was. Looks when the document changes: to look at every
 * frame would have every frame drawn.
 */
function watchTile() {
  const drawn = (found) => requestAnimationFrame(() => setTimeout(() => found(performance.now())));
  const steps = [
    () => {
      const tile =
        document.querySelector('#root [data-act="RAIN"]') ??
        (document.documentElement.dataset.shell === 'home' ? document.querySelector('#shell [data-act="RAIN"]') : null);
      if (!tile) return false;
      drawn((at) => {
        window.tileAt = at;
        tile.click();
        window.isTaken = tile.closest('#root') !== null || tile.getAttribute('aria-busy') === 'true';
      });
      return true;
    },
    () => {
      if (!document.querySelector('#root dialog[open] input')) return false;
      drawn((at) => {
        window.formAt = at;
      });
      return true;
    },
  ];
  new MutationObserver((_, observer) => {
    while (steps[0]?.()) steps.shift();
    if (steps.length === 0) observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['open', 'data-shell'] });
}

const [app, tile, form] = ['W4 app', 'W4 tile', 'W4 form'];

/** What a page has to say when it has rested: when it painted, and what moved since. It is asked after it was opened, and has no script before. */
function paint() {
  if (!window.moved) {
    window.moved = [];
    new PerformanceObserver((list) => window.moved.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  }
  const [first] = performance.getEntriesByName('first-contentful-paint');
  if (!first || performance.now() < first.startTime + 5000) return null;
  return { ms: first.startTime, shifted: window.moved.reduce((sum, { value }) => sum + value, 0) };
}

/** When a button and its form stood, where both did. */
function drawn() {
  const [first] = performance.getEntriesByName('first-contentful-paint');
  const { tileAt, formAt, isTaken } = window;
  return first && formAt ? { tileMs: Math.max(first.startTime, tileAt), formMs: formAt, isTaken } : null;
}

/**
 * The app as people open it: cold, without signal, at Inicio; beside the page with one word. Once as it is, until it has painted; once more with
 * a script that looks for a button and presses it as soon as it stands, and weighs on its paint.
 */
export async function firstPaint(run, { store, profile, servers, rows, round }) {
  const isApp = store.id === 'product';
  const { pageAddress } = servers[store.server];
  const word = `${pageAddress}${wordPage}`;
  const address = isApp ? `${pageAddress}/dashboard` : word;
  const row = { size: rows, variant: isApp ? 'product' : 'word', round };
  await run.attempt({ workload: app, ...row }, async () => {
    const { ms, shifted } = await openPlainly(run, { profile, address, answer: paint });
    if (!isApp) for (const workload of [tile, form]) run.record({ workload, ...row, ms });
    return { ms, shifted };
  });
  if (!isApp) return;
  // The same word as the product's server says every page: by its headers a browser gives a page a process of its own.
  await run.attempt({ workload: app, ...row, variant: 'word, headers' }, () =>
    openPlainly(run, { profile, address: word, answer: paint }),
  );
  await run.attempt({ workload: form, ...row }, async () => {
    const watched = { profile, address, script: watchTile, answer: drawn };
    const { tileMs, formMs, isTaken, cpu } = await openPlainly(run, watched);
    if (!isTaken) throw new Error('The press on a button of Inicio was not taken');
    run.record({ workload: tile, ...row, ms: tileMs });
    return { ms: formMs, cpu };
  });
}
