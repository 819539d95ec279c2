import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { doTogether, makeFarm, signUp } from '../lib/farm.mjs';
import { inserting } from '../lib/inserting.mjs';
import { keptConnections, plainCall, purchaseTo, rowTo, writeAll } from '../lib/load.mjs';
import { freshly } from '../lib/people.mjs';
import { work } from '../lib/places.mjs';
import { examples } from '../lib/seed.mjs';
import { startPeer, startProduct } from '../lib/servers.mjs';

const many = 50;
const reconnects = 200;
const changed = 10;

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Every row of a farm, by its table, and those of its team; who they are stays. */
function rowsOfFarm(database, { organizationId }) {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const ofFarm = tables.filter(({ name }) =>
    database.prepare(`select 1 from pragma_table_info('${name}') where name = 'organization_id'`).get(),
  );
  return [
    ['organizations', database.prepare('select * from organizations where id = ?').all(organizationId)],
    ...ofFarm.map(({ name }) => [
      name,
      database.prepare(`select * from ${name} where organization_id = ?`).all(organizationId),
    ]),
  ];
}

/** Copies a farm so many times beside the server, each copy with ids of its own; gives the copies. */
function copyFarm(data, farm, count) {
  const database = new DatabaseSync(join(data, 'tranquera.sqlite'));
  database.exec('pragma busy_timeout = 5000; pragma synchronous = OFF; pragma foreign_keys = OFF; begin immediate');
  const tables = rowsOfFarm(database, farm)
    .filter(([, rows]) => rows.length > 0)
    .map(([table, rows]) => {
      const shown = rows.map(({ id, ...row }) => (typeof id === 'number' ? row : { id, ...row }));
      // A table may have no column of that name.
      const whole = shown.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)),
      );
      return { put: inserting(database, table, whole[0]), rows: whole };
    });
  const copies = Array.from({ length: count }, () => {
    const own = new Map([[farm.userId, farm.userId]]);
    const ownId = (id) => own.get(id) ?? own.set(id, randomUUID()).get(id);
    const translated = (value) => (typeof value === 'string' ? value.replaceAll(anId, ownId) : value);
    for (const { put, rows } of tables) for (const row of rows) put.run(...Object.values(row).map(translated));
    const cells = farm.cells.map(({ lot, rodeo, category, key }) => {
      return { key: translated(key), lot: ownId(lot), rodeo: ownId(rodeo), category: ownId(category) };
    });
    return { ...farm, organizationId: ownId(farm.organizationId), cells };
  });
  database.exec('commit; pragma wal_checkpoint(TRUNCATE)');
  database.close();
  return copies;
}

const anyOf = (all) => all[Math.floor(Math.random() * all.length)];

/** Phones of any of the farms that come back one after the other, each ten commits behind. */
async function reconnecting(server, farms, token, head) {
  const agent = keptConnections(1);
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' };
  const times = [];
  for (let done = 0; done < reconnects; done += 1) {
    const address = `${server.address}/api/sync/${anyOf(farms).organizationId}?since=${head - changed}`;
    const begun = performance.now();
    await plainCall(agent, address, { headers });
    times.push(performance.now() - begun);
  }
  agent.destroy();
  return { ms: times.toSorted((a, b) => a - b)[reconnects >> 1] };
}

async function headOf(server, { organizationId, token }) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.address}/api/sync/${organizationId}/snapshot`, { headers });
  return (await answer.json()).to;
}

/** S6: single writes and phones that come back, of one farm and of many on one server. */
export async function farmsWorkload(run) {
  const server = await startProduct({ data: join(work, 'farms') });
  const bare = await startPeer('bare', {});
  try {
    const owner = await signUp(server);
    const first = await makeFarm(server, owner);
    await doTogether(server, first, examples(first));
    // As they are copied: what is written to the first one later is not theirs.
    const head = await headOf(server, first);
    const farms = [first];
    for (const count of run.farms) {
      farms.push(...copyFarm(server.data, first, count - farms.length));
      for (let round = 1; round <= run.rounds; round += 1) {
        const { token } = await freshly(owner);
        const rowOf = () => rowTo(bare, `farm-${Math.floor(Math.random() * count)}`);
        const asked = {
          'S6 write': {
            product: () =>
              writeAll({ clients: many, writes: run.writes }, () => purchaseTo(server, anyOf(farms), token)),
            bare: () => writeAll({ clients: many, writes: run.writes }, rowOf),
          },
          'S6 write, 1 client': {
            product: () =>
              writeAll({ clients: 1, writes: run.writes / 5 }, () => purchaseTo(server, anyOf(farms), token)),
            bare: () => writeAll({ clients: 1, writes: run.writes / 5 }, rowOf),
          },
          'S6 reconnect': { product: () => reconnecting(server, farms, token, head) },
        };
        for (const [workload, by] of Object.entries(asked))
          for (const [variant, act] of Object.entries(by)) {
            const measured = variant === 'product' ? server : bare;
            await run.attempt({ workload, size: count, variant, round }, async () => {
              const cpu = measured.cpu();
              const told = await act();
              return { ...told, serverCpu: measured.cpu() - cpu };
            });
          }
      }
    }
  } finally {
    await server.stop();
    await bare.stop();
  }
}
