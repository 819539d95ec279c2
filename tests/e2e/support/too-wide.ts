import type { Page } from '@playwright/test';

/**
 * By how many pixels the page, or a part of it that scrolls up and down, is wider than its place. Such a part cuts off what does not fit,
 * so that the page itself never gets wider by it: both are looked at.
 */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const cutsOff = (element: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return overflowX === 'hidden' && overflowY === 'auto';
    };
    const parts = [document.documentElement, ...[...document.querySelectorAll('main, dialog[open] *')].filter(cutsOff)];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });
