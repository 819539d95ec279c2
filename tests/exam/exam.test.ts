import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { type Book } from '../../src/exam/book.ts';
import { sitExam } from '../../src/exam/exam.ts';
import { examSentences } from '../../src/exam/sentences.ts';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';
import { type Graph, openGraph } from '../support/whatsapp-graph.ts';

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let graph: Graph;
let book: Book;

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  graph = await openGraph(new TextEncoder().encode('OggS y una voz que dice algo'));
  server = await createServerProcess(built.folder, {
    ...graph.settings,
    ...(database && { DATABASE_URL: database.url }),
  });
  await server.start();
  const operator = await lendSuperAdmin();
  await graph.sendVoice(server.address, '+5491155550077');
  book = await sitExam(server.address, operator);
}, 120_000);

afterAll(async () => {
  await server.close();
  await graph.close();
  await database?.drop();
  await built.remove();
});

/** What the operator of a backend does for its exam. */
async function lendSuperAdmin(): Promise<{ email: string; password: string }> {
  const account = { email: 'sara@campo.test', password: testPassword };
  const program = join(built.folder, 'server/server/super-admin.js');
  const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: database?.url ?? '' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, account.email], { env });
  const token = new URLSearchParams(/#(\S+)/.exec(stdout)?.[1]).get('token') ?? '';
  await call(server, 'POST', '/api/auth/admin/set-initial-password', { token, body: account });
  return account;
}

describe('The exam, sat by the server', () => {
  test.each([
    examSentences.calls,
    examSentences.rest,
    examSentences.files,
    examSentences.conversations,
    examSentences.apart,
    examSentences.errors,
    examSentences.live,
    examSentences.idempotency,
    examSentences.tenancy,
  ])('is passed whole in: %s', (title) => {
    expect(book.failures.filter(({ group }) => group === title)).toEqual([]);
    expect(book.held(title)).toBeGreaterThan(6);
  });

  test.each(allEndpoints.map(({ name, endpoint }) => [name, endpoint] as const))('asked for %s', (_name, endpoint) => {
    const addresses = [endpoint.path, ...endpoint.aliases].map(
      (path) => new RegExp(`^${endpoint.method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    );
    expect([...book.asked].some((call) => addresses.some((address) => address.test(call)))).toBe(true);
  });

  test('heard a voice, whole and in part', () => {
    expect(book.held(examSentences.conversations)).toBe(3 * 4 + 7);
  });

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));

  test('left nothing that nobody foresaw', () => {
    expect(book.failures.filter(({ found }) => found.includes('SERVER_ERROR'))).toEqual([]);
  });
});

describe('The exam’s command', () => {
  const exam = (...args: string[]): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const program = fileURLToPath(new URL('../../src/commands/exam.mjs', import.meta.url));
      execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      );
    });

  test('asks for an address', async () => {
    expect(await exam()).toMatchObject({ code: 2, said: expect.stringContaining(examSentences.usage) as string });
  }, 60_000);

  test('says so where no backend answers', async () => {
    const { code, said } = await exam('http://127.0.0.1:9');
    expect(code).toBe(2);
    expect(said).toContain('No se pudo empezar');
  }, 60_000);
});
