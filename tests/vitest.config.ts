import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const support = (file: string): string => fileURLToPath(new URL(`support/${file}`, import.meta.url));

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Its own configuration, without the router and PWA plugins of vite.config.ts: tests read the sources as they are. The server's tests run
 * twice, on the embedded database and on a real PostgreSQL. A test of screens asks for a page with
 * `// @vitest-environment happy-dom` in its first line.
 */
export default defineConfig({
  root,
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A machine that does much else is late once; what fails twice is broken. The list says which test needed its second try.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    projects: [
      {
        extends: true,
        root,
        test: {
          name: 'all',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'node_modules/**', 'tests/server/postgres/**'],
          globalSetup: support('no-postgres.ts'),
        },
      },
      {
        extends: true,
        root,
        test: {
          name: 'postgres',
          include: ['tests/server/**/*.test.ts', 'tests/exam/**/*.test.ts'],
          // What these look at has no database, or is the same before any.
          exclude: ['edge', 'mail', 'messaging', 'openapi', 'settings'].map((name) => `tests/server/${name}.test.ts`),
          globalSetup: support('start-postgres.ts'),
        },
      },
    ],
  },
});
