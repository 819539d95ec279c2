import { applyTextSize, applyTheme, resolveTheme } from '#ui/theme.ts';
import { deviceChoice } from '#store/device-choice.ts';

/** The theme that was chosen on this device. */
export const themeChoice = deviceChoice('tema', ['auto', 'light', 'sol', 'dark']);

/** The size of the letters that was chosen on this device. */
export const textSizeChoice = deviceChoice('letra', ['normal', 'large', 'max']);

/**
 * Sets the page's theme and text by the person's choices and the hour. Uses no framework: it runs before anything is painted
 * (`app/prerendered.ts`).
 */
export function dress(): void {
  const prefers = (query: string): boolean => window.matchMedia(query).matches;
  const situation = {
    prefersDark: prefers('(prefers-color-scheme: dark)'),
    prefersMoreContrast: prefers('(prefers-contrast: more)'),
    hour: new Date().getHours(),
  };
  applyTheme(resolveTheme(themeChoice.current(), situation), document);
  applyTextSize(textSizeChoice.current(), document);
}
