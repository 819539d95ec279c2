import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '../../src/server/database/migrate.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import { loadSecrets } from '../../src/server/secrets.ts';
import { readSettings } from '../../src/server/settings.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('The settings', () => {
  test('have an answer for everything that is not said', () => {
    const expected = { PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', LOG_LEVEL: 'info' };
    expect(readSettings({})).toMatchObject(expected);
    expect(readSettings({ PORT: '', HOST: '' })).toMatchObject(expected);
    expect(readSettings({ PORT: '8080' })).toMatchObject({ PORT: 8080 });
  });

  test.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['LOG_LEVEL', 'mucho'],
  ])('that cannot be used stop the start, by name: %s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(`${name}=${value}`);
  });

  test.each([
    ['PUBLIC_URL', 'campo.test'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['WHATSAPP_API_URL', 'graph'],
  ])('that are no address stop the start: %s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  test('with a secret in them are never repeated', () => {
    const start = () => readSettings({ SMTP_URL: 'http://campo:clave-secreta@correo.test' });
    expect(start).toThrow('SMTP_URL');
    expect(start).not.toThrow('clave-secreta');
  });

  test('of a messaging account are whole or none: what comes in could not be believed otherwise', () => {
    const half = { WHATSAPP_TOKEN: 'llave', WHATSAPP_PHONE_ID: '111' };
    expect(() => readSettings(half)).toThrow('WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN');
    const whole = { ...half, WHATSAPP_APP_SECRET: 'secreto', WHATSAPP_VERIFY_TOKEN: 'palabra' };
    expect(readSettings(whole)).toMatchObject(whole);
  });
});

describe('The signing keys', () => {
  test('are made once, for the owner of the folder alone, and each its own', async () => {
    const dataDir = join(folder, 'data');
    const [one, other] = await Promise.all([loadSecrets(dataDir), loadSecrets(dataDir)]);
    expect(other).toEqual(one);
    expect(one.access).not.toEqual(one.refresh);
    expect(one.access.length).toBe(32);
    expect((await stat(join(dataDir, 'access.key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'access.key'), 'utf8')).toHaveLength(43);
  });

  test('that are too short stop the start', async () => {
    const dataDir = join(folder, 'short');
    await loadSecrets(dataDir);
    await writeFile(join(dataDir, 'refresh.key'), 'abc');
    await expect(loadSecrets(dataDir)).rejects.toThrow(/too short/);
  });
});

describe('A database', () => {
  test('is brought to this version once, and keeps what it holds', async () => {
    const path = join(folder, 'farm.sqlite');
    const db = openSqlite(path);
    await migrate(db);
    await db.insertInto('server_facts').values({ name: 'kept', value: 'yes' }).execute();
    await migrate(db);
    expect(await db.selectFrom('server_facts').select('value').execute()).toEqual([{ value: 'yes' }]);
    await db.destroy();
  });

  test('of a newer version is left alone', async () => {
    const db = openSqlite(':memory:');
    await migrate(db);
    await sql`insert into migrations (step, taken_at) values (99, 'later')`.execute(db);
    await expect(migrate(db)).rejects.toThrow(/newer version/);
    await db.destroy();
  });

  test('answers only what has reached the disk: a write-ahead log with a full sync, and references that hold', async () => {
    const db = openSqlite(join(folder, 'sync.sqlite'));
    const read = async (name: string) =>
      Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] as object)[0] as unknown;
    expect([await read('journal_mode'), await read('synchronous'), await read('foreign_keys')]).toEqual(['wal', 2, 1]);
    await db.destroy();
  });
});
