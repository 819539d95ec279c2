import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import usual from './playwright.config.ts';

/** `npm run shots`: pictures of every screen, none of them a test. */
export default defineConfig({
  ...usual,
  testMatch: 'shots.ts',
  outputDir: fileURLToPath(new URL('../../test-results/shots-run', import.meta.url)),
  reporter: [['list']],
});
