import { fork, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { delayed } from './delay.mjs';
import { bench, pages, shipped, work } from './places.mjs';
import { cpuOf } from './processes.mjs';

const healthyWithinMs = 120_000;

/** Keys of the bench's own: it signs for people who never logged in. */
export const keys = {
  access: Buffer.alloc(32, 7).toString('base64url'),
  refresh: Buffer.alloc(32, 8).toString('base64url'),
};

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const ended = (child) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

async function untilHealthy(address, child) {
  const deadline = Date.now() + healthyWithinMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start with ${child.exitCode}`);
    const isUp = await fetch(`${address}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server at ${address} did not answer`);
}

/** Where pages reach a server: by way of a slow line, where one was asked for. */
const lineTo = (port, rttMs) =>
  rttMs > 0 ? delayed(port, rttMs) : Promise.resolve({ port, close: () => Promise.resolve() });

/** The shipped server as `npm start` runs it, with real files; `settings` go over the usual ones. */
export async function startProduct({ data, rttMs = 0, settings = {} }) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    ACCESS_KEY: keys.access,
    REFRESH_KEY: keys.refresh,
    MAX_FARMS_PER_ACCOUNT: '100000',
    MAX_MEMBERS_PER_FARM: '100000',
    ...settings,
  };
  const child = spawn(process.execPath, [join(shipped, 'server', 'server', 'main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://127.0.0.1:${port}`;
  await untilHealthy(address, child);
  const line = await lineTo(port, rttMs);
  return {
    address,
    data,
    pageAddress: `http://127.0.0.1:${line.port}`,
    pid: child.pid,
    cpu: () => cpuOf(child.pid),
    stop: async () => {
      await line.close();
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

/** A peer's server of `servers/`, which holds these sets of rows (`name=file`). */
export async function startPeer(name, { sets = [], rttMs = 0 }) {
  const port = await freePort();
  const data = join(work, `${name}-${port}`);
  const program = join(bench, 'servers', `${name}.mjs`);
  const child = fork(program, [String(port), data, pages, ...sets], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${name} ended at its start with ${code}`)));
  });
  const line = await lineTo(port, rttMs);
  return {
    address: `http://127.0.0.1:${port}`,
    data,
    pageAddress: `http://127.0.0.1:${line.port}`,
    pid: child.pid,
    cpu: () => cpuOf(child.pid),
    stop: async () => {
      await line.close();
      child.kill('SIGTERM');
      await ended(child);
      await rm(data, { recursive: true, force: true });
    },
  };
}
