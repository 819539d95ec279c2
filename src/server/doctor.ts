import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { doctorSentences as sentences } from '../contract/sentences-doctor.ts';
import { examine } from './database/doctor.ts';
import type { Finding } from './database/finding.ts';
import { stepCount } from './database/migrate.ts';
import { openPostgres } from './database/postgres.ts';
import { openSqlite } from './database/sqlite.ts';
import type { Db } from './database/tables.ts';
import { examineFiles } from './files/sweep.ts';
import { filesIn } from './files/store.ts';
import { readSettings } from './settings.ts';

const mostOfAKind = 20;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const complain = (line: string): boolean => process.stderr.write(`${line}\n`);

const sentencesFor: { readonly [K in Finding['kind']]: (found: Extract<Finding, { readonly kind: K }>) => string } = {
  sum: ({ cell, added, kept }) => sentences.sum(cell, added, kept),
  line: ({ movement }) => sentences.line(movement),
  stock: ({ asset, added, kept }) => sentences.stock(asset, added, kept),
  'stock-line': ({ movement }) => sentences.stockLine(movement),
  child: ({ movement }) => sentences.child(movement),
  feed: ({ commits, last, seq }) => sentences.feed(commits, last, seq),
  change: ({ seq, table, row }) => sentences.change(seq, table, row),
  hidden: ({ seq, table, row }) => sentences.hidden(seq, table, row),
  answer: ({ key, seq }) => sentences.answer(key, seq),
  reference: ({ table, column, id }) => sentences.reference(table, column, id),
  history: ({ movement }) => sentences.history(movement),
  invoice: ({ invoice }) => sentences.invoice(invoice),
  file: ({ file }) => sentences.file(file),
  owner: () => sentences.owner,
};

async function tellFindings(db: Db, findings: readonly Finding[]): Promise<void> {
  const farms = await db.selectFrom('organizations').select(['id', 'name']).execute();
  const names = new Map(farms.map(({ id, name }) => [id, name]));
  say(sentences.found(findings.length));
  for (const kind of new Set(findings.map((finding) => finding.kind))) {
    const same = findings.filter((finding) => finding.kind === kind);
    for (const finding of same.slice(0, mostOfAKind)) {
      say(
        `  - ${names.get(finding.organizationId) ?? sentences.noFarm}: ${(sentencesFor[kind] as (found: Finding) => string)(finding)}`,
      );
    }
    if (same.length > mostOfAKind) say(`  - ${sentences.moreLike(same.length - mostOfAKind)}`);
  }
}

const rowsIn = async (db: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
};

/** Examines and reports; exit code 0: all well, 1: findings, 2: nothing to examine. */
async function visit(db: Db, place: string, folder: string): Promise<number> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'migrations')) {
    complain(sentences.nothingThere(place));
    return 2;
  }
  if ((await rowsIn(db, 'migrations')) !== stepCount) {
    complain(sentences.otherVersion);
    return 2;
  }
  const findings = [...(await examine(db)), ...(await examineFiles(db, filesIn(folder)))];
  const counts = [];
  for (const table of ['organizations', 'movements', 'postings', 'cells']) counts.push(await rowsIn(db, table));
  const [farms = 0, movements = 0, lines = 0, cells = 0] = counts;
  say(sentences.looked(place, farms, movements, lines, cells));
  if (findings.length === 0) say(sentences.allWell);
  else await tellFindings(db, findings);
  return findings.length === 0 ? 0 : 1;
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

async function visitAndLeave(db: Db, place: string, folder: string): Promise<number> {
  try {
    return await visit(db, place, folder);
  } finally {
    await db.destroy();
  }
}

async function main(): Promise<number> {
  const settings = readSettings(process.env);
  if (settings.DATABASE_URL !== '') {
    const { all, farm } = openPostgres(settings.DATABASE_URL, (error) => void complain(error.message));
    await farm.destroy();
    return await visitAndLeave(all, withoutPassword(settings.DATABASE_URL), settings.DATA_DIR);
  }
  const folder = process.argv.includes('--demo') ? join(settings.DATA_DIR, 'demo') : settings.DATA_DIR;
  const file = join(folder, 'tranquera.sqlite');
  if (existsSync(file)) return await visitAndLeave(openSqlite(file), file, folder);
  complain(sentences.nothingThere(file));
  return 2;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    complain(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
