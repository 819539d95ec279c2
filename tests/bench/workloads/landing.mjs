import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBundleSizes } from '../../../src/commands/bundle-sizes.mjs';
import { work } from '../lib/places.mjs';
import { openPlainly } from '../lib/plain-browser.mjs';
import { startPeer, startProduct } from '../lib/servers.mjs';
import { wordPage } from './first-paint.mjs';

/** What Lighthouse takes for a phone: a quarter of the processor, slow 4G. */
const throttle = 4;
const line = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const size = '360,740';

/** Keeps what the browser notes of a page. */
function watch() {
  window.entries = [];
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask', 'resource'])
    new PerformanceObserver((list) => window.entries.push(...list.getEntries())).observe({ type, buffered: true });
}

/** What a page has cost until five seconds after it was loaded; null before. */
function cost() {
  const [loaded] = performance.getEntriesByType('navigation');
  const end = (loaded?.loadEventEnd || Number.POSITIVE_INFINITY) + 5000;
  if (performance.now() < end + 500) return null;
  const until = window.entries.filter(({ startTime }) => startTime < end);
  const of = (type) => until.filter(({ entryType }) => entryType === type);
  const sum = (entries, figure) => entries.reduce((total, entry) => total + figure(entry), 0);
  const scripts = of('resource').filter(({ name }) => name.endsWith('.js'));
  return {
    ms: of('largest-contentful-paint').at(-1).startTime,
    painted: of('paint').find(({ name }) => name === 'first-contentful-paint').startTime,
    blocked: sum(of('longtask'), ({ duration }) => Math.max(0, duration - 50)),
    shifted: sum(of('layout-shift'), ({ value }) => value),
    scriptBytes: sum(scripts, ({ encodedBodySize }) => encodedBodySize),
  };
}

/**
 * The first visit of a new phone: the landing, beside a door that the app draws (what a landing is without a document of its own) and a page
 * with one word. A visit is over when the page has rested; nobody touches it.
 */
export async function landingWorkload(run) {
  if (checkBundleSizes() !== 0) run.failures.push('The build is larger than its limits');
  await mkdir(work, { recursive: true });
  const data = join(work, 'landing');
  const product = await startProduct({ data });
  const bare = await startPeer('bare', {});
  const pages = {
    product: `${product.pageAddress}/`,
    'sign-up': `${product.pageAddress}/sign-up`,
    word: `${bare.pageAddress}${wordPage}`,
  };
  try {
    for (let round = 1; round <= run.rounds; round += 1)
      for (const [variant, address] of Object.entries(pages))
        await run.attempt({ workload: 'W8', size: 1, variant, round }, () =>
          openPlainly({ ...run, throttle }, { line, size, address, script: watch, answer: cost }),
        );
  } finally {
    await product.stop();
    await bare.stop();
  }
}
