import { cp, mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { bench, pages, root, shipped } from './places.mjs';

const entries = ['idb.mjs', 'best.mjs', 'dexie.mjs', 'pouch.mjs', 'workbox.mjs', 'product.ts'];
const nothing = '\0nothing';

/** Modules of Node that browser packages name and never use there. */
const withoutNode = {
  name: 'without-node',
  enforce: 'pre',
  resolveId: (id) => (/^(node:.*|crypto|fs|path|util|stream|http|https|url|zlib|vm)$/.test(id) ? nothing : null),
  load: (id) => (id === nothing ? 'export default {};' : null),
};

/** As the product's own configuration builds its app: the same Dexie, the same target, minified, plain scripts. */
const configOf = (input, fileName) => ({
  configFile: false,
  root: bench,
  base: '/bench/',
  logLevel: 'error',
  resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
  define: {
    __APP_BUILD__: '"0.1.0"',
    'process.env.NODE_ENV': '"production"',
    global: 'globalThis',
    'import.meta.url': 'document.baseURI',
  },
  plugins: [withoutNode],
  build: {
    outDir: pages,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: { input, output: { format: 'iife', entryFileNames: fileName, codeSplitting: false } },
  },
});

const pageOf = (name) =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,"><body></body><script src="/bench/${name}.js"></script></html>`;

/** Builds the page of each store, and lays the shipped product beside them with the same pages. */
export async function buildPages() {
  await mkdir(pages, { recursive: true });
  for (const entry of entries) {
    const name = entry.replace(/\.\w+$/, '');
    await build(configOf(join(bench, 'page', entry), `${name}.js`));
    await writeFile(join(pages, `${name}.html`), pageOf(name));
  }
  await build(configOf(join(bench, 'page', 'sw.mjs'), 'sw.js'));
  await writeFile(join(pages, 'word.html'), '<!doctype html><meta charset="utf-8"><title>word</title><p>Campo</p>');
  for (const part of ['app', 'server']) await cp(join(root, 'dist', part), join(shipped, part), { recursive: true });
  await cp(pages, join(shipped, 'app', 'bench'), { recursive: true });
}

/** Bytes of each page's script, compressed. */
export const scriptBytes = () =>
  Object.fromEntries(
    readdirSync(pages)
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file, gzipSync(readFileSync(join(pages, file)), { level: 9 }).length]),
  );
