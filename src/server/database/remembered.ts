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

interface Kept {
  readonly tables: readonly Table[];
  readonly value: unknown;
}

const memories = new WeakMap<object, Map<string, Kept>>();

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

function forgetTable(memory: Map<string, Kept>, table: string | null): void {
  for (const [name, { tables }] of memory)
    if (table === null || tables.some((one) => one === table)) memory.delete(name);
}

/**
 * A transaction of a farm that holds on to what is read by `remembered`, until one of its own statements writes a table that it was read
 * from. The farm's row must be held: nobody else writes those tables meanwhile.
 */
export function remembering(trx: Transaction<Tables>): Transaction<Tables> {
  const memory = new Map<string, Kept>();
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
  memory.set(name, { tables, value });
  return value;
}

/** What is remembered under a name; undefined where nothing is. */
export const recalled = <T>(db: Kysely<Tables>, name: string): T | undefined =>
  memories.get(db)?.get(name)?.value as T | undefined;

/** Puts what a statement has just made of a remembered thing in its place. */
export function rememberAs(db: Kysely<Tables>, name: string, tables: readonly Table[], value: unknown): void {
  memories.get(db)?.set(name, { tables, value });
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
