import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { ask, countBytes, keepProfile, openPage, withBrowser } from '../lib/browser.mjs';
import { doTogether } from '../lib/farm.mjs';
import { freshly } from '../lib/people.mjs';
import { work } from '../lib/places.mjs';
import { seedFarm } from '../lib/seed.mjs';
import { startPeer } from '../lib/servers.mjs';
import { floor, pullers, stores } from '../lib/variants.mjs';
import { firstPaint, keepWord, signInApp } from './first-paint.mjs';

const saves = 100;
const pacedSaves = 25;
const pauseMs = 40;
const questions = 10;
const edited = 10;

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });

/** The address of a store's page, with what it has to know of the farm. */
export async function addressOf(store, server, farm, more = {}) {
  const { organizationId, userId, token, cells } = farm.token ? await freshly(farm) : farm;
  const known = { organizationId, userId, token, cells, today: today(), ...more };
  const { page, query = '' } = store;
  return `${server.pageAddress}/bench/${page}.html${query}#${encodeURIComponent(JSON.stringify(known))}`;
}

/** The servers of a farm of one size. */
async function serversOf({ rttMs, chosen }, farm) {
  const sets = [`seeded=${farm.file}`];
  const hasCouch = chosen.some(({ server, mostRows }) => server === 'couch' && farm.rows <= mostRows);
  return {
    product: farm.server,
    bare: await startPeer('bare', { sets, rttMs }),
    ...(hasCouch && { couch: await startPeer('couch', { sets, rttMs }) }),
  };
}

const fits = (rows) => (store) => rows <= (store.mostRows ?? Number.POSITIVE_INFINITY);

/** Each store with the whole farm, as a profile to begin from. */
async function keepProfiles(run, { servers, farm, rows }) {
  const kept = new Map();
  for (const store of run.chosen.filter(fits(rows))) {
    const profile = join(work, `profile-${store.id}`);
    await run.attempt({ workload: 'seed', size: rows, variant: store.id, round: 0 }, async () => {
      await keepProfile(run, profile, async (browser) => {
        const address = await addressOf(store, servers[store.server], farm, { set: 'seeded' });
        await openPage(browser, address);
        await ask(browser, 'seed');
        await browser.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        // Again, by way of the service worker, so that it holds every file; and the mirrors of idle moments are written.
        await browser.page.reload();
        await browser.page.waitForFunction(() => window.opened, null, { polling: 20 });
        await browser.page.waitForTimeout(1500);
        if (store.id === 'product' || store.id === floor) await keepWord(browser, servers[store.server]);
        if (store.id === 'product') await signInApp(browser, servers.product, farm);
      });
      kept.set(store, profile);
      return {};
    });
  }
  return kept;
}

/** W4, W5 and W1 of a store, in a browser of its own without signal. */
async function visit(run, { store, profile, servers, farm, rows, round }) {
  const address = await addressOf(store, servers[store.server], farm, { set: 'seeded' });
  const row = { size: rows, variant: store.id, round };
  await withBrowser(run, profile, async (browser) => {
    await browser.context.setOffline(true);
    await run.attempt({ workload: 'W4', ...row }, async () => {
      const before = browser.cpu();
      const opened = await openPage(browser, address);
      const cpu = browser.cpu() - before;
      const session = await browser.context.newCDPSession(browser.page);
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return { ms: opened.painted, ...opened, cpu, heapMB: usedSize / 1e6 };
    });
    if (run.wants('W5')) {
      await run.attempt({ workload: 'W5', ...row }, async () => {
        if (run.waiting > 0) await ask(browser, 'queue', run.waiting);
        const said = await ask(browser, 'ask', questions);
        for (const [name, times] of Object.entries(said))
          run.record({ workload: `W5 ${name}`, ...row, ms: times.p50, ...times });
        return null;
      });
    }
    if (run.wants('W1')) {
      for (const [workload, count, pause] of [
        ['W1', saves, 0],
        ['W1 paced', pacedSaves, pauseMs],
      ])
        await run.attempt({ workload, ...row }, async () => {
          const before = browser.cpu();
          const times = await ask(browser, 'record', count, pause);
          return { ms: times.p50, ...times, cpu: (browser.cpu() - before) / count };
        });
    }
  });
}

/** What each store answers on the same farm after the same records; told apart where one answers otherwise. */
async function compareAnswers(run, { kept, servers, farm, rows }) {
  const answers = new Map();
  for (const [store, profile] of kept) {
    const row = { workload: 'answers', size: rows, variant: store.id, round: 0 };
    await run.attempt(row, async () => {
      await withBrowser({ ...run, throttle: 1 }, profile, async (browser) => {
        await browser.context.setOffline(true);
        await openPage(browser, await addressOf(store, servers[store.server], farm, { set: 'seeded' }));
        answers.set(store.id, await ask(browser, 'answers'));
      });
      return null;
    });
  }
  run.compare(rows, answers);
}

