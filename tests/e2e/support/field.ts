import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { FieldOwner, Held } from './field-page.ts';
import { call, type StoryFarm } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const source = fileURLToPath(new URL('field-page.ts', import.meta.url));

let html: Promise<string> | null = null;

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry: source, formats: ['iife'], name: 'page' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('Nothing was built');
  return `<!doctype html><title>Campo</title><script>${output.output[0].code}</script>`;
}

/**
 * Opens a page that runs the app's own store, sync and network without its screens, at the address of the server: hundreds of acts in
 * the time of one through a form. Under /api, where no service worker answers in the server's place.
 */
export async function openField(page: Page, server: Pick<ServerProcess, 'address'>, owner: FieldOwner): Promise<void> {
  html ??= bundle();
  const body = await html;
  await page.route('**/api/field.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${server.address}/api/field.html`);
  await page.evaluate((who) => window.field.open(who), owner);
}

/** The words that the page has. */
export const field = {
  save: (page: Page, mark: string): Promise<void> => page.evaluate((text) => window.field.save(text), mark),
  send: (page: Page): Promise<void> => page.evaluate(() => window.field.send()),
  dropDraft: (page: Page, mark: string): Promise<void> => page.evaluate((text) => window.field.dropDraft(text), mark),
  held: (page: Page): Promise<Held> => page.evaluate(() => window.field.held()),
};

/** A person of the farm, as the page needs to know him. */
export async function ownerOf(
  server: ServerProcess,
  farm: StoryFarm,
  who: keyof StoryFarm['tokens'],
): Promise<FieldOwner> {
  const token = farm.tokens[who];
  const { user } = (await call(server, 'GET', '/api/user', { token })) as { user: { id: string } };
  return { organizationId: farm.organizationId, userId: user.id, token };
}

/** The marks of the records that the server holds, each as often as it holds it. */
export async function marksOn(
  server: ServerProcess,
  { organizationId, token }: FieldOwner,
): Promise<readonly string[]> {
  const { movements } = (await call(server, 'GET', `/api/movement/all/${organizationId}`, { token })) as {
    movements: { type: string; detail: string | null; deleted: boolean }[];
  };
  return movements.flatMap(({ type, detail }) => (type === 'RAIN' && detail !== null ? [detail] : []));
}

/** Those that are there more than once. */
export const doubled = (marks: readonly string[]): readonly string[] =>
  marks.filter((mark, index) => marks.indexOf(mark) !== index);

/** Those of the first that the second lacks. */
export const missing = (promised: Iterable<string>, there: readonly string[]): readonly string[] => {
  const found = new Set(there);
  return [...promised].filter((mark) => !found.has(mark));
};
