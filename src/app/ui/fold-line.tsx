import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { classes } from './class-names.ts';
import styles from './fold-line.module.css';

export interface FoldLineProps {
  /** What the line is about, for who hears it: "Lugar y fecha". */
  readonly about: string;
  /** What is decided: "Lote 3 · Cría". It may be nothing. */
  readonly what: string;
  /** It is still to be said. */
  readonly isLacking?: boolean;
  /** At the end of the line: "Hoy". */
  readonly when: string;
  /** It is not the usual one, and must not be overlooked. */
  readonly isMarked?: boolean;
  readonly open: boolean;
  /** What the line folds away, by its id. */
  readonly controls: string;
  readonly onToggle: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** What is decided already, in one line of 48 px; a touch unfolds it. */
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