/** W3 into an empty phone, and W7 on what came of it. */
async function fetchWhole(run, { store, servers, farm, rows, round, rains }) {
  const server = servers[store.server];
  const row = { size: rows, variant: store.id, round };
  await withBrowser(run, null, async (browser) => {
    const bytes = countBytes(browser);
    const cpu = () => ({ cpu: browser.cpu(), serverCpu: server.cpu() });
    const timed = async (act) => {
      await bytes.taken();
      const before = cpu();
      const ms = await act();
      const after = cpu();
      const spent = { cpu: after.cpu - before.cpu, serverCpu: after.serverCpu - before.serverCpu };
      return { ms, ...spent, bytes: await bytes.taken() };
    };
    await openPage(browser, await addressOf(store, server, farm, { set: 'seeded' }));
    await run.attempt({ workload: 'W3', ...row }, () => timed(() => ask(browser, 'pull', rows)));
    if (!run.wants('W7')) return;
    for (let time = 0; time < 3; time += 1) {
      const mark = { detail: `Editado ${round} ${time} ${store.id}`, rows: rains.splice(0, edited) };
      rains.push(...mark.rows);
      await editRows(store, server, farm, mark);
      const known = { id: mark.rows.at(-1).id, detail: mark.detail };
      // Who comes back did not load the farm a moment ago.
      await browser.rest();
      await run.attempt({ workload: 'W7', ...row }, () => timed(() => ask(browser, 'delta', known)));
    }
  });
}

/** W3 saves: what a save takes while a phone applies the whole farm, beside the same phone when it is done. */
async function savesWhileFetching(run, { store, servers, farm, rows, round }) {
  const row = { workload: 'W3 saves', size: rows, round };
  await withBrowser(run, null, async (browser) => {
    await openPage(browser, await addressOf(store, servers[store.server], farm, { set: 'seeded' }));
    await run.attempt({ ...row, variant: store.id }, async () => {
      const { busy, idle } = await ask(browser, 'recordWhilePulling', pauseMs);
      run.record({ ...row, variant: `${store.id} idle`, ms: idle.p95, ...idle });
      return { ms: busy.p95, ...busy };
    });
  });
}

/** Somebody else changes what these records say. */
async function editRows(store, server, farm, { rows, detail }) {
  if (store.server === 'product') {
    const path = (id) => `/api/movement/weather/rain/${farm.organizationId}/${id}`;
    await doTogether(
      server,
      await freshly(farm),
      rows.map(({ id, date, metadata: { mm } }) => ({ method: 'PUT', path: path(id), body: { date, mm, detail } })),
    );
    return;
  }
  const edits = JSON.stringify(rows.map(({ id }) => ({ id, detail })));
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.address}/api/edit/seeded`, { method: 'POST', headers, body: edits });
  if (!answer.ok) throw new Error(`The edits were answered ${answer.status}`);
}

/** W1, W4, W5 and W3, W7, for each size. A round visits every store once, each time in a new browser. */
export async function phoneWorkloads(run) {
  for (const rows of run.sizes) {
    const seeded = await seedFarm(rows, run.rttMs);
    const chosen = run.choose(stores);
    const servers = await serversOf({ ...run, chosen }, seeded);
    const on = { servers, farm: seeded.farm, rows };
    try {
      if (run.wants('W1') || run.wants('W4') || run.wants('W5')) {
        const kept = await keepProfiles({ ...run, chosen }, on);
        await compareAnswers(run, { ...on, kept });
        for (let round = 1; round <= run.rounds; round += 1)
          for (const [store, profile] of kept)
            if (run.isMeasured(store)) {
              await visit(run, { ...on, store, profile, round });
              if (run.wants('W4') && (store.id === 'product' || store.id === floor))
                await firstPaint(run, { ...on, store, profile, round });
            }
        for (const profile of kept.values()) await rm(profile, { recursive: true, force: true });
      }
      if (run.wants('W3') || run.wants('W7')) {
        const fetching = run.choose(pullers).filter(fits(rows)).filter(run.isMeasured);
        const rains = [...seeded.rains];
        for (let round = 1; round <= run.rounds; round += 1)
          for (const store of fetching) {
            await fetchWhole(run, { ...on, store, round, rains });
            if (store.id === 'product' && !run.isSmall) await savesWhileFetching(run, { ...on, store, round });
          }
      }
    } finally {
      for (const server of Object.values(servers)) await server.stop();
      await rm(seeded.server.data, { recursive: true, force: true });
    }
  }
}
