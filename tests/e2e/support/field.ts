import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'vite';
import type { StorageState } from '../../../src/app/store/storage-watch.ts';
import type { FieldOwner, Held } from './field-page.ts';
import { call, type StoryFarm } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const source = fileURLToPath(new URL('field-page.ts', import.meta.url));

/** Where the page lies, and the worker of its journal. Under /api, where no service worker answers in the server's place. */
const folder = '/api/field/';

/** The page and its scripts, by name. */
let files: Promise<ReadonlyMap<string, string>> | null = null;

async function bundle(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: folder,
    logLevel: 'warn',
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: source } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('Nothing was built');
  const scripts = output.output.map(
    (file) => [file.fileName, 'code' in file ? file.code : String(file.source)] as const,
  );
  const page = `<!doctype html><title>Campo</title><script type="module" src="${folder}${output.output[0].fileName}"></script>`;
  return new Map([...scripts, ['page.html', page]]);
}

const served = new WeakMap<BrowserContext, Promise<void>>();

/** Once for each browser: tabs that ask for it together must not stand in each other's way. */
function serving(context: BrowserContext): Promise<void> {
  files ??= bundle();
  const serve = async (): Promise<void> => {
    const found = await files;
    await context.route(`**${folder}**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(folder.length);
      const contentType = name.endsWith('.html') ? 'text/html' : 'text/javascript';
      return route.fulfill({ contentType, body: found?.get(name) ?? '' });
    });
  };
  const begun = served.get(context) ?? serve();
  served.set(context, begun);
  return begun;
}

/** Whether the page is there with its scripts. By the clock: a tab in the background draws no frames to wait for. */
async function loads(page: Page, { address }: Pick<ServerProcess, 'address'>): Promise<boolean> {
  await page.goto(`${address}${folder}page.html`);
  return await page
    .waitForFunction(() => 'field' in window, null, { polling: 50, timeout: 30_000 })
    .then(
      () => true,
      () => false,
    );
}

/**
 * Opens a page that runs the app's own store, sync and network without its screens, at the address of the server: hundreds of acts in
 * the time of one through a form.
 */
export async function openField(page: Page, server: Pick<ServerProcess, 'address'>, owner: FieldOwner): Promise<void> {
  await serving(page.context());
  // Of many tabs at once one may wait for ever for a script that was handed over: it asks once more.
  if (!(await loads(page, server)) && !(await loads(page, server))) throw new Error('The field page does not load');
  await page.evaluate((who) => window.field.open(who), owner);
}

/** The words that the page has. */
export const field = {
  save: (page: Page, mark: string): Promise<void> => page.evaluate((text) => window.field.save(text), mark),
  send: (page: Page): Promise<void> => page.evaluate(() => window.field.send()),
  dropDraft: (page: Page, mark: string): Promise<void> => page.evaluate((text) => window.field.dropDraft(text), mark),
  held: (page: Page): Promise<Held> => page.evaluate(() => window.field.held()),
  told: (page: Page): Promise<StorageState> => page.evaluate(() => window.field.told()),
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
export const duplicated = (marks: readonly string[]): readonly string[] =>
  marks.filter((mark, index) => marks.indexOf(mark) !== index);

/** Those of the first that the second lacks. */
export const missing = (promised: Iterable<string>, there: readonly string[]): readonly string[] => {
  const found = new Set(there);
  return [...promised].filter((mark) => !found.has(mark));
};
