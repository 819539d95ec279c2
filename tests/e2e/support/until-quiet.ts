import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const quietMs = 700;
const events = ['request', 'requestfinished', 'requestfailed'] as const;

/**
 * Waits until the page has neither asked anything nor been answered for a while. Playwright's own `networkidle` waits for ever where the
 * end of a request of the document before is lost.
 */
export async function untilQuiet(page: Page): Promise<void> {
  let last = Date.now();
  const note = (): void => {
    last = Date.now();
  };
  for (const event of events) page.on(event as 'request', note);
  while (Date.now() - last < quietMs) await pause(100);
  for (const event of events) page.off(event as 'request', note);
}
