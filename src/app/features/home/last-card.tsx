import type { ReactNode } from 'react';
import styles from './home.module.css';

interface LastCardProps {
  readonly row: ReactNode;
  readonly children: ReactNode;
}

/** Card on top of Inicio with what this device recorded last (ux.md §1.2). */
export const LastCard = ({ row, children }: LastCardProps) => (
  <section className={styles.last} aria-label="Lo último que registraste">
    {row}
    <div className={styles.lastActs}>{children}</div>
  </section>
);
