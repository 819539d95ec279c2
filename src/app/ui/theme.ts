/** Configuración › Pantalla (ux.md §4.2). */
export type ThemeChoice = 'auto' | 'light' | 'sol' | 'dark';
export type Theme = 'light' | 'sol' | 'dark';
export type TextSize = 'normal' | 'large' | 'max';

export interface ThemeSituation {
  readonly prefersDark: boolean;
  readonly prefersMoreContrast: boolean;
  /** Local, 0-23. */
  readonly hour: number;
}

const barColors: Readonly<Record<Theme, string>> = { light: '#17542A', sol: '#003A12', dark: '#0F120C' };
const nightStarts = 20;
const nightEnds = 7;

/** Automatic is light by day whatever the phone prefers: dark screens cannot be read in the sun (ux.md §4.2). */
export const resolveTheme = (choice: ThemeChoice, situation: ThemeSituation): Theme => {
  if (choice !== 'auto') return choice;
  if (situation.prefersMoreContrast) return 'sol';
  const isNight = situation.hour >= nightStarts || situation.hour < nightEnds;
  return isNight && situation.prefersDark ? 'dark' : 'light';
};

/** Sets a document's theme, and the status bar's colour. */
export const applyTheme = (theme: Theme, root: Document): void => {
  root.documentElement.dataset.theme = theme;
  for (const meta of root.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', barColors[theme]);
};

/** Sets a document's text size. */
export const applyTextSize = (size: TextSize, root: Document): void => {
  root.documentElement.dataset.textSize = size;
};
