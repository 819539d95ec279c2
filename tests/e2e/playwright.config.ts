import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Each test starts its own server on a free port and stops it: one of them kills it on purpose. So: no `webServer` here. */
export default defineConfig({
  testDir: '.',
  outputDir: inRoot('test-results/e2e'),
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] === 'true',
  // A machine that does much else is late once; what fails twice is broken. Whatever needed its second try is listed as flaky.
  retries: process.env['CI'] === 'true' ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: inRoot('test-results/e2e.json') }]],
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    trace: 'retain-on-failure',
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
