import { expect, type Locator, type Page } from '@playwright/test';

export interface Cost {
  readonly taps: number;
  readonly keys: number;
}

/** Touches and keys since the app was opened. Only what a person does counts: what the page does by itself is not trusted. */
export function countHands(): void {
  const spent = { taps: 0, keys: 0 };
  Object.assign(window, { spent });
  window.addEventListener('pointerdown', (event) => void (event.isTrusted && (spent.taps += 1)), true);
  window.addEventListener('keydown', (event) => void (event.isTrusted && (spent.keys += 1)), true);
}

export const spent = (page: Page): Promise<Cost> => page.evaluate(() => (window as unknown as { spent: Cost }).spent);

/** Touches what is in the first view as it stands: all of it inside the screen, and nothing over it. A screen that must be pushed first fails. */
export async function touch(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const lies = async (): Promise<string> =>
    await target.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isInside = left >= 0 && top >= 0 && right <= window.innerWidth + 0.5 && bottom <= window.innerHeight + 0.5;
      const strips = [...document.querySelectorAll('dialog[open] *')].filter((one) => one.scrollTop > 0);
      if (strips.length > 0) return 'somebody had to push it';
      return isInside && at !== null && element.contains(at) ? 'in view' : `${left} ${top} ${right} ${bottom}`;
    });
  await expect.poll(lies).toBe('in view');
  await target.tap();
}
