import { formatNumber, loadLight } from '#domain';
import { Badge } from '#ui';

const lights = {
  ok: null,
  tight: { tone: 'warn', word: 'Justo' },
  over: { tone: 'danger', word: 'Sobrecargado' },
} as const;

interface LoadBadgeProps {
  readonly load: number | null;
  readonly receptivity: number | null;
}

/** Load against receptivity (domain.md §4.1); nothing when fine or unknown. */
export const LoadBadge = ({ load, receptivity }: LoadBadgeProps) => {
  const light = loadLight(load, receptivity);
  const look = light && lights[light];
  return look ? <Badge tone={look.tone}>{look.word}</Badge> : null;
};

/** The same as text, for when a badge is taken. */
export const lightWord = (load: number | null, receptivity: number | null): string | null => {
  const light = loadLight(load, receptivity);
  return (light && lights[light]?.word) ?? null;
};

/** `0,64 EV/ha`; null without a figure. */
export const loadWords = (load: number | null): string | null => (load === null ? null : `${formatNumber(load)} EV/ha`);
