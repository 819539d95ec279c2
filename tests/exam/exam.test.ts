import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Book } from '../../src/exam/book.ts';
import { sitExam } from '../../src/exam/exam.ts';
import { examSentences } from '../../src/exam/sentences.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let book: Book;

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  book = await sitExam(server.address);
}, 120_000);

afterAll(async () => {
  await server.close();
  await database?.drop();
  await built.remove();
});

describe('The exam, sat by the server', () => {
  test.each([
    examSentences.calls,
    examSentences.errors,
    examSentences.live,
    examSentences.idempotency,
    examSentences.tenancy,
  ])('is passed whole in: %s', (title) => {
    expect(book.failures.filter(({ group }) => group === title)).toEqual([]);
    expect(book.held(title)).toBeGreaterThan(5);
  });

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
