import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examine } from '../../src/server/database/doctor.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { addDays, dayAt } from '../../src/domain/dates.ts';
import { prepareDemo } from '../../src/server/demo.ts';
import { demoWelcome } from '../../src/server/seed/demo.ts';
import { demoPeople } from '../../src/server/seed/places.ts';
import { readSettings } from '../../src/server/settings.ts';

let folder: string;
let server: RunningServer;
const database = (): string => join(folder, 'tranquera.sqlite');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  // What a program that was stopped in the middle leaves behind.
  await writeFile(join(folder, 'unfinished.sqlite'), 'half a farm');
  await prepareDemo(folder, Date.now());
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' });
  server = await compose(settings, join(folder, 'no app'));
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const ask = async (method: string, path: string, token: string | null, body?: unknown) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const [pathname = '', search = ''] = path.split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  return (await server.core.dispatch({ method, path: pathname, query, headers, body })).body;
};

const signIn = async (who: keyof typeof demoPeople): Promise<string> => {
  const { email, password } = demoPeople[who];
  return String((await ask('POST', '/api/auth/log-in', null, { email, password }))['token']);
};

const farmOf = async (token: string): Promise<{ id: string; role: string }> => {
  const mine = await ask('GET', '/api/organization/my-organizations', token);
  const [first] = mine['organizations'] as { organization: { id: string }; role: string }[];
  return { id: first?.organization.id ?? '', role: first?.role ?? '' };
};

describe('The farm to try the product with', () => {
  test('opens with the addresses and passwords that the program prints', async () => {
    expect(await farmOf(await signIn('owner'))).toMatchObject({ role: 'owner' });
    expect(await farmOf(await signIn('hand'))).toMatchObject({ role: 'user' });
    for (const { email, password } of Object.values(demoPeople)) {
      expect(demoWelcome.join('\n')).toContain(email);
      expect(demoWelcome.join('\n')).toContain(password);
    }
  });

  test('has three campos, twelve lots and six rodeos with animals', async () => {
    const token = await signIn('owner');
    const { id } = await farmOf(token);
    expect((await ask('GET', `/api/campo/${id}`, token))['campos']).toHaveLength(3);
    expect((await ask('GET', `/api/lot/info/${id}`, token))['lots']).toHaveLength(12);
    const rodeos = (await ask('GET', `/api/rodeo/${id}`, token))['rodeos'] as { animals: { count: number }[] }[];
    expect(rodeos).toHaveLength(6);
    for (const { animals } of rodeos) {
      expect(animals.length).toBeGreaterThan(0);
      for (const { count } of animals) expect(count).toBeGreaterThan(0);
    }
  });

  test('has whole campaigns of records of many kinds, the last of them yesterday’s', async () => {
    const token = await signIn('owner');
    const { id } = await farmOf(token);
    const movements = (await ask('GET', `/api/movement/all/${id}`, token))['movements'] as {
      type: string;
      date: string;
      review?: unknown;
    }[];
    expect(movements.length).toBeGreaterThan(400);
    expect(new Set(movements.map((movement) => movement.type)).size).toBeGreaterThan(20);
    const days = movements.map((movement) => movement.date).toSorted();
    expect(days[0]).toMatch(/-07-01$/);
    expect(days.at(-1)).toBe(addDays(dayAt(Date.now()), -1));
    expect(movements.filter((movement) => movement.review)).toHaveLength(1);
  });

  test('has tasks, notes, breeding years with their figures, and papers paid and unpaid', async () => {
    const token = await signIn('owner');
    const { id } = await farmOf(token);
    const list = async (path: string, part: string) => (await ask('GET', `${path}/${id}`, token))[part] as object[];
    const tasks = await list('/api/task', 'tasks');
    expect(new Set(tasks.map((task) => (task as { state: string }).state))).toEqual(new Set(['pendiente', 'hecha']));
    expect((await list('/api/note/all', 'notes')).length).toBeGreaterThan(10);
    const cycles = (await list('/api/reproductive-cycle', 'cycles')) as { indices: Record<string, number | null> }[];
    expect(cycles.length).toBeGreaterThanOrEqual(2);
    expect(cycles.some(({ indices }) => Object.values(indices).some((value) => (value ?? 0) > 0.5))).toBe(true);
    const invoices = (await list('/api/invoice', 'invoices')) as { state: string }[];
    expect(new Set(invoices.map(({ state }) => state))).toEqual(new Set(['pendiente', 'pagada']));
  });

  test('is not seeded twice', async () => {
    const before = await stat(database());
    await prepareDemo(folder, Date.now());
    expect((await stat(database())).ino).toBe(before.ino);
  });

  test('leaves a book that adds up for the doctor', async () => {
    const db = openSqlite(database());
    expect(await examine(db)).toEqual([]);
    await db.destroy();
  });
});
