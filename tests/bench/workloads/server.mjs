import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeFarm, signUp } from '../lib/farm.mjs';
import { purchaseTo, rowTo, writeAll } from '../lib/load.mjs';
import { loadBare, loadProduct } from '../lib/loads.mjs';
import { addPeople, freshly } from '../lib/people.mjs';
import { work } from '../lib/places.mjs';
import { seedFarm } from '../lib/seed.mjs';
import { startPeer, startProduct } from '../lib/servers.mjs';
import { besideWorkload } from './beside.mjs';
import { fanOut } from './fan-out.mjs';
import { farmsWorkload } from './farms.mjs';
import { growthWorkload } from './growth.mjs';

const many = 50;
/** Where PostgreSQL is, for who wants it measured: an empty database and a role that is no superuser. */
const postgresUrl = process.env.BENCH_DATABASE_URL ?? '';

/** Bytes of a SQLite file, with what still stands in its log. */
function bytesOf(file) {
  const database = new DatabaseSync(file, { readOnly: true });
  const { page_count: pages } = database.prepare('pragma page_count').get();
  const { page_size: size } = database.prepare('pragma page_size').get();
  database.close();
  return pages * size;
}

/** Who is measured by single writes: how one is made, and where its rows lie. */
async function writers(servers, owner, round) {
  const tokens = await addPeople(servers.product, owner, many);
  const own = {
    product: (number) => purchaseTo(servers.product, owner, tokens[number]),
    bare: () => rowTo(servers.bare, `round-${round}`),
  };
  const files = {
    product: join(servers.product.data, 'tranquera.sqlite'),
    bare: join(servers.bare.data, 'bare.sqlite'),
  };
  return Object.entries(own).map(([id, writeOf]) => ({ id, server: servers[id], writeOf, file: files[id] }));
}

/** The same of a PostgreSQL, whose people are one: its rows are not ours to write. */
const postgresWriter = ({ postgres }, farm) => ({
  id: 'product on PostgreSQL',
  server: postgres,
  writeOf: () => purchaseTo(postgres, farm, farm.token),
  file: null,
});

async function measureWrites(run, { id, server, writeOf, file }, round) {
  for (const clients of [1, many]) {
    const writes = clients === 1 ? Math.ceil(run.writes / 5) : run.writes;
    const before = file && bytesOf(file);
    await run.attempt({ workload: 'S1', size: clients, variant: id, round }, async () => {
      const cpu = server.cpu();
      const measured = await writeAll({ clients, writes }, writeOf);
      return { ...measured, serverCpu: (server.cpu() - cpu) / writes };
    });
    if (clients === many && file)
      await run.attempt({ workload: 'S5', size: writes, variant: id, round }, async () => ({
        bytesEach: (bytesOf(file) - before) / writes,
      }));
  }
}

/** S1 and S5: single writes, by one client and by fifty, each write a farm's own commit; and what they leave on the disk. */
async function writesWorkload(run) {
  const servers = {
    product: await startProduct({ data: join(work, 'written') }),
    bare: await startPeer('bare', {}),
    ...(postgresUrl && {
      postgres: await startProduct({ data: join(work, 'written-pg'), settings: { DATABASE_URL: postgresUrl } }),
    }),
  };
  try {
    const ana = await signUp(servers.product);
    for (let round = 1; round <= run.rounds; round += 1) {
      const farm = await makeFarm(servers.product, await freshly(ana));
      const measured = await writers(servers, farm, round);
      // Somebody new each round: a person has so many writes a minute.
      if (postgresUrl)
        measured.push(postgresWriter(servers, await makeFarm(servers.postgres, await signUp(servers.postgres))));
      for (const one of measured) await measureWrites(run, one, round);
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

/** S3: what the first load of a farm costs the server. */
async function loadsWorkload(run) {
  for (const rows of run.sizes) {
    const { server, farm, file } = await seedFarm(rows, 0);
    const bare = await startPeer('bare', { sets: [`seeded=${file}`] });
    const loads = [
      ['product', server, async () => loadProduct(server.address, await freshly(farm))],
      ['bare', bare, () => loadBare(bare.address, 'seeded')],
    ];
    try {
      for (let round = 1; round <= run.rounds; round += 1)
        for (const [variant, loaded, load] of loads)
          await run.attempt({ workload: 'S3', size: rows, variant, round }, async () => {
            const [begun, cpu] = [performance.now(), loaded.cpu()];
            const told = await load();
            return { ms: performance.now() - begun, serverCpu: loaded.cpu() - cpu, ...told };
          });
    } finally {
      await server.stop();
      await bare.stop();
      await rm(server.data, { recursive: true, force: true });
    }
  }
}

/** What costs the server: writes, first loads, both at once, how it grows, and telling the sockets of a farm. */
export async function serverWorkloads(run) {
  if (run.wants('S1') || run.wants('S5')) await writesWorkload(run);
  if (run.wants('S2')) await besideWorkload(run);
  if (run.wants('S3')) await loadsWorkload(run);
  if (run.wants('S4')) await growthWorkload(run);
  if (run.wants('S6')) await farmsWorkload(run);
  if (run.wants('W6')) await fanOut(run);
}
