/** What a person may choose in Configuración › Pantalla (ux.md §4.2). */
export type ThemeChoice = 'auto' | 'light' | 'sol' | 'dark';
/** What the screen wears. */
export type Theme = 'light' | 'sol' | 'dark';
/** What a person may choose in Configuración › Letra. */
export type TextSize = 'normal' | 'large' | 'max';

/** What the phone says about the person and the moment. */
export interface ThemeSituation {
  readonly prefersDark: boolean;
  readonly prefersMoreContrast: boolean;
  /** Local hour of the day, 0-23. */
  readonly hour: number;
}

const barColors: Readonly<Record<Theme, string>> = { light: '#17542A', sol: '#003A12', dark: '#0F120C' };
const nightStarts = 20;
const nightEnds = 7;

/** The theme for a choice: automatic is light by day whatever the phone prefers, since dark screens cannot be read in the sun (ux.md §4.2). */
export const resolveTheme = (choice: ThemeChoice, situation: ThemeSituation): Theme => {
  if (choice !== 'auto') return choice;
  if (situation.prefersMoreContrast) return 'sol';
  const isNight = situation.hour >= nightStarts || situation.hour < nightEnds;
  return isNight && situation.prefersDark ? 'dark' : 'light';
};

/** Dresses a document, including the phone's own status bar. */
export const applyTheme = (theme: Theme, root: Document): void => {
  root.documentElement.dataset.theme = theme;
  for (const meta of root.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', barColors[theme]);
};

/** Sets the letter size of a document. */
export const applyTextSize = (size: TextSize, root: Document): void => {
  root.documentElement.dataset.textSize = size;
};
