import type { ReactNode } from 'react';
import styles from './home.module.css';

interface LastCardProps {
  /** What was said, in its own words. */
  readonly row: ReactNode;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** The card of what was recorded last on this device, on top of Inicio (ux.md §1.2). */
export const LastCard = ({ row, children }: LastCardProps) => (
  <section className={styles.last} aria-label="Lo último que registraste">
    {row}
    <div className={styles.lastActs}>{children}</div>
  </section>
);
