import { expect, type Page } from '@playwright/test';

/** What is half-typed in the forms of a phone, as its disk has it. */
const draftsOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => /^campo:/.test(name));
    const read = (name: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error ?? new Error(name));
        opening.onsuccess = () => {
          const database = opening.result;
          const asked = database
            .transaction('notes')
            .objectStore('notes')
            .getAll(IDBKeyRange.bound('draft/', 'draft0'));
          asked.onsuccess = () => {
            database.close();
            resolve(JSON.stringify(asked.result));
          };
        };
      });
    return (await Promise.all(names.map(read))).join();
  });

/** Waits until what was typed last has reached the disk: from here on the page may be closed, or die. */
export async function untilDraftSaved(page: Page, typed: string | RegExp): Promise<void> {
  await expect.poll(() => draftsOn(page)).toMatch(typed);
}
