import { createServerProcess } from '../../e2e/support/server-process.ts';
import type { Backed } from './backing.ts';
import { type Cluster, createCluster, findPostgres } from './postgres-cluster.ts';

/** Why nothing can be tried on PostgreSQL here; null where it can. */
export function whyNoPostgres(): string | null {
  const found = findPostgres();
  return typeof found === 'string' ? found : null;
}

async function makeCluster(): Promise<Cluster> {
  const found = findPostgres();
  if (typeof found === 'string') throw new Error(found);
  return await createCluster(found);
}

/** `?` as PostgreSQL counts them. */
const numbered = (statement: string): string => {
  let count = 0;
  return statement.replaceAll('?', () => `$${(count += 1)}`);
};

/** The copy is a dump, which is restored into an empty database of the same name. */
export async function backedByDump(built?: string): Promise<Backed> {
  const cluster = await makeCluster();
  const settings = { DATABASE_URL: cluster.urlOf('tranquera') };
  const server = await createServerProcess(built, settings);
  await server.start();
  return {
    server,
    settings: { DATA_DIR: server.dataDir, ...settings },
    write: async (statement, values) => void (await cluster.query(numbered(statement), values, 'farm')),
    keepCopy: () => cluster.run('pg_dump', ['-Fc', '-f', 'farm.dump', 'farm']),
    goBack: async () => {
      await server.kill();
      await cluster.query('drop database farm with (force)');
      await cluster.query('create database farm owner tranquera');
      await cluster.run('pg_restore', ['--exit-on-error', '-d', 'farm', 'farm.dump']);
      await server.start();
    },
    close: async () => {
      await server.close();
      await cluster.close();
    },
  };
}

/** The copy is a standby that follows the primary until it loses it; it takes over when the primary has died. */
export async function backedByStandby(built?: string): Promise<Backed> {
  const primary = await makeCluster();
  const settings = { DATABASE_URL: primary.urlOf('tranquera') };
  const server = await createServerProcess(built, settings);
  await server.start();
  let standby: Cluster | null = null;
  let serving = primary;
  return {
    server,
    get settings() {
      return { DATA_DIR: server.dataDir, ...settings };
    },
    write: async (statement, values) => void (await serving.query(numbered(statement), values, 'farm')),
    keepCopy: async () => {
      standby = await primary.copyTo();
      await untilCaughtUp(primary, standby);
      await loseThePrimary(standby);
    },
    goBack: async () => {
      if (standby === null) throw new Error('There is no standby');
      await primary.kill();
      await server.kill();
      await standby.query('select pg_promote(true, 60)');
      serving = standby;
      // The host's name in front of the database leads to the one that is left.
      settings.DATABASE_URL = standby.urlOf('tranquera');
      await server.start();
    },
    close: async () => {
      await server.close();
      await standby?.close();
      await primary.close();
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function untilCaughtUp(primary: Cluster, standby: Cluster): Promise<void> {
  const { rows } = await primary.query('select pg_current_wal_lsn()::text as at');
  const { at } = rows[0] as { at: string };
  for (let waits = 0; waits < 600; waits += 1) {
    const { rows: seen } = await standby.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [at]);
    if ((seen[0] as { there: boolean | null }).there === true) return;
    await pause(100);
  }
  throw new Error('The standby did not catch up');
}

/** What is committed from here on is acknowledged by the primary and never reaches the standby: replication is asynchronous. */
async function loseThePrimary(standby: Cluster): Promise<void> {
  await standby.query(`alter system set primary_conninfo = ''`);
  await standby.query('select pg_reload_conf()');
  for (let waits = 0; waits < 600; waits += 1) {
    const { rowCount } = await standby.query('select 1 from pg_stat_wal_receiver');
    if (rowCount === 0) return;
    await pause(100);
  }
  throw new Error('The standby still follows');
}
