import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { addDays, dayAt } from '../domain/dates.ts';
import { migrate } from './database/migrate.ts';
import { openSqlite } from './database/sqlite.ts';
import type { Tables } from './database/tables.ts';
import { liveThrough } from './seed/demo.ts';
import { timeMachine } from './time-machine.ts';

const daysOfPast = 2 * 365;

/**
 * Makes the demonstration's database, unless there is one. It is made in memory, written out beside its place and moved there when
 * it is whole, so that a program stopped in the middle begins anew and a farm is never seeded twice.
 */
export async function prepareDemo(dataDir: string, nowMs: number): Promise<void> {
  const path = join(dataDir, 'tranquera.sqlite');
  if (existsSync(path)) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = join(dataDir, 'unfinished.sqlite');
  await rm(unfinished, { force: true });
  const db = openSqlite(':memory:');
  await migrate(db);
  await seedDemo(db, nowMs, daysOfPast);
  await sql`vacuum into ${unfinished}`.execute(db);
  await db.destroy();
  await rename(unfinished, path);
}

/** Fills an empty database with the demonstration's people and farm, up to yesterday. Gives how many movements were recorded. */
export async function seedDemo(db: Kysely<Tables>, nowMs: number, days: number): Promise<number> {
  const lastDay = addDays(dayAt(nowMs), -1);
  const firstDay = addDays(lastDay, -days);
  const { call, introduce } = await timeMachine(db);
  const organization = await introduce(Date.parse(`${firstDay}T09:00:00Z`));
  const rows = await db.selectFrom('categories').select(['id', 'name']).execute();
  const categories = Object.fromEntries(rows.map((row) => [row.name, row.id]));
  const written = await liveThrough(call, organization, categories, firstDay, lastDay);
  // The sessions of two years ago are no device of anybody's.
  await db.deleteFrom('sessions').execute();
  return written;
}
