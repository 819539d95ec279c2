import { fireEvent } from '@testing-library/react';

/** Unfolds the line of place and day of the form on top, where it is folded. */
export function unfoldPlace(): void {
  const form = [...document.querySelectorAll('dialog')].at(-1);
  const line = form?.querySelector<HTMLElement>('[aria-expanded="false"][aria-controls][aria-label$=", cambiar"]');
  if (line) fireEvent.click(line);
}

/** What the line of place and day says. */
export const placeLine = (): string | undefined =>
  document
    .querySelector('[aria-expanded][aria-label$=", cambiar"]')
    ?.getAttribute('aria-label')
    ?.replace(/, cambiar$/, '');
