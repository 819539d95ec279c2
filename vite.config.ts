import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './src/app/manifest.ts';
import { iconLines } from './src/commands/icon-lines.mjs';
import { plainScripts } from './src/commands/plain-scripts.mjs';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

type Rooms = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups'];

/**
 * What is opened together lies in one file: each file is a call of its own over a bad line, and a sheet beside it. By the folder of a feature,
 * or by the first word of a route's address; what is not named has a file of its own.
 */
const together: Readonly<Record<string, readonly string[]>> = {
  doors: ['landing', 'account', 'install', 'index', 'log-in', 'sign-up', 'recovery', 'admin-activation'],
  // What a cold start at Inicio needs beside the frame; other screens of a farm need nearly all of it too.
  inicio: [
    'shell',
    'organization',
    '_farm',
    '-farm-frame',
    '-left-records',
    '-count-overlays',
    'home',
    'dashboard',
    'record',
    'pending',
    'review',
    'recount',
    'search',
  ],
  // The herd: where it is, and what happens to it.
  herd: [
    'lots',
    '-lot-page',
    'rodeos',
    'campos',
    'categories',
    'change-lot',
    'movements',
    'data',
    'cycles',
    'ciclos-reproductivos',
  ],
  // What is bought, kept, used and paid.
  supplies: ['stock', 'create-stock', 'consumption', 'purchases', 'billing', 'create-invoice', 'upload-invoice'],
  // What people have to do with each other, and with the app.
  people: [
    'notes',
    'tasks',
    'conversations',
    '_operator',
    'configuration',
    '-configuration-screen',
    '-account-only',
    'team',
    'work-team',
    'start',
    'empezar',
  ],
};
const fileOf = new Map(Object.entries(together).flatMap(([file, parts]) => parts.map((part) => [part, file])));

/** Which file a screen goes into. A route is split in two: its declaration is part of the first load, its screen is not. */
function fileOfScreen(id: string): string | null {
  // Loaded after the screen that shows it, or seldom.
  if (/\/home\/(home-charts|next-things|herd-change)/.test(id)) return 'home-later';
  if (/\/record\/tanda\//.test(id)) return 'tanda';
  // Inicio shows it: what it stands on is not the whole way in.
  if (/\/start\/(start-card|steps)/.test(id)) return 'inicio';
  const part =
    /\/features\/([^/]+)\//.exec(id)?.[1] ?? /\/routes\/(?:_(?:farm|operator)\.(?!tsx))?([\w-]+)/.exec(id)?.[1];
  return part === undefined ? null : (fileOf.get(part) ?? part);
}

/**
 * A file for a room or for two, instead of one for each thing that two screens share: two hundred files were two hundred calls over a bad line.
 * Rooms import in one direction only (decision 0001), so their files never wait for each other: what lies below is grouped before what
 * lies above. What is loaded on demand (the chart's canvas, QR codes, the tanda) stays apart.
 */
const rooms: Rooms = [
  { name: 'first', tags: ['$initial'], priority: 9 },
  // Before anybody is in: the doors with all that they stand on, and the one database that says who it is.
  { name: 'session', test: /\/(node_modules\/dexie|src\/app\/store\/auth-store)/, priority: 8 },
  {
    name: fileOfScreen,
    test: /\/features\/(landing|account|install)\/|\/routes\/(index|log-in|sign-up|recovery|admin-)/,
    priority: 7,
  },
  // What each screen of a farm stands on, in two files: nothing loads a part of either without the rest.
  { name: 'farm', test: /\/src\/(?:domain|contract|app\/(?:store|net|session|sync|update))\//, priority: 6 },
  {
    name: 'ui',
    test: /\/src\/app\/(?:ui\/(?!chart-)|platform\/(?!qr)|forms\/|farm\/|routes\/-[\w-]+\.ts$)|\/node_modules\/(lucide-react|@lucide)\//,
    priority: 4,
  },
  { name: fileOfScreen, test: /\/src\/app\/(features|routes)\//, priority: 1 },
];

const classNames = new Map<string, string>();
/** A class by three signs of where it stands, and as many more as tell it from all others. */
function classNameOf(name: string, file: string): string {
  const origin = `${name} ${relative(path('.'), file)}`;
  const whole = createHash('sha256').update(origin).digest('base64url');
  let length = 3;
  while ((classNames.get(whole.slice(0, length)) ?? origin) !== origin) length += 1;
  classNames.set(whole.slice(0, length), origin);
  return `_${whole.slice(0, length)}`;
}

/** A file of `src/app` with all that it uses, as a script that imports nothing and is no module. */
async function buildAlone(name: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    root: path('./'),
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: path(`./src/app/${name}.ts`), formats: ['iife'], name: 'alone' },
    },
  });
  const [output] = [made].flat();
  if (!output || !('output' in output)) throw new Error(`${name} was not built`);
  return output.output[0].code;
}

