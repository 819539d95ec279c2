import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBundleSizes } from '../../../src/commands/bundle-sizes.mjs';
import { pageCost, slowPhone, watchCost } from '../lib/page-cost.mjs';
import { work } from '../lib/places.mjs';
import { openPlainly } from '../lib/plain-browser.mjs';
import { startPeer, startProduct } from '../lib/servers.mjs';
import { wordPage } from './first-paint.mjs';

const { throttle, line } = slowPhone;
const size = '360,740';

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
          openPlainly({ ...run, throttle }, { line, size, address, script: watchCost, answer: pageCost }),
        );
  } finally {
    await product.stop();
    await bare.stop();
  }
}
