import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './src/app/manifest.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

type Rooms = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups'];

/**
 * One file for each room instead of one for each thing that two screens share: two hundred files were two hundred calls over a bad line.
 * Rooms import in one direction only (decision 0001), so their files never wait for each other. What is loaded on demand (the chart's
 * canvas, QR codes, the tanda) stays apart.
 */
const rooms: Rooms = [
  { name: 'start', tags: ['$initial'], priority: 8 },
  { name: 'router', test: /\/node_modules\/@tanstack\//, priority: 7 },
  { name: 'doors', test: /\/src\/app\/features\/(landing|account|install)\//, priority: 6 },
  { name: 'rules', test: /\/src\/(domain|contract)\//, priority: 5 },
  { name: 'farm', test: /\/src\/app\/(store|net|session|sync|update)\//, priority: 4 },
  { name: 'ui', test: /\/src\/app\/ui\/(?!chart-|story)/, priority: 3 },
  { name: 'frame', test: /\/src\/app\/(?:platform\/(?!qr)|forms\/|farm\/)/, priority: 2 },
  // Inicio shows it: what it stands on is not the whole way in.
  { name: 'start-card', test: /\/features\/start\/(start-card|steps)/, priority: 2 },
  {
    name: (id) => /\/features\/([^/]+)\//.exec(id)?.[1] ?? null,
    test: /\/src\/app\/features\/(?!record\/tanda|home\/(home-charts|next-things|herd-change))/,
    priority: 1,
  },
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
    react({ jsxImportSource: '#elements' }),
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
        // The icons are for the installer, which fetches them by itself: no screen shows one.
        globIgnores: ['screenshots/**', 'icons/**', 'apple-touch-icon.png', 'favicon-48.png'],
      },
    }),
  ],
});
