import { type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import type { ChartSeries, Plot } from './chart-shapes.ts';
import styles from './chart.module.css';
import { classes } from './class-names.ts';
import { lazyPart } from './lazy-part.tsx';

/** Browsers may report an invalid language (`c`, `en_US.UTF-8`), at which formatting throws. */
function isLanguage(word: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(word).length >= 0;
  } catch (thrown) {
    if (thrown instanceof RangeError) return false;
    throw thrown;
  }
}

/** Replaces an invalid `navigator.language`, before a library reads it. */
export function mendLanguage(browser: { readonly language: string }): void {
  if (!isLanguage(browser.language)) Object.defineProperty(browser, 'language', { value: 'es-AR', configurable: true });
}

const ChartCanvas = lazyPart(async () => {
  mendLanguage(navigator);
  return (await import('./chart-canvas.tsx')).ChartCanvas;
});

export interface ChartProps extends Omit<Plot, 'format'> {
  /** Without figures: 'Lluvia por mes'. */
  readonly title: string;
  /** The main figure with its unit; a chart never stands without it (ux.md §1.2). */
  readonly figure: ReactNode;
  readonly summary: string;
  /** What is shown is old, and is being counted anew. */
  readonly isBeingCounted?: boolean;
  /** Heading of the places: 'Mes'. */
  readonly placeName: string;
  /** Longer names for the table. */
  readonly placeWords?: readonly string[];
  /** Formats a figure without its unit; must stay the same function. */
  readonly format: (value: number) => string;
  /** `mm`. */
  readonly unit: string;
  /** Opens what a place is made of: a touch on the drawing, a button in the table. */
  readonly onPick?: (index: number) => void;
  /** Buttons beside 'Ver tabla'. */
  readonly children?: ReactNode;
}

/** A chart below the fold loads nothing. */
function useNear() {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return undefined;
    const watcher = new IntersectionObserver((entries) => setIsNear(entries.some((entry) => entry.isIntersecting)), {
      rootMargin: '200px',
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [isNear]);
  return { place, isNear };
}

const wordsAt = ({ series, unit, format }: ChartProps, place: string, index: number): string => {
  const said = series.flatMap(({ label, values, shape }) => {
    const value = values[index];
    return value === null || value === undefined || shape === 'limit' ? [] : [`${label} ${format(value)} ${unit}`];
  });
  return [place, ...said].join(' · ');
};

/** A chart with its figure, sentence and table: who cannot see it, or prints it, misses nothing. */
export const Chart = (props: ChartProps) => {
  const { title, figure, summary, places, positions, series, fromZero, format, placeWords = places, children } = props;
  const id = useId();
  const { place, isNear } = useNear();
  const [isTable, setIsTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const plot = useMemo<Plot>(
    () => ({ places, series, fromZero, format, ...(positions && { positions }) }),
    [places, positions, series, fromZero, format],
  );
  const word = pointed === null ? undefined : placeWords[pointed];
  return (
    <figure className={styles.chart} aria-labelledby={`${id}-title`} aria-busy={props.isBeingCounted || undefined}>
      <figcaption className={styles.caption}>
        <h2 id={`${id}-title`}>{title}</h2>
        <strong className={styles.figure}>{figure}</strong>
        <p>{summary}</p>
      </figcaption>
      <div ref={place} className={styles.drawing} aria-hidden>
        {isNear ? (
          <Suspense fallback={null}>
            <ChartCanvas plot={plot} onIndex={setPointed} onPick={props.onPick} />
          </Suspense>
        ) : null}
      </div>
      <p className={styles.pointed} aria-hidden>
        {pointed === null || word === undefined ? <BarKey series={series} /> : wordsAt(props, word, pointed)}
      </p>
      <div className={styles.acts}>
        <Button compact aria-expanded={isTable} aria-controls={`${id}-table`} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Ocultar tabla' : 'Ver tabla'}
        </Button>
        {children}
      </div>
      {/* Wide tables scroll, by key too: so it takes the focus. */}
      <div
        id={`${id}-table`}
        role="region"
        aria-labelledby={`${id}-title`}
        tabIndex={isTable ? 0 : -1}
        className={classes(styles.tableBox, isTable && styles.shown)}
      >
        <ChartTable {...props} placeWords={placeWords} />
      </div>
    </figure>
  );
};

/** Legend of bars; lines are named at their ends. */
const BarKey = ({ series }: Pick<ChartProps, 'series'>) =>
  series
    .filter(({ shape }) => shape === 'bars' || shape === 'outline')
    .map(({ label, shape, ink }) => (
      <span key={label} className={styles.key}>
        <span className={styles.swatch} data-ink={ink} data-shape={shape} />
        {label}
      </span>
    ));

const cellOf = ({ values }: ChartSeries, index: number, format: ChartProps['format']): string => {
  const value = values[index];
  return value === null || value === undefined ? '—' : format(value);
};

const ChartTable = ({ title, placeName, placeWords = [], series, unit, format, onPick }: ChartProps) => (
  <table className={styles.table}>
    <caption>{`${title}, en ${unit}`}</caption>
    <thead>
      <tr>
        <th scope="col">{placeName}</th>
        {series.map(({ label }) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {placeWords.map((word, index) => (
        <tr key={word}>
          <th scope="row">
            {onPick ? (
              <button type="button" className={styles.pick} onClick={() => onPick(index)}>
                {word}
              </button>
            ) : (
              word
            )}
          </th>
          {series.map((one) => (
            <td key={one.label}>{cellOf(one, index, format)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
