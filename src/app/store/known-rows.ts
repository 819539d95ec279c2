import { keyValues, type Row, type Table, type TableName, tableNames, type Tables } from './disk.ts';
import type { SoleTab } from './sole-tab.ts';

/** Thrown where memory has no answer: the disk is asked. */
export const notKnown = new Error('Memory does not have it');

const unknown = (): Promise<never> => Promise.reject(notKnown);

/** What nearly every question asks beside what is kept under a version: the versions themselves, and each farm's sync. */
const keptTables = [keyValues, 'sync'] as const satisfies readonly TableName[];
const isKept = (name: TableName, key: string): boolean => name === 'sync' || key.startsWith('stamp');

type Rows = Map<string, Row | null>;

/** A write under way: what it leaves is known when it is committed. */
interface Writing {
  readonly through: (tables: Tables) => Tables;
  readonly committed: () => void;
  readonly end: () => void;
}

const named = (name: TableName, key: string): string => `${name}/${key}`;

/** Tables that tell of the rows that are read and written in them. */
const noting = (tables: Tables, note: (name: string, row: Row | null) => void): Tables => ({
  ...tables,
  ...Object.fromEntries(
    keptTables
      .filter((name) => name in tables)
      .map((name): [TableName, Table] => {
        const inner = tables[name];
        const say = (key: string, row: Row | null): void => {
          if (isKept(name, key)) note(named(name, key), row);
        };
        return [
          name,
          {
            ...inner,
            get: <R extends Row>(keys: readonly string[]) =>
              inner.get<R>(keys).then((rows) => {
                for (const [index, key] of keys.entries()) say(key, rows[index] ?? null);
                return rows;
              }),
            put: (rows) => {
              for (const row of rows) say(row.key, row);
              return inner.put(rows);
            },
            remove: (keys) => {
              for (const key of keys) say(key, null);
              return inner.remove(keys);
            },
          },
        ];
      }),
  ),
});

/**
 * Rows that this tab has read or written while no other could write: equal to what a transaction would read (decision 0068). Where a write
 * of its own is under way, the disk is asked, which answers after it.
 */
export class KnownRows {
  private readonly sole: SoleTab;
  private period: object | null = null;
  /** Replaced where it may be wrong: a transaction under way tells its rows to the old one. */
  private rows: Rows = new Map();
  private writes = 0;
  private readonly answering: Tables;

  constructor(sole: SoleTab) {
    this.sole = sole;
    const answer = (name: TableName): Table => ({
      get: <R extends Row>(keys: readonly string[]) => {
        const found = keys.map((key) => this.rows.get(named(name, key)));
        return found.includes(undefined)
          ? unknown()
          : Promise.resolve(found.map((row) => (row ?? undefined) as R | undefined));
      },
      range: unknown,
      put: (rows) => (rows.length === 0 ? Promise.resolve() : unknown()),
      remove: (keys) => (keys.length === 0 ? Promise.resolve() : unknown()),
    });
    this.answering = Object.fromEntries(tableNames.map((name) => [name, answer(name)])) as unknown as Tables;
  }

  /** Tables that answer out of memory, or throw `notKnown`; null where the disk must be asked. */
  tables(): Tables | null {
    return this.now() !== null && this.writes === 0 && this.rows.size > 0 ? this.answering : null;
  }

  /** The tables of a reading transaction. */
  reading(tables: Tables, rows: Rows | null): Tables {
    return rows === null ? tables : noting(tables, (name, row) => rows.set(name, row));
  }

  /** Where a transaction that begins now tells what it reads; null: nowhere. */
  now(): Rows | null {
    const period = this.sole.period();
    if (period !== this.period) this.forget();
    this.period = period;
    return period === null ? null : this.rows;
  }

  begin(): Writing {
    const rows = this.now();
    this.writes += 1;
    let left: Rows = new Map();
    let isOpen = true;
    const end = (): void => {
      if (isOpen) this.writes -= 1;
      isOpen = false;
    };
    return {
      through: (tables) => {
        // A transaction that is tried again leaves what its second try does.
        const mine = (left = new Map());
        return rows === null ? tables : noting(tables, (name, row) => mine.set(name, row));
      },
      committed: () => {
        // Begun in another period: what was read meanwhile may be of before it.
        if (rows !== this.now()) this.forget();
        else for (const [name, row] of left) rows?.set(name, row);
        end();
      },
      end,
    };
  }

  readonly forget = (): void => {
    this.rows = new Map();
  };
}
