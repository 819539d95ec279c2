import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Its own configuration, without the router and PWA plugins of vite.config.ts: tests read the sources as they are.
 * A test of screens asks for a page with `// @vitest-environment happy-dom` in its first line.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