/**
 * The scripts that run before a document's first paint: they import nothing and are no modules. The documents name or hold them
 * (`src/commands/prerender.mjs`).
 */
const earlyScripts = (...names: readonly string[]): Plugin => ({
  name: 'early-scripts',
  apply: 'build',
  async generateBundle() {
    for (const name of names) {
      this.emitFile({ type: 'asset', name: `${name}.js`, source: await buildAlone(name) });
    }
  },
});

/** Where `npm run dev` has its server. */
const devServer = `http://127.0.0.1:${process.env['PORT'] || 3000}`;

/** The app is built from `src/app`; the service worker from `sw`. In development `/api` and `/audio` go to the server on PORT. */
export default defineConfig({
  root: path('./src/app'),
  resolve: {
    alias: {
      // The same source without the words for browsers of before 2017: 9 kB less of what every phone keeps.
      dexie: 'dexie/dist/modern/dexie.mjs',
      '#elements/jsx-runtime': path('./src/app/jsx-runtime.ts'),
      '#elements/jsx-dev-runtime': 'react/jsx-dev-runtime',
    },
  },
  publicDir: path('./public'),
  envDir: path('./'),
  define: { __APP_BUILD__: JSON.stringify(process.env['npm_package_version'] ?? '0.1.0') },
  // A class is written in its sheet and in every script that wears it: long names were 12 kB of what every phone keeps.
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    outDir: path('./dist/app'),
    emptyOutDir: true,
    sourcemap: false,
    // A browser that does not know these links asks for a file when it is imported: what stood in for them ran before the first screen.
    modulePreload: {
      polyfill: false,
      // The loader fetches scripts by itself.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    target: 'es2022',
    // Two hundred files that name each other: their long names were 20 kB of what every phone keeps.
    rolldownOptions: {
      output: { chunkFileNames: 'assets/[hash:8].js', codeSplitting: { groups: rooms } },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api/events': { target: devServer, ws: true },
      '/api': devServer,
      '/audio': devServer,
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path('./src/app/routes'),
      generatedRouteTree: path('./src/app/routes/route-tree.gen.ts'),
      // The generated tree lives beside the routes and is not one of them.
      routeFileIgnorePattern: '\\.gen\\.ts$',
      quoteStyle: 'single',
    }),
    iconLines(path('./src/app/ui/create-icon.tsx')),
    react({ jsxImportSource: '#elements' }),
    earlyScripts('prerendered', 'shell-first'),
    plainScripts(() => buildAlone('script-loader')),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../../sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      includeManifestIcons: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        // The icons are for the installer, which fetches them by itself, the logo for others: no screen shows one.
        globIgnores: [
          'screenshots/**',
          'icons/**',
          'apple-touch-icon.png',
          'favicon-48.png',
          'logo.svg',
          // Whoever has the app on the phone opens index.html.
          'assets/prerendered-*',
          // Stands in index.html itself.
          'assets/shell-first-*',
        ],
      },
    }),
  ],
});
