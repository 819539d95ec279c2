import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../e2e/support/people.ts';
import { type BuiltServer, buildServer } from '../support/built-server.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { type Backed, backedByFolder } from './support/backing.ts';
import { backedByDump, whyNoPostgres } from './support/backing-postgres.ts';
import { type RestoreFarm, settleRestoreFarm } from './support/restore-farm.ts';

/** Rows and digest of each table, by its name. */
type Tables = Readonly<Record<string, string>>;

const summary = (rows: readonly object[]): string => {
  const lines = rows.map((row) => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1));
  return `${lines.length} rows ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
};

function tablesOfFile(path: string): Tables {
  const database = new DatabaseSync(path, { readOnly: true });
  const names = database.prepare(`select name from sqlite_master where type = 'table' order by name`).all() as {
    name: string;
  }[];
  const found = names.map(({ name }) => [name, summary(database.prepare(`select * from "${name}"`).all() as object[])]);
  database.close();
  return Object.fromEntries(found) as Tables;
}

async function tablesOfPostgres(url: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: url, options: '-c app.org=*' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() order by tablename`,
  );
  const found: [string, string][] = [];
  for (const { name } of rows)
    found.push([name, summary((await client.query<object>(`select * from "${name}"`)).rows)]);
  await client.end();
  return Object.fromEntries(found);
}

/** All tables but the counts of who called how often, which go on while they are looked at. */
async function tablesOf({ settings, server }: Backed): Promise<Tables> {
  const url = settings['DATABASE_URL'];
  const all = url ? await tablesOfPostgres(url) : tablesOfFile(join(server.dataDir, 'tranquera.sqlite'));
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'limit_windows'));
}

/** Digest of each file under a folder. */
async function filesIn(folder: string): Promise<Tables> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => [
      file,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    ]),
  );
  return Object.fromEntries(found) as Tables;
}

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
}, 120_000);
afterAll(() => built.remove());

const ways = [
  { way: 'the data folder', open: backedByFolder, hasFiles: true, isHere: true },
  { way: 'a dump of PostgreSQL', open: backedByDump, hasFiles: false, isHere: whyNoPostgres() === null },
];

for (const { way, open, hasFiles, isHere } of ways) {
  describe.skipIf(!isHere)(`A copy of ${way}`, () => {
    let backed: Backed;
    let farm: RestoreFarm;

    beforeAll(async () => {
      backed = await open(built.folder);
      farm = await settleRestoreFarm(backed);
    }, 120_000);
    afterAll(async () => {
      await backed?.close();
    });

    const record = async (mm: number): Promise<void> => {
      const token = farm.owners.ana.token;
      const photo = jpegOf(mm);
      const answer = await fetch(`${farm.server.address}/api/blob/${farm.organizationId}/${digestOf(photo)}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: photo,
      });
      expect(answer.status).toBe(200);
      const body = { date: '2026-11-20', mm, photos: [digestOf(photo)], detail: `ñandú 🐄 ${mm}` };
      await call(farm.server, 'POST', `/api/movement/weather/rain/${farm.organizationId}`, { token, body });
    };

    test('that is put back in an empty place has every row and file of the moment it was made', async () => {
      for (let mm = 1; mm <= 5; mm += 1) await record(mm);
      const files = (): Promise<Tables> => filesIn(join(backed.server.dataDir, 'files'));
      const [before, filesBefore] = [await tablesOf(backed), await files()];
      await backed.keepCopy();
      for (let mm = 6; mm <= 8; mm += 1) await record(mm);
      const after = await tablesOf(backed);
      expect([after['movements'] === before['movements'], after['blobs'] === before['blobs']]).toEqual([false, false]);
      await backed.goBack();
      expect(Object.keys(before).length).toBeGreaterThan(20);
      expect(before['movements']).toMatch(/^\d+ rows/);
      expect(await tablesOf(backed)).toEqual(before);
      expect(Object.keys(filesBefore).length).toBe(5);
      expect(hasFiles ? await files() : filesBefore).toEqual(filesBefore);
    });

    leavesAllInOrder(() => ({ url: backed.settings['DATABASE_URL'] ?? null, dataDir: backed.server.dataDir }));
  });
}
