import { DatabaseSync } from '@photostructure/sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Tables } from './tables.ts';

type Value = string | number | bigint | null | Uint8Array;

/**
 * Opens the embedded database (`:memory:` for one of this process alone). WAL with a full sync: an answered commit is on the disk. One
 * connection, whose transactions queue: a write is alone, a read sees one snapshot. `isForReading`: a second one that writes nothing.
 */
export function openSqlite(path: string, { isForReading = false } = {}): Kysely<Tables> {
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
    // Texts with many placeholders differ by their length: an unbounded cache would keep them all.
    if (statements.size < 500) statements.set(sql, made);
    return made;
  };
  const isQuery = (sql: string): boolean =>
    /^\s*(select|with|pragma|explain)\b/i.test(sql) || /\breturning\b/i.test(sql);
  return new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        close: () => {
          // Uncollected statements hold the file open: the log goes into it first, so that a copied file of a stopped server is whole.
          if (!isForReading) database.exec('pragma wal_checkpoint(TRUNCATE)');
          database.close();
        },
        prepare: (sql) => {
          const statement = statementFor(sql);
          return {
            reader: isQuery(sql),
            all: (parameters) => statement.all(...(parameters as Value[])) as unknown[],
            // A full disk has ended the transaction by itself: to end it again would put another error over the true one.
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
