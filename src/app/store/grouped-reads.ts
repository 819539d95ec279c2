import type { Ahead, TableName, Tables } from './disk.ts';

type Read = <T>(names: readonly TableName[], task: (tables: Tables) => Promise<T>, ahead?: Ahead) => Promise<T>;

/** A question that waits for its transaction: runs in it, or, where that one failed, in one of its own. */
interface Asked {
  readonly ahead: Ahead;
  readonly within: (tables: Tables) => Promise<void>;
  readonly alone: () => void;
  readonly fail: (thrown: unknown) => void;
}

function allAhead(asked: readonly Asked[]): Ahead {
  const all: Partial<Record<TableName, readonly string[]>> = {};
  for (const [name, keys] of asked.flatMap(({ ahead }) => Object.entries(ahead) as [TableName, readonly string[]][]))
    all[name] = [...new Set([...(all[name] ?? []), ...keys])];
  return all;
}

/**
 * Reads of the same tables that are asked in one turn share a transaction, and with it their first reads: a screen asks dozens at once, and
 * each transaction takes trips to the browser's storage process of its own (decision 0071). Each is answered as soon as it has its rows.
 * One that throws fails nobody else: all that had no answer yet are read alone.
 */
export function groupedReads(read: Read): Read {
  const waiting = new Map<string, Asked[]>();

  const begin = async (name: string, names: readonly TableName[]): Promise<void> => {
    const group = waiting.get(name) ?? [];
    waiting.delete(name);
    const ahead = allAhead(group);
    try {
      await read(names, (tables) => Promise.all(group.map(({ within }) => within(tables))), ahead);
    } catch (thrown) {
      if (group.length === 1) group[0]?.fail(thrown);
      else for (const { alone } of group) alone();
    }
  };

  return (names, task, ahead = {}) =>
    new Promise((resolve, reject) => {
      let isAnswered = false;
      const asked: Asked = {
        ahead,
        within: async (tables) => {
          const answer = await task(tables);
          isAnswered = true;
          resolve(answer);
        },
        alone: () => {
          if (!isAnswered) read(names, task, ahead).then(resolve, reject);
        },
        fail: reject,
      };
      const name = names.join();
      const group = waiting.get(name);
      if (group) group.push(asked);
      else {
        waiting.set(name, [asked]);
        queueMicrotask(() => void begin(name, names));
      }
    });
}
