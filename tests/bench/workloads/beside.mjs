import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeFarm, signUp } from '../lib/farm.mjs';
import { keptConnections, plainCall, purchaseTo, rowTo } from '../lib/load.mjs';
import { addPeople, freshly } from '../lib/people.mjs';
import { bench } from '../lib/places.mjs';
import { seedFarm } from '../lib/seed.mjs';
import { startPeer } from '../lib/servers.mjs';

const phones = 50;
const alone = 200;
/** Writes come as those of a person do, not as fast as they can: who waits is the writer, whatever the machine has left. */
const pauseMs = 5;

/** Fifty first loads at once, in a process of their own; resolves when all have ended. */
function loading(asked) {
  const child = fork(join(bench, 'lib', 'loaders.mjs'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', ({ error, ...told }) => {
      child.disconnect();
      if (error) reject(new Error(error));
      else resolve(told);
    });
    child.once('exit', () => reject(new Error('The loads ended')));
    child.send(asked);
  });
}

/** Writes one after the other, until `isOver`; the times of all. */
async function writing(writeOf, isOver) {
  const agent = keptConnections(1);
  const times = [];
  while (!isOver(times.length)) {
    const { address, ...call } = writeOf();
    const begun = performance.now();
    await plainCall(agent, address, call);
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)];
  return { ms: at(0.5), p95: at(0.95), max: at(1), writes: times.length };
}

/** The history that is kept of a farm is forgotten: whoever loads next finds none. */
function forgetSegments({ data }, { organizationId }) {
  const database = new DatabaseSync(join(data, 'tranquera.sqlite'));
  database.exec('pragma busy_timeout = 5000');
  for (const table of ['history_bases', 'history_segments'])
    database.prepare(`delete from ${table} where organization_id = ?`).run(organizationId);
  database.close();
}

/** What the writes of another farm take beside fifty first loads, and what the loads took. */
async function besideLoads(writeOf, asked) {
  const over = { is: false };
  const loads = loading(asked).finally(() => {
    over.is = true;
  });
  const [written, { ms, bytes }] = await Promise.all([writing(writeOf, () => over.is), loads]);
  return { ...written, loads: ms, bytes };
}

/** S2: writes of one farm while fifty phones load another one of so many movements, beside the same writes alone. */
export async function besideWorkload(run) {
  for (const rows of run.sizes) {
    const { server, farm, file } = await seedFarm(rows, 0);
    const bare = await startPeer('bare', { sets: [`seeded=${file}`] });
    try {
      const other = await makeFarm(server, await signUp(server));
      for (let round = 1; round <= run.rounds; round += 1) {
        const writer = await freshly(other);
        // Each phone is somebody's: nobody asks so often in a minute.
        const tokens = await addPeople(server, await freshly(farm), phones);
        const toProduct = () => purchaseTo(server, writer, writer.token);
        const toBare = () => rowTo(bare, 'other');
        const load = { address: server.address, farms: tokens.map((token) => ({ ...farm, token })) };
        const ways = [
          ['product alone', () => writing(toProduct, (done) => done === alone)],
          ['product', () => besideLoads(toProduct, load), () => forgetSegments(server, farm)],
          ['product, segments kept', () => besideLoads(toProduct, load)],
          ['bare alone', () => writing(toBare, (done) => done === alone)],
          ['bare', () => besideLoads(toBare, { address: bare.address, set: 'seeded', count: phones })],
        ];
        for (const [variant, act, before] of ways) {
          before?.();
          await run.attempt({ workload: 'S2', size: rows, variant, round }, act);
        }
      }
    } finally {
      await server.stop();
      await bare.stop();
      await rm(server.data, { recursive: true, force: true });
    }
  }
}
