import { applyTextSize, applyTheme, resolveTheme } from '#ui/theme.ts';
import { deviceChoice } from '#store/device-choice.ts';

export const themeChoice = deviceChoice('tema', ['auto', 'light', 'sol', 'dark']);

export const textSizeChoice = deviceChoice('letra', ['normal', 'large', 'max']);

/** Applies theme and text size. No framework: runs before the first paint (`app/prerendered.ts`). */
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
