import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { call } from '../lib/farm.mjs';
import { keptConnections, plainCall, purchaseTo, rowTo, writeAll } from '../lib/load.mjs';
import { loadBare, loadProduct } from '../lib/loads.mjs';
import { freshly } from '../lib/people.mjs';
import { peakOf } from '../lib/processes.mjs';
import { seedProduct } from '../lib/seed.mjs';
import { startPeer } from '../lib/servers.mjs';

const writes = 200;
const pages = 20;
const pageRows = 500;
const changed = 10;

/** The same rows again and again until the bare server has so many, beside it: its own calls would be hours. Their places are below zero. */
function multiplyBare({ data }, rows, example) {
  const database = new DatabaseSync(join(data, 'bare.sqlite'));
  database.exec('pragma busy_timeout = 5000; pragma synchronous = OFF');
  database
    .prepare(
      `insert into rows with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
       select 'grown', printf('%08x-0000-7000-8000-000000000000', n), n - ? - 1, json_set(?, '$.id', printf('%08x', n)) from numbers`,
    )
    .run(rows, rows, JSON.stringify(example));
  database.exec('pragma wal_checkpoint(TRUNCATE)');
  database.close();
}

/** The middle of what some calls take, one after the other. */
async function repeated(times, act) {
  const agent = keptConnections(1);
  const taken = [];
  let bytes = 0;
  for (let done = 0; done < times; done += 1) {
    const begun = performance.now();
    bytes = (await act(agent)).body.length;
    taken.push(performance.now() - begun);
  }
  agent.destroy();
  return { ms: taken.toSorted((a, b) => a - b)[times >> 1], bytes };
}

/** The work that is measured, on the product and on the bare server: both hold so many movements. */
function questions({ server, farm, bare, rows, since }) {
  const headers = { authorization: `Bearer ${farm.token}`, 'accept-encoding': 'gzip, deflate, br' };
  const ofFarm = (path) => `${server.address}/api/${path}`;
  const feedOf = (from) => ofFarm(`sync/${farm.organizationId}?since=${from}&limit=${pageRows}`);
  const bareFeed = (from) => `${bare.address}/api/rows/grown?since=${from}&limit=${pageRows}`;
  const written = (writeOf) => writeAll({ clients: 1, writes }, writeOf);
  return {
    'S4 load': {
      product: () => loadProduct(server.address, farm),
      bare: () => loadBare(bare.address, 'grown', -rows - 1),
    },
    'S4 feed': {
      product: () => repeated(pages, (agent) => plainCall(agent, feedOf(Math.floor(since / 2)), { headers })),
      bare: () => repeated(pages, (agent) => plainCall(agent, bareFeed(-Math.floor(rows / 2)))),
    },
    'S4 reconnect': {
      product: () => repeated(pages, (agent) => plainCall(agent, feedOf(since - changed), { headers })),
      bare: () => repeated(pages, (agent) => plainCall(agent, bareFeed(-changed - 1))),
    },
    'S4 write': {
      product: () => written(() => purchaseTo(server, farm, farm.token)),
      bare: () => written(() => rowTo(bare, 'grown')),
    },
    'S4 all': {
      product: () =>
        repeated(1, (agent) => plainCall(agent, ofFarm(`movement/all/${farm.organizationId}`), { headers })),
      bare: () =>
        repeated(1, (agent) => plainCall(agent, `${bare.address}/api/rows/grown?since=${-rows - 1}&limit=${rows}`)),
    },
  };
}

/** One row as the bare server keeps it: what the product says of a movement. */
async function exampleOf(server, { organizationId, token }) {
  const { movements } = await call(server, token, 'GET', `/api/movement/last-10/${organizationId}`);
  return movements[0];
}

/** S4: what the same work costs on a farm of ten and of a hundred times the movements. */
export async function growthWorkload(run) {
  for (const rows of run.sizes) {
    const { server, farm: owner } = await seedProduct(rows, 0);
    const bare = await startPeer('bare', {});
    try {
      multiplyBare(bare, rows, await exampleOf(server, await freshly(owner)));
      for (let round = 1; round <= run.rounds; round += 1) {
        const farm = await freshly(owner);
        const { to: since } = await call(server, farm.token, 'GET', `/api/sync/${farm.organizationId}/snapshot`);
        const asked = questions({ server, farm, bare, rows, since });
        for (const [workload, by] of Object.entries(asked))
          for (const [variant, act] of Object.entries(by)) {
            const measured = variant === 'product' ? server : bare;
            await run.attempt({ workload, size: rows, variant, round }, async () => {
              const peak = peakOf(measured.pid);
              const [begun, cpu] = [performance.now(), measured.cpu()];
              const told = await act();
              const ms = performance.now() - begun;
              return { ms, serverCpu: measured.cpu() - cpu, ...told, peakMB: peak() };
            });
          }
      }
    } finally {
      await server.stop();
      await bare.stop();
      await rm(server.data, { recursive: true, force: true });
    }
  }
}
