import type { Page } from '@playwright/test';

/** A journal that begins anew takes the place of the file that is just being read. */
const mostLooks = 10;

/** Everything that somebody with the browser's tools can read of what an origin keeps: databases, caches, keys, private files. */
export async function scan(page: Page): Promise<string> {
  for (let look = 1; ; look += 1) {
    try {
      return await lookAt(page);
    } catch (thrown) {
      if (look === mostLooks || !/NotReadableError|NotFoundError/.test(String(thrown))) throw thrown;
    }
  }
}

const lookAt = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const said: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
    ];
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(String(request.error)));
      });
    const asText = (_key: string, value: unknown): unknown =>
      value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await asked(database.transaction(store).objectStore(store).getAll());
        said.push(JSON.stringify(rows, asText));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      // The app's own files say nothing of a farm.
      if (name.includes('precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        said.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    const read = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const handle of (folder as unknown as { values: () => AsyncIterable<FileSystemHandle> }).values()) {
        if (handle.kind === 'directory') await read(handle as FileSystemDirectoryHandle);
        else said.push(handle.name, await (await (handle as FileSystemFileHandle).getFile()).text());
      }
    };
    await read(await navigator.storage.getDirectory());
    return said.join('\n');
  });
