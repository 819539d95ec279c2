import {
  DeleteQueryNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { Db, Tables, Trx } from './tables.ts';

type Table = keyof Tables;

interface Remembered {
  readonly tables: readonly Table[];
  readonly value: unknown;
  readonly lasts: boolean;
}

export type Memory = ReadonlyMap<string, Remembered>;

const memories = new WeakMap<object, Map<string, Remembered>>();

/** Tables changed only by a farm's commits: what was read is true while its history stands still. */
const ofHistory: ReadonlySet<Table> = new Set(['campos', 'categories', 'cells', 'lots', 'movements', 'rodeos']);

const doesLast = (tables: readonly Table[]): boolean => tables.every((table) => ofHistory.has(table));

function writtenBy(node: OperationNode): string | null {
  const into = InsertQueryNode.is(node)
    ? node.into
    : UpdateQueryNode.is(node)
      ? node.table
      : DeleteQueryNode.is(node)
        ? node.from.froms[0]
        : undefined;
  return into && TableNode.is(into) ? into.table.identifier.name : null;
}

function forgetTable(memory: Map<string, Remembered>, table: string | null): void {
  for (const [name, { tables }] of memory)
    if (table === null || tables.some((one) => one === table)) memory.delete(name);
}

/** A transaction that caches what `remembered` reads until a table of it is written. The farm's row must be locked. `before`: the initial cache. */
export function remembering(trx: Trx, before: Memory = new Map()): Trx {
  const memory = new Map(before);
  const forgetting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (!SelectQueryNode.is(node)) forgetTable(memory, writtenBy(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const held = trx.withPlugin(forgetting);
  memories.set(held, memory);
  return held;
}

/** What stays true after the transaction, until the farm's next commit. */
export const lastingOf = (trx: Trx): Memory => new Map([...(memories.get(trx) ?? [])].filter(([, { lasts }]) => lasts));

/** Caches a read within a transaction made by `remembering`; elsewhere reads each time. `tables`: all that `read` looks at. */
export async function remembered<T>(
  db: Db,
  name: string,
  tables: readonly Table[],
  read: () => Promise<T>,
): Promise<T> {
  const memory = memories.get(db);
  if (!memory) return await read();
  const kept = memory.get(name);
  if (kept) return kept.value as T;
  const value = await read();
  memory.set(name, { tables, value, lasts: doesLast(tables) });
  return value;
}

/** A cached value; undefined if none. */
export const recalled = <T>(db: Db, name: string): T | undefined => memories.get(db)?.get(name)?.value as T | undefined;

/** Caches a statement's result for the rest of the transaction. */
export function rememberAs(db: Db, name: string, tables: readonly Table[], value: unknown): void {
  memories.get(db)?.set(name, { tables, value, lasts: false });
}

/** The same, for as long as its tables allow. */
export function rememberChanged(db: Db, name: string, tables: readonly Table[], value: unknown): void {
  memories.get(db)?.set(name, { tables, value, lasts: doesLast(tables) });
}

/** Keeps some cached values through a statement that writes their tables without making them false. */
export async function keeping<T>(
  db: Db,
  staysTrue: (name: string) => boolean,
  statement: () => Promise<T>,
): Promise<T> {
  const memory = memories.get(db);
  const kept = [...(memory ?? [])].filter(([name]) => staysTrue(name));
  const result = await statement();
  for (const [name, value] of kept) memory?.set(name, value);
  return result;
}

/** Clears the cache: part of the transaction was rolled back. */
export const forgetAll = (db: Db): void => memories.get(db)?.clear();
