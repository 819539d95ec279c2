import { execFile, execFileSync, spawn } from 'node:child_process';
import { accessSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ownPort } from '../../e2e/support/own-port.ts';

/** Where Debian keeps PostgreSQL's programs, by version. */
const debianFolder = '/usr/lib/postgresql';
const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'] as const;
type Program = (typeof needed)[number];

/** The account that PostgreSQL runs under: it refuses to be root. */
interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

interface Programs {
  readonly folder: string;
  readonly account: Account;
}

const hasAll = (folder: string): boolean => {
  try {
    for (const program of needed) accessSync(join(folder, program));
    return true;
  } catch {
    return false;
  }
};

function folderOfPrograms(): string | null {
  let versions: string[] = [];
  try {
    versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
  } catch {
    // No Debian, or no PostgreSQL: whatever the shell finds.
    versions = [];
  }
  const folders = [...versions.map((version) => join(debianFolder, version, 'bin')), ...pathFolders()];
  return folders.find(hasAll) ?? null;
}

const pathFolders = (): string[] => (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');

function accountToRunUnder(): Account | null {
  if (process.getuid?.() !== 0) return {};
  try {
    const ask = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
}

/** PostgreSQL's own programs, a server and its tools of one version; else what is missing. */
export function findPostgres(): Programs | string {
  const folder = folderOfPrograms();
  if (folder === null) return `none of ${debianFolder}/*/bin and PATH has all of ${needed.join(', ')}`;
  const account = accountToRunUnder();
  if (account === null) return 'PostgreSQL refuses to run as root, and there is no account "postgres"';
  return { folder, account };
}

/** One PostgreSQL on loopback, in a folder of its own. */
export interface Cluster {
  readonly urlOf: (user: 'postgres' | 'tranquera', database?: string) => string;
  readonly query: (statement: string, values?: readonly string[], database?: string) => Promise<pg.QueryResult>;
  /** One of PostgreSQL's programs, as the superuser of this one. */
  readonly run: (program: Program, args: readonly string[]) => Promise<void>;
  /** A copy of the whole that follows this one, started. */
  readonly copyTo: () => Promise<Cluster>;
  readonly start: () => Promise<void>;
  /** Ends it as a power cut would: no goodbye. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openFolder({ uid, gid }: Account): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tranquera-cluster-'));
  await chmod(folder, 0o700);
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

const dataIn = (folder: string): string => join(folder, 'data');

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (await isSo()) return;
  }
  throw new Error(otherwise);
}

/** Makes an empty one and starts it. */
export async function createCluster(programs: Programs): Promise<Cluster> {
  const cluster = await clusterIn(programs, await openFolder(programs.account));
  await cluster.run('initdb', ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8']);
  await cluster.start();
  await cluster.query(`create role tranquera login nosuperuser nobypassrls`);
  await cluster.query(`create database farm owner tranquera`);
  return cluster;
}

async function clusterIn(programs: Programs, folder: string): Promise<Cluster> {
  const port = await ownPort();
  const within = dataIn(folder);
  const run = async (program: Program, args: readonly string[]): Promise<void> => {
    const env = { ...process.env, PGDATA: within, PGHOST: '127.0.0.1', PGUSER: 'postgres' };
    const options = { ...programs.account, cwd: folder, env: { PGPORT: String(port), ...env } };
    await promisify(execFile)(join(programs.folder, program), args, options);
  };
  const urlOf: Cluster['urlOf'] = (user, database = 'farm') => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const query: Cluster['query'] = async (statement, values = [], database = 'postgres') => {
    const client = new pg.Client({ connectionString: urlOf('postgres', database) });
    await client.connect();
    try {
      return await client.query(statement, [...values]);
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => {
    // Nobody cuts the machine's power here: what a dead process has written stands, forced to the disk or not.
    const own = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`];
    const flags = [...own, 'max_connections=60', 'fsync=off'];
    const args = ['-D', within, ...flags.flatMap((flag) => ['-c', flag])];
    spawn(join(programs.folder, 'postgres'), args, { ...programs.account, cwd: folder, stdio: 'ignore' });
    await until(
      () =>
        query('select 1').then(
          () => true,
          () => false,
        ),
      'PostgreSQL did not start',
    );
  };
  const kill = async (): Promise<void> => {
    const pidFile = await readFile(join(within, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(pidFile.split('\n')[0]);
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL');
    await until(async () => !(pid > 0 && isAlive(pid)), 'PostgreSQL did not end');
  };
  return {
    urlOf,
    query,
    run,
    start,
    kill,
    copyTo: async () => {
      const other = await openFolder(programs.account);
      await run('pg_basebackup', ['-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-D', dataIn(other)]);
      const copy = await clusterIn(programs, other);
      await copy.start();
      return copy;
    },
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
