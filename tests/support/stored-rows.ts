import { type Disk, type Row, startingWith, type TableName } from '../../src/app/store/disk.ts';
import type { ContentsRow } from '../../src/app/store/history.ts';

export const rowsOf = <R extends Row>(disk: Disk, name: TableName): Promise<R[]> =>
  disk.transact('read', [name], async (tables) => await tables[name].range<R>(startingWith('')));

/** Blocks that no page has, and claims. */
export async function leftOver(disk: Disk): Promise<string[]> {
  const pages = await rowsOf<ContentsRow>(disk, 'contents');
  const owned = new Set(pages.flatMap(({ key, blocks }) => [...blocks.map((_, at) => `${key}/${at}`), `${key}/rains`]));
  return (await rowsOf(disk, 'blocks')).map(({ key }) => key).filter((key) => !owned.has(key));
}
