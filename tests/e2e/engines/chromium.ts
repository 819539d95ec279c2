import { chromium as browserType, type ElementHandle } from '@playwright/test';
import { browserArgs, phoneSize } from '../support/device.ts';
import type { Engine, EngineWindow } from './engine.ts';
import { withSurePress } from './sure-press.ts';

async function open(profile: string, told: (error: string) => void): Promise<EngineWindow> {
  const context = await browserType.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: browserArgs,
    viewport: phoneSize,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    reducedMotion: 'reduce',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.on('pageerror', (error) => told(error.stack ?? String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') told(message.text());
  });
  const elementOf = async (expression: string): Promise<ElementHandle> => {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (!element) throw new Error(`Not in the page: ${expression}`);
    return element as ElementHandle;
  };
  return withSurePress({
    go: async (address) => {
      await page.goto(address);
    },
    ask: (expression) => page.evaluate(expression),
    press: async (expression) => await (await elementOf(expression)).click({ timeout: 2_000 }),
    type: async (expression, text) => await (await elementOf(expression)).type(text),
    close: () => context.close(),
  });
}

/** The Chromium of all browser tests, through the same few acts as the others. */
export const chromium: Engine = { open, missing: () => null };
