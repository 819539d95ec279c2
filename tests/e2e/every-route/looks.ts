import { expect, type Page } from '@playwright/test';
import { deskSize, phoneSize } from '../support/device.ts';
import { unreadable } from '../support/readable.ts';
import type { Stop } from '../support/routes.ts';
import { tooWide } from '../support/too-wide.ts';
import { fieldRoutes, headingOf } from './headings.ts';
import type { WalkerName } from './walkers.ts';

const smallest = { width: 320, height: 640 };

/** Whoever walks, where he stands, and what was found wrong: all of it is told at the end. */
export interface Walk {
  readonly page: Page;
  readonly who: WalkerName | null;
  readonly found: string[];
}

/** The screen is there and whole, under its own name. */
export async function arrives({ page, who }: Walk, { route }: Stop): Promise<void> {
  const where = `${who ?? 'visitor'} at ${route}`;
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading, where).toHaveText(headingOf(route, who));
  await expect(page.locator('[aria-busy="true"], [data-loading]'), where).toHaveCount(0);
  if (route === 'landing') await expect(page, where).toHaveTitle(/Tranquera/);
  // Together: the screen before may still say its own.
  else
    await expect(async () => expect(await page.title(), where).toBe(`${await heading.innerText()} · Tranquera`)).toPass(
      { timeout: 30_000 },
    );
}

/** Nothing is wider than the window. */
export async function fits({ page, who, found }: Walk, { route }: Stop): Promise<void> {
  const over = await tooWide(page);
  if (over > 0) found.push(`${who ?? 'visitor'} at ${route}: ${over} px wider than ${page.viewportSize()?.width ?? 0}`);
}

/** axe finds nothing. */
async function readable({ page, who, found }: Walk, { route }: Stop): Promise<void> {
  const told = await unreadable(page);
  found.push(...told.map((text) => `${who ?? 'visitor'} at ${route}, ${page.viewportSize()?.width ?? 0} px: ${text}`));
}

/** Targets smaller than a gloved finger; a tick or a file is touched by its label. */
const smallTargets = (): string[] =>
  [...document.querySelectorAll('a[href], button, input, select, textarea, [role=tab], [role=switch]')].flatMap(
    (element) => {
      const isInLabel = element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type);
      const { width, height } = ((isInLabel ? element.closest('label') : null) ?? element).getBoundingClientRect();
      const isShown = width > 1 && height > 1;
      const isSmall = width < 47.5 || height < 47.5;
      const name = (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40);
      return isShown && isSmall ? [`«${name}» is ${Math.round(width)} x ${Math.round(height)}`] : [];
    },
  );

async function fitsGloves({ page, who, found }: Walk, { route }: Stop): Promise<void> {
  if (!fieldRoutes.has(route)) return;
  const small = await page.evaluate(smallTargets);
  found.push(...small.map((target) => `${who ?? 'visitor'} at ${route}: ${target}`));
}

/** A screen looked at in every size: 360, 320 and 1280 px. */
export async function lookAt(walk: Walk, stop: Stop, readAt: readonly ('phone' | 'desk')[]): Promise<void> {
  const { page } = walk;
  await page.setViewportSize(phoneSize);
  await arrives(walk, stop);
  await fits(walk, stop);
  await fitsGloves(walk, stop);
  await page.setViewportSize(smallest);
  await fits(walk, stop);
  if (readAt.includes('phone')) await readable(walk, stop);
  await page.setViewportSize(deskSize);
  await arrives(walk, stop);
  await fits(walk, stop);
  if (readAt.includes('desk')) await readable(walk, stop);
}
