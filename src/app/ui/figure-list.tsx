import styles from './card.module.css';

export interface FigureListProps {
  readonly label: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}

/** Figures in a column: amounts are too wide for tiles on a phone. */
export const FigureList = ({ label, figures }: FigureListProps) => (
  <dl className={styles.figures} aria-label={label}>
    {figures.map((figure) => (
      <div key={figure.label}>
        <dt>{figure.label}</dt>
        <dd>{figure.value}</dd>
      </div>
    ))}
  </dl>
);
