import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { classes } from './class-names.ts';
import styles from './fold-line.module.css';

export interface FoldLineProps {
  /** For readers: "Lugar y fecha". */
  readonly about: string;
  /** "Lote 3 · Cría", or empty. */
  readonly what: string;
  /** Still missing. */
  readonly isLacking?: boolean;
  /** At the end: "Hoy". */
  readonly when: string;
  /** Unusual: must not be overlooked. */
  readonly isMarked?: boolean;
  readonly open: boolean;
  /** Id of what it folds. */
  readonly controls: string;
  readonly onToggle: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A decided value in one line of 48 px; a touch unfolds it. */
export const FoldLine = (props: FoldLineProps) => {
  const { about, what, isLacking = false, when, isMarked = false, open, controls, onToggle, ref } = props;
  return (
    <button
      ref={ref}
      type="button"
      className={styles.line}
      aria-expanded={open}
      aria-controls={controls}
      aria-label={`${about}: ${[what, when].filter(Boolean).join(' · ')}, cambiar`}
      onClick={onToggle}
    >
      {what === '' ? null : <span className={classes(styles.what, isLacking && styles.lacking)}>{what}</span>}
      <span className={classes(styles.when, isMarked && styles.marked)}>{when}</span>
      <ChevronDown className={styles.chevron} size={22} />
    </button>
  );
};
