import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const support = (file: string): string => fileURLToPath(new URL(`support/${file}`, import.meta.url));

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests of screens: every one asks for a page with `// @vitest-environment happy-dom` in its first line. */
const screens = 'tests/app/**/*.test.tsx';

/** Files that leave something running when they end, which the next file of the same process would hear. Each has a process of its own. */
const apart = [
  // Batteries go flat in the middle of a writing, which then never ends, and says so seconds later.
  'tests/store/**/*.test.ts',
];

/** What the server's tests have no database for, or is the same before any. */
const withoutDatabase = ['demo-story', 'edge', 'mail', 'messaging', 'openapi', 'settings'].map(
  (name) => `tests/server/${name}.test.ts`,
);

/**
 * Its own configuration, without the router and PWA plugins of vite.config.ts: tests read the sources as they are. The server's tests run
 * twice, on the embedded database and on a real PostgreSQL.
 *
 * Files share a process and what it has loaded: loading the product for each of them anew took as long as half of all tests. So a test
 * file leaves nothing behind: no timer, no listener, no global of its own, no screen.
 */
export default defineConfig({
  root,
  test: {
    environment: 'node',
    pool: 'forks',
    // What a failed test spied on would be spied on, with its calls, in the second try.
    restoreMocks: true,
    isolate: false,
    // One more than the processors of the smallest machine: tests that wait for a process or a database leave theirs free.
    maxWorkers: 3,
    setupFiles: [support('browser-database.ts')],
    // What hangs is noticed; what is slow beside other work is not broken.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A machine that does much else is late once; what fails twice is broken. The list says which test needed its second try.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    projects: [
      {
        extends: true,
        root,
        test: {
          name: 'all',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', '**/node_modules/**', 'tests/server/postgres/**', screens, ...apart],
          globalSetup: support('no-postgres.ts'),
        },
      },
      {
        extends: true,
        root,
        test: { name: 'apart', include: apart, isolate: true, globalSetup: support('no-postgres.ts') },
      },
      {
        extends: true,
        root,
        test: {
          name: 'screens',
          include: [screens],
          globalSetup: support('no-postgres.ts'),
          setupFiles: [support('browser-database.ts'), support('clean-screen.ts')],
          // A link that is clicked, a download among them, would take the page of all later tests to another address.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
          },
        },
      },
      {
        extends: true,
        root,
        test: {
          name: 'postgres',
          include: ['tests/server/**/*.test.ts', 'tests/exam/**/*.test.ts', 'tests/things/on-the-server.test.ts'],
          exclude: withoutDatabase,
          globalSetup: support('start-postgres.ts'),
        },
      },
    ],
  },
});
