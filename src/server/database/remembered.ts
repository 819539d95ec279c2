import {
  DeleteQueryNode,
  InsertQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  SelectQueryNode,
  TableNode,
  type Transaction,
  UpdateQueryNode,
} from 'kysely';
import type { Tables } from './tables.ts';

type Table = keyof Tables;

interface Remembered {
  readonly tables: readonly Table[];
  readonly value: unknown;
  /** Whether it may be known after the transaction. */
  readonly lasts: boolean;
}

/** What is known, by its name. */
export type Memory = ReadonlyMap<string, Remembered>;

const memories = new WeakMap<object, Map<string, Remembered>>();

/** Tables of a farm whose every change is a commit of it: what was read from them is true while its history stands where it stood. */
const ofHistory: ReadonlySet<Table> = new Set(['campos', 'categories', 'cells', 'lots', 'movements', 'rodeos']);

/** Whether what was read from some tables is true for as long as the farm's history stands still. */
const doesLast = (tables: readonly Table[]): boolean => tables.every((table) => ofHistory.has(table));

/** The table that a statement writes; null where it cannot be told. */
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

/**
 * A transaction of a farm that keeps what `remembered` reads until it writes one of its tables. The farm's row must be held. `before`: what
 * is known already.
 */
export function remembering(trx: Transaction<Tables>, before: Memory = new Map()): Transaction<Tables> {
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

/** What a transaction knows that stays true after it, until the farm's next commit. */
export const lastingOf = (trx: Transaction<Tables>): Memory =>
  new Map([...(memories.get(trx) ?? [])].filter(([, { lasts }]) => lasts));

/** Reads what many records of one transaction ask for once in it; outside such a transaction each time. `tables`: all that `read` looks at. */
export async function remembered<T>(
  db: Kysely<Tables>,
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

/** What is remembered under a name; undefined where nothing is. */
export const recalled = <T>(db: Kysely<Tables>, name: string): T | undefined =>
  memories.get(db)?.get(name)?.value as T | undefined;

/** Puts what a statement has just made of a remembered thing in its place: the rest of the transaction knows it. */
export function rememberAs(db: Kysely<Tables>, name: string, tables: readonly Table[], value: unknown): void {
  memories.get(db)?.set(name, { tables, value, lasts: false });
}

/** Puts in the place of what was remembered what a statement has made of it. */
export function rememberChanged(db: Kysely<Tables>, name: string, tables: readonly Table[], value: unknown): void {
  memories.get(db)?.set(name, { tables, value, lasts: doesLast(tables) });
}

/** Runs a statement that leaves true what is remembered under some names, though it writes a table that it was read from. */
export async function keeping<T>(
  db: Kysely<Tables>,
  staysTrue: (name: string) => boolean,
  statement: () => Promise<T>,
): Promise<T> {
  const memory = memories.get(db);
  const kept = [...(memory ?? [])].filter(([name]) => staysTrue(name));
  const result = await statement();
  for (const [name, value] of kept) memory?.set(name, value);
  return result;
}

/** Forgets everything: part of the transaction was rolled back. */
export const forgetAll = (db: Kysely<Tables>): void => memories.get(db)?.clear();
