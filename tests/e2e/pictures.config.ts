import { defineConfig } from '@playwright/test';
import usual from './playwright.config.ts';

/** Makes the pictures of the landing page anew, from the product itself: `npx playwright test -c tests/e2e/pictures.config.ts`. */
export default defineConfig({ ...usual, testMatch: 'landing-pictures.ts', reporter: 'list' });
