import { join } from 'node:path';
import { ask, openPage, withBrowser } from '../lib/browser.mjs';
import { makeFarm, rowsOf, signUp } from '../lib/farm.mjs';
import { freshly } from '../lib/people.mjs';
import { work } from '../lib/places.mjs';
import { startPeer, startProduct } from '../lib/servers.mjs';
import { drains } from '../lib/variants.mjs';
import { addressOf } from './phone.mjs';

/** How many of the records a server has in the end. */
async function countOn(store, server, farm) {
  if (store.server === 'product') return (await rowsOf(server, await freshly(farm), ['movements'])).movements.length;
  const answer = await fetch(`${server.address}/api/count/${farm.target}`);
  return (await answer.json()).n;
}

/** A farm that nobody has recorded in. */
async function emptyFarm(store, server, owner) {
  const target = `t${Date.now()}`;
  if (store.server === 'product') return { ...(await makeFarm(server, await freshly(owner))), target };
  if (store.server === 'couch') await fetch(`${server.address}/api/make/${target}`, { method: 'POST' });
  const cells = Array.from({ length: 40 }, (_, index) => ({
    key: `cell-${index}`,
    lot: `lot-${index % 4}`,
    rodeo: `rodeo-${index % 4}`,
    category: `category-${index % 12}`,
  }));
  return { organizationId: 'bench', userId: 'bench', cells, target };
}

async function drainOnce(run, { id, store, how }, server, { owner, round }) {
  const count = run.queued;
  const farm = await emptyFarm(store, server, owner);
  await run.attempt({ workload: 'W2', size: count, variant: id, round }, () =>
    withBrowser(run, null, async (browser) => {
      let calls = 0;
      browser.context.on('request', (request) => {
        if (/\/(api|db)\//.test(request.url())) calls += 1;
      });
      await openPage(browser, await addressOf(store, server, farm, { target: farm.target, set: farm.target }));
      // A phone that records has been to its farm before.
      if (store.server === 'product') await ask(browser, 'seed');
      await ask(browser, 'queue', count);
      await browser.page.waitForTimeout(300);
      calls = 0;
      const before = { cpu: browser.cpu(), serverCpu: server.cpu() };
      const ms = await ask(browser, 'drain', { ...how, target: farm.target });
      const spent = { cpu: browser.cpu() - before.cpu, serverCpu: server.cpu() - before.serverCpu };
      const made = calls;
      const there = await countOn(store, server, farm);
      if (there < count) throw new Error(`${there} of ${count} records are on the server`);
      return { ms, perSecond: (count * 1000) / ms, calls: made, ...spent };
    }),
  );
}

/** W2: a queue goes out until every record is on the server's disk, and out of the queue. */
export async function drainWorkload(run) {
  const chosen = drains.filter((drain) => run.choose([drain.store]).length > 0 && run.isMeasured(drain));
  const servers = {
    product: await startProduct({ data: join(work, 'drained'), rttMs: run.rttMs }),
    bare: await startPeer('bare', { rttMs: run.rttMs }),
    ...(chosen.some(({ store }) => store.server === 'couch') && {
      couch: await startPeer('couch', { rttMs: run.rttMs }),
    }),
  };
  try {
    const owner = await signUp(servers.product);
    for (let round = 1; round <= run.rounds; round += 1)
      for (const drain of chosen) await drainOnce(run, drain, servers[drain.store.server], { owner, round });
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}
