import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '../../src/server/database/migrate.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import { readToken, signAccess, signRefresh } from '../../src/server/kernel/tokens.ts';
import { closeDataFolder, loadSecrets } from '../../src/server/data-folder.ts';
import { readSettings } from '../../src/server/settings.ts';

let folder: string;

const keyOf = (fill: number): string => Buffer.alloc(32, fill).toString('base64url');

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

  test.each(['true', 'false', 'yes', 'loopback', '11', '-1', '1.5', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.1,', 'nginx'])(
    'that name no proxies stop the start with a sentence: TRUST_PROXY=%s',
    (value) => {
      expect(() => readSettings({ TRUST_PROXY: value })).toThrow(`TRUST_PROXY=${value} (a count of proxies`);
    },
  );

  test.each(['', '0', '1', '10', '127.0.0.1', '::1, 10.0.0.0/8', 'fd00::/8'])(
    'that name proxies are taken: TRUST_PROXY=%s',
    (value) => {
      expect(readSettings({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value);
    },
  );

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
    // As many servers as start at once: a key that one has begun to write is no key for the others yet.
    const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(dataDir)));
    const one = await loadSecrets(dataDir);
    expect(all).toEqual(all.map(() => one));
    expect((await readdir(dataDir)).toSorted()).toEqual(['access.key', 'refresh.key']);
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
    await writeFile(join(dataDir, 'refresh.key'), '');
    await expect(loadSecrets(dataDir)).rejects.toThrow(/too short/);
    const given = { access: 'corta', refresh: keyOf(1) };
    await expect(loadSecrets(dataDir, given)).rejects.toThrow('A key in ACCESS_KEY is too short');
  });

  test('are given both or none, and are never repeated', () => {
    expect(() => readSettings({ ACCESS_KEY: keyOf(1) })).toThrow('REFRESH_KEY');
    expect(() => readSettings({ ACCESS_KEY: keyOf(1) })).not.toThrow(keyOf(1));
  });

  test('that are given make none in the folder: two servers on one database share them', async () => {
    const given = { access: keyOf(1), refresh: keyOf(2) };
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    const session = { id: 's', userId: 'ana', generation: 0 };
    const now = Date.parse('2026-11-21T12:00:00Z');
    const token = await signAccess(await loadSecrets(one, given), session, now);
    expect(await readToken(await loadSecrets(other, given), 'access', token, now)).toMatchObject({ sub: 'ana' });
    expect(await readdir(one)).toEqual([]);
  });

  test('of before are still believed when a new one signs, until they are taken away', async () => {
    const dataDir = join(folder, 'turned');
    const before = await loadSecrets(dataDir);
    const session = { id: 's', userId: 'ana', generation: 0, rotatedMs: 0, endsMs: Date.parse('2027-01-01') };
    const now = Date.parse('2026-11-21T12:00:00Z');
    const [access, refresh] = [await signAccess(before, session, now), await signRefresh(before, session)];
    for (const name of ['access', 'refresh']) {
      const path = join(dataDir, `${name}.key`);
      await writeFile(path, `${keyOf(name.length)}\n${await readFile(path, 'utf8')}\n`);
    }
    const turned = await loadSecrets(dataDir);
    expect(await readToken(turned, 'access', access, now)).toMatchObject({ sub: 'ana' });
    expect(await readToken(turned, 'refresh', refresh, now)).toMatchObject({ sub: 'ana' });
    const fresh = await signAccess(turned, session, now);
    await expect(readToken(before, 'access', fresh, now)).rejects.toMatchObject({ problem: { code: 'TOKEN_INVALID' } });
    await expect(readToken(turned, 'refresh', access, now)).rejects.toMatchObject({
      problem: { code: 'TOKEN_INVALID' },
    });
    const hourLater = now + 3_600_000;
    await expect(readToken(turned, 'access', access, hourLater)).rejects.toMatchObject({
      problem: { code: 'TOKEN_EXPIRED' },
    });
    const without = { access: turned.access, refresh: turned.refresh };
    await expect(readToken(without, 'access', access, now)).rejects.toMatchObject({
      problem: { code: 'TOKEN_INVALID' },
    });
  });
});

describe('The data folder', () => {
  const rightsIn = async (dataDir: string, names: readonly string[]) =>
    await Promise.all(names.map(async (name) => [name, ((await stat(join(dataDir, name))).mode & 0o777).toString(8)]));
  const openIn = (dataDir: string) => openDatabase({ url: '', dataDir }, () => undefined);

  test('that was there before with wider rights is closed to others, and all that is ours in it', async () => {
    const dataDir = join(folder, 'wide');
    await mkdir(join(dataDir, 'files'), { recursive: true });
    const ours = ['tranquera.sqlite', 'tranquera.sqlite-wal', 'tranquera.sqlite-shm', 'access.key', 'refresh.key'];
    // A server of before was ended in the middle: its log lies beside the database.
    const before = await openIn(dataDir);
    await loadSecrets(dataDir);
    for (const name of [...ours, 'files', '.'])
      await chmod(join(dataDir, name), name.includes('.') && name !== '.' ? 0o644 : 0o755);
    await writeFile(join(dataDir, 'notas.txt'), 'de otro');
    await chmod(join(dataDir, 'notas.txt'), 0o644);

    expect(await closeDataFolder(dataDir)).toEqual([]);
    expect(await rightsIn(dataDir, ours)).toEqual(ours.map((name) => [name, '600']));
    expect(await rightsIn(dataDir, ['.', 'files', 'notas.txt'])).toEqual([
      ['.', '700'],
      ['files', '700'],
      ['notas.txt', '644'],
    ]);
    await before.close();
  });

  test('has a database that is its owner’s alone from the start, with what lies beside it', async () => {
    const dataDir = join(folder, 'new');
    const mask = process.umask(0);
    await mkdir(dataDir);
    const database = await openIn(dataDir);
    process.umask(mask);
    const names = ['tranquera.sqlite', 'tranquera.sqlite-wal', 'tranquera.sqlite-shm'];
    expect(await rightsIn(dataDir, names)).toEqual(names.map((name) => [name, '600']));
    await database.close();
  });

  test('that cannot be closed is told: its disk, or another account, decides', async () => {
    expect(await closeDataFolder('/proc/self')).toContain('/proc/self');
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
