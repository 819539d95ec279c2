import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { ownPort } from './own-port.ts';

const builtFolder = fileURLToPath(new URL('../../../dist', import.meta.url));

/** The real server in a process of its own, on loopback, with a data folder that outlives its deaths. */
export interface ServerProcess {
  readonly address: string;
  readonly dataDir: string;
  /** Starts it (again) on the same port and data; resolves when it answers. */
  readonly start: () => Promise<void>;
  /** Ends it as a power cut would: no goodbye. */
  readonly kill: () => Promise<void>;
  /** Ends it for good and throws its data away. */
  readonly close: () => Promise<void>;
}

/**
 * Makes a server with empty data, or with the demonstration's; `built` is the folder that holds the built server and app, `settings` go
 * over the usual ones.
 */
export async function createServerProcess(
  built: string = builtFolder,
  settings: Readonly<Record<string, string>> = {},
  isDemo = false,
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tranquera-'));
  const port = await ownPort();
  const address = `http://localhost:${port}`;
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const usual = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const env = { ...process.env, ...usual, ...settings };
    const started = spawn(process.execPath, [join(built, 'server/server/main.js'), ...(isDemo ? ['--demo'] : [])], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.stdout.resume();
    child = started;
    await untilHealthy(address, started);
  };
  const kill = async (): Promise<void> => {
    const dying = child;
    child = null;
    if (!dying || dying.exitCode !== null) return;
    const gone = new Promise((resolve) => dying.once('exit', resolve));
    dying.kill('SIGKILL');
    await gone;
  };
  const close = async (): Promise<void> => {
    await kill();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { address, dataDir, start, kill, close };
}

async function untilHealthy(address: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended at start with code ${child.exitCode}`);
    const isUp = await fetch(`${address}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server at ${address} did not answer in a minute`);
}

/** The server forgets every session, as when they have run out. */
export function endSessions({ dataDir }: Pick<ServerProcess, 'dataDir'>): void {
  const database = new DatabaseSync(join(dataDir, 'tranquera.sqlite'));
  database.prepare('update sessions set ended_at = ?').run(new Date().toISOString());
  database.close();
}
