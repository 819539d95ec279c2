import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../e2e/support/people.ts';
import { createServerProcess, type ServerProcess } from '../e2e/support/server-process.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { createPostgresDatabase, type FreshDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

const deaths = 5;
const photosAtOnce = 6;

let built: BuiltServer;
let database: FreshDatabase | null = null;
let server: ServerProcess;
let token: string;
let org: string;

const folder = (): string => join(server.dataDir, 'files');
const unsettled = async (): Promise<string[]> => (await readdir(folder())).filter((name) => name.endsWith('.new'));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A photo of two megabytes that no other is like. */
function photo(): Uint8Array<ArrayBuffer> {
  const bytes = jpegOf(1, 2 * 1024 * 1024);
  bytes.set(randomBytes(64), 1024);
  return bytes;
}

const send = (bytes: Uint8Array<ArrayBuffer>): Promise<number> =>
  fetch(`${server.address}/api/blob/${org}/${digestOf(bytes)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: bytes,
  }).then(
    (answer) => answer.status,
    () => 0,
  );

const fetched = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.address}/api/blob/${org}/${digestOf(bytes)}`, { headers });
  return new Uint8Array(await answer.arrayBuffer());
};

/** Waits until bytes lie in the folder that no row names for certain yet, or until it was too late to see them: all are answered. */
async function untilBytesLie(isOver: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(0)) {
    try {
      if (isOver() || readdirSync(folder()).some((name) => name.endsWith('.new'))) return;
    } catch {
      // The folder is made with the first photo.
      continue;
    }
  }
  throw new Error('No photo ever arrived');
}

beforeAll(async () => {
  built = await buildServer();
  if (isOnPostgres()) database = await createPostgresDatabase();
  server = await createServerProcess(built.folder, database ? { DATABASE_URL: database.url } : {});
  await server.start();
  const person = { email: 'ana@campo.test', first_name: 'Ana', last_name: 'Pérez', phone: '+5491155550000' };
  const signedUp = await call(server, 'POST', '/api/auth/sign-up', { body: { ...person, password: testPassword } });
  token = String(signedUp['token']);
  const made = await call(server, 'POST', '/api/organization', { token, body: { name: 'La Esperanza' } });
  org = (made['organization'] as { id: string }).id;
}, 60_000);

afterAll(async () => {
  await server.close();
  await database?.drop();
  await built.remove();
});

describe('A server that is killed while photos come in', () => {
  const taken: Uint8Array[] = [];
  const cutOff: Uint8Array<ArrayBuffer>[] = [];

  test('leaves bytes that it never said were safe', async () => {
    for (let death = 0; death < deaths; death += 1) {
      const photos = Array.from({ length: photosAtOnce }, photo);
      let isOver = false;
      const sending = Promise.all(photos.map(send)).finally(() => (isOver = true));
      await untilBytesLie(() => isOver);
      await server.kill();
      for (const [index, status] of (await sending).entries())
        (status === 200 ? taken : cutOff).push(photos[index] ?? photo());
      await server.start();
    }
    expect(cutOff.length).toBeGreaterThan(0);
    expect((await unsettled()).length).toBeGreaterThan(0);
  }, 60_000);

  test('clears them away when it is started again, and keeps every photo that it took', async () => {
    const before = new Set(await readdir(folder()));
    expect((await unsettled()).length).toBeGreaterThan(0);
    await server.kill();
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of await unsettled()) await utimes(join(folder(), name), longAgo, longAgo);
    await server.start();
    await expect.poll(unsettled, { timeout: 10_000 }).toEqual([]);
    expect((await readdir(folder())).length).toBeLessThanOrEqual(before.size);
    for (const bytes of taken) expect(Buffer.from(await fetched(bytes)).equals(bytes)).toBe(true);
  }, 30_000);

  test('takes those that were cut off when they are sent again, each once', async () => {
    for (const bytes of cutOff) expect([await send(bytes), await send(bytes)]).toEqual([200, 200]);
    const all = [...taken, ...cutOff];
    for (const bytes of cutOff) expect(Buffer.from(await fetched(bytes)).equals(bytes)).toBe(true);
    await expect.poll(unsettled).toEqual([]);
    expect(await readdir(folder())).toHaveLength(all.length);
  }, 30_000);

  leavesAllInOrder(() => ({ url: database?.url ?? null, dataDir: server.dataDir }));
});
