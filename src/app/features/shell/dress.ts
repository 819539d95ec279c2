import { applyTextSize, applyTheme, resolveTheme } from '#ui/theme.ts';
import { chosenOf } from '#store/choice-words.ts';

/** Keys of localStorage, and their words, the first by default. */
export const themeKept = ['tema', ['auto', 'light', 'sol', 'dark']] as const;
export const textSizeKept = ['letra', ['normal', 'large', 'max']] as const;

interface Look {
  readonly theme: (typeof themeKept)[1][number];
  readonly textSize: (typeof textSizeKept)[1][number];
}

/** As this device keeps it. */
export function keptLook(): Look {
  const [[theme, themes], [size, sizes]] = [themeKept, textSizeKept];
  return {
    theme: chosenOf(themes, localStorage.getItem(theme)),
    textSize: chosenOf(sizes, localStorage.getItem(size)),
  };
}

/** Applies theme and text size. No framework: runs before the first paint (`app/prerendered.ts`). */
export function dress({ theme, textSize }: Look): void {
  const prefers = (query: string): boolean => window.matchMedia(query).matches;
  const situation = {
    prefersDark: prefers('(prefers-color-scheme: dark)'),
    prefersMoreContrast: prefers('(prefers-contrast: more)'),
    hour: new Date().getHours(),
  };
  applyTheme(resolveTheme(theme, situation), document);
  applyTextSize(textSize, document);
}
