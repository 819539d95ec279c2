import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { addDays, type Day, dayAt } from '../domain/dates.ts';
import { migrate } from './database/migrate.ts';
import { openSqlite } from './database/sqlite.ts';
import type { Db } from './database/tables.ts';
import { filesIn, type FileStore } from './files/store.ts';
import { liveThrough } from './seed/demo.ts';
import { converse } from './seed/talk.ts';
import { timeMachine } from './time-machine.ts';

/** The demonstration begins with a campaign, at least two years ago: a campaign's books must close. */
function firstDayBefore(lastDay: Day): Day {
  const twoYearsAgo = `${Number(lastDay.slice(0, 4)) - 2}${lastDay.slice(4)}`;
  const thatYear = `${twoYearsAgo.slice(0, 4)}-07-01`;
  return thatYear <= twoYearsAgo ? thatYear : `${Number(twoYearsAgo.slice(0, 4)) - 1}-07-01`;
}

/**
 * Makes the demonstration's database unless there is one: in memory, then moved into place whole, so that an interrupted start begins anew and no
 * farm is seeded twice.
 */
export async function prepareDemo(dataDir: string, nowMs: number): Promise<void> {
  const path = join(dataDir, 'tranquera.sqlite');
  if (existsSync(path)) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDir, 'unfinished.sqlite');
  await rm(unfinished, { force: true });
  const db = openSqlite(':memory:');
  await migrate(db);
  await seedDemo(db, nowMs, filesIn(dataDir));
  await sql`vacuum into ${unfinished}`.execute(db);
  await db.destroy();
  await rename(unfinished, path);
}

/** Seeds an empty database with people and farm up to yesterday. Returns the number of movements. */
export async function seedDemo(db: Db, nowMs: number, files: FileStore): Promise<number> {
  const lastDay = addDays(dayAt(nowMs), -1);
  const firstDay = firstDayBefore(lastDay);
  const { call, introduce, talk } = await timeMachine(db, files);
  const organization = await introduce(Date.parse(`${firstDay}T09:00:00Z`));
  const rows = await db.selectFrom('categories').select(['id', 'name']).execute();
  const categories = Object.fromEntries(rows.map((row) => [row.name, row.id]));
  const written = await liveThrough(call, organization, categories, firstDay, lastDay);
  await converse(talk, lastDay);
  // Sessions from two years ago are on nobody's device.
  await db.deleteFrom('sessions').execute();
  return written;
}
