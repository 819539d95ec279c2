import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Db, Tables } from './tables.ts';

type Value = string | number | bigint | null | Uint8Array;

/**
 * Opens SQLite (`:memory:` for this process alone). WAL with full sync: an answered commit is on disk. One connection whose transactions queue: a
 * write is alone, a read sees one snapshot. `isForReading`: a second, read-only one.
 */
export function openSqlite(path: string, { isForReading = false } = {}): Db {
  const database = new DatabaseSync(path);
  database.exec(
    'pragma journal_mode = WAL; pragma synchronous = FULL; pragma foreign_keys = ON; pragma busy_timeout = 5000;',
  );
  if (isForReading) database.exec('pragma query_only = ON');
  const prepare = (sql: string) => database.prepare(sql);
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const statementFor = (sql: string): ReturnType<typeof prepare> => {
    const known = statements.get(sql);
    if (known) return known;
    const made = prepare(sql);
    // Statements with many placeholders vary in length: an unbounded cache would grow.
    if (statements.size < 500) statements.set(sql, made);
    return made;
  };
  const isQuery = (sql: string): boolean =>
    /^\s*(select|with|pragma|explain)\b/i.test(sql) || /\breturning\b/i.test(sql);
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => {
          // Uncollected statements hold the file open: checkpoint first, so that a copy of a stopped server's file is whole.
          if (!isForReading) database.exec('pragma wal_checkpoint(TRUNCATE)');
          database.close();
        },
        prepare: (sql) => {
          const statement = statementFor(sql);
          return {
            reader: isQuery(sql),
            all: (parameters) => statement.all(...(parameters as Value[])) as unknown[],
            // A full disk ends the transaction by itself; rolling back again would hide the true error.
            run: (parameters) =>
              sql === 'rollback' && !database.isTransaction
                ? { changes: 0, lastInsertRowid: 0 }
                : statement.run(...(parameters as Value[])),
            iterate: (parameters) => statement.iterate(...(parameters as Value[])) as IterableIterator<unknown>,
          };
        },
      },
    }),
  });
}
