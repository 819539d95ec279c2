import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const isCI = process.env['CI'] === 'true';

/**
 * Each file starts its own server on a port of its own and stops it: one of them kills it on purpose. So: no `webServer` here, and two
 * files at a time where there are two processors.
 */
export default defineConfig({
  testDir: '.',
  outputDir: inRoot('test-results/e2e'),
  workers: Math.min(2, availableParallelism()),
  // What hangs is noticed; what is slow beside other work is not broken.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: isCI,
  // A machine that does much else is late once; what fails twice is broken. Whatever needed its second try is listed as flaky.
  retries: isCI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: inRoot('test-results/e2e.json') }]],
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // A trace costs much of a run's time: a machine of the build keeps the second try's.
    trace: isCI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
