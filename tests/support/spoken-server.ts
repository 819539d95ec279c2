import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from './built-server.ts';
import type { Kept } from './doctor.ts';
import { createPostgresDatabase, isOnPostgres } from './postgres.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The real server in a process of its own, on the database under test, with all that it says. */
export interface SpokenServer {
  /** Every line of its log so far. */
  readonly said: () => string;
  readonly post: (path: string, body: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly kept: Kept;
  /** The same, sent in two halves: it is under way until `finish` is called. */
  readonly begin: (path: string, body: object) => { readonly finish: () => Promise<Answer> };
  readonly signal: (name: 'SIGTERM' | 'SIGUSR2') => void;
  /** The code that it ends with. */
  readonly ended: Promise<number | null>;
  readonly close: () => Promise<void>;
}

/** Starts it on a free port; resolves when it answers. */
export async function startSpokenServer(settings: Readonly<Record<string, string>>): Promise<SpokenServer> {
  const built = await buildServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'spoken-'));
  const database = isOnPostgres() ? await createPostgresDatabase() : null;
  const child = spawn(process.execPath, [join(built.folder, 'server/server/main.js')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database?.url ?? '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const port = await portOf(
    () => said,
    () => child.exitCode !== null,
  );
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
    await built.remove();
  };
  return {
    said: () => said,
    post: (path, body, headers = {}) => post(port, path, body, headers),
    begin: (path, body) => begin(port, path, body),
    signal: (name) => void child.kill(name),
    ended,
    kept: { url: database?.url ?? null, dataDir },
    close,
  };
}

async function portOf(said: () => string, isGone: () => boolean): Promise<number> {
  for (let waits = 0; waits < 600; waits += 1) {
    const port = /http:\/\/localhost:(\d+)/.exec(said())?.[1];
    if (port) return Number(port);
    if (isGone()) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server did not start: ${said()}`);
}

type Headers = Readonly<Record<string, string>>;

/** A plain request: `fetch` would not let a test say another host. */
const post = (port: number, path: string, body: object, headers: Headers): Promise<Answer> => {
  const { sent, answer } = open(port, path, headers);
  sent.end(JSON.stringify(body));
  return answer;
};

/** The first half of a request; `finish` sends the other. */
function begin(port: number, path: string, body: object): { readonly finish: () => Promise<Answer> } {
  const text = JSON.stringify(body);
  const { sent, answer } = open(port, path, { 'content-length': String(Buffer.byteLength(text)) });
  sent.write(text.slice(0, 10));
  const finish = (): Promise<Answer> => {
    sent.end(text.slice(10));
    return answer;
  };
  return { finish };
}

/** A request that is open for its body, and its answer to come. */
function open(port: number, path: string, headers: Headers) {
  const options = { host: '127.0.0.1', port, path, method: 'POST' };
  const sent = request({ ...options, headers: { 'content-type': 'application/json', ...headers } });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (given) => {
      const parts: Buffer[] = [];
      given.on('data', (part: Buffer) => parts.push(part));
      given.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
        resolve({ status: given.statusCode ?? 0, headers: given.headers, body });
      });
    });
  });
  // Whoever begins one looks at its answer later.
  answer.catch(() => undefined);
  return { sent, answer };
}
