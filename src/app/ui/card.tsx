import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { classes } from './class-names.ts';

export interface CardProps {
  readonly title?: string;
  /** Right of the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  /** No padding, for rows that reach the border. */
  readonly flush?: boolean;
  /** What is shown is old, and is being counted anew. */
  readonly isBeingCounted?: boolean;
}

/** A bordered area; with a title, a region. */
export const Card = ({ title, action, children, flush = false, isBeingCounted }: CardProps) => {
  const id = useId();
  return (
    <section
      className={classes(styles.card, flush && styles.flush)}
      aria-labelledby={title ? id : undefined}
      aria-busy={isBeingCounted || undefined}
    >
      {title || action ? (
        <header className={styles.header}>
          {title ? <h2 id={id}>{title}</h2> : null}
          {action}
        </header>
      ) : null}
      <div className={styles.content}>{children}</div>
    </section>
  );
};

export interface StatProps {
  readonly label: string;
  /** With its unit, formatted. */
  readonly value: ReactNode;
  readonly detail?: ReactNode;
  /** What is shown is old, and is being counted anew. */
  readonly isBeingCounted?: boolean;
}

/** One big figure. Inside a `StatGrid`. */
export const Stat = ({ label, value, detail, isBeingCounted }: StatProps) => (
  <div className={styles.stat} aria-busy={isBeingCounted || undefined}>
    <dt>{label}</dt>
    <dd className={styles.figure}>{value}</dd>
    {detail ? <dd className={styles.detail}>{detail}</dd> : null}
  </div>
);

/** As many in a line as fit. */
export const StatGrid = ({ children }: { readonly children: ReactNode }) => (
  <dl className={styles.stats}>{children}</dl>
);

interface FigureListProps {
  readonly label: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}

/** Figures in a column: amounts are too wide for tiles on a phone. */
export const FigureList = ({ label, figures }: FigureListProps) => (
  <dl className={styles.figures} aria-label={label}>
    {figures.map((figure, index) => (
      <div key={index}>
        <dt>{figure.label}</dt>
        <dd>{figure.value}</dd>
      </div>
    ))}
  </dl>
);
