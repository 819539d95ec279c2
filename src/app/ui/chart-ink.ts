import type { ChartSeries } from './chart-shapes.ts';

/** A chart's colours and font, from the theme's tokens. */
export interface Ink {
  readonly of: (ink: ChartSeries['ink']) => string;
  readonly paper: string;
  readonly text: string;
  readonly axis: string;
  readonly grid: string;
  /** Pixels of the smallest text (ux.md §4.4). */
  readonly letter: number;
  readonly font: string;
  readonly lineWidth: number;
}

const smallest = 14;

/** The current theme's ink; black on paper. */
export function inkOf(root: HTMLElement, isPaper: boolean): Ink {
  const worn = getComputedStyle(root);
  const token = (name: string): string => worn.getPropertyValue(`--${name}`).trim();
  const letter = Math.max(smallest, Math.round((parseFloat(worn.fontSize) || 16) * 0.875));
  const isSun = root.dataset.theme === 'sol';
  return {
    of: (ink) => (isPaper ? '#000000' : token(ink === 'text' || ink === 'muted' ? ink : `group-${ink}`)),
    paper: isPaper ? '#ffffff' : token('bg'),
    text: isPaper ? '#000000' : token('text'),
    axis: isPaper ? '#000000' : token('muted'),
    grid: isPaper ? '#bbbbbb' : token(isSun ? 'border' : 'surface-2'),
    letter,
    font: `${isSun ? 600 : 400} ${letter}px system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif`,
    lineWidth: isSun ? 3 : 2,
  };
}

/** Called when the theme changes or the page prints. Gives what stops it. */
export function onInkChange(root: HTMLElement, listener: (isPaper: boolean) => void): () => void {
  const watcher = new MutationObserver(() => listener(false));
  watcher.observe(root, { attributes: true, attributeFilter: ['data-theme', 'data-text-size'] });
  const toPaper = (): void => listener(true);
  const toScreen = (): void => listener(false);
  window.addEventListener('beforeprint', toPaper);
  window.addEventListener('afterprint', toScreen);
  return () => {
    watcher.disconnect();
    window.removeEventListener('beforeprint', toPaper);
    window.removeEventListener('afterprint', toScreen);
  };
}
