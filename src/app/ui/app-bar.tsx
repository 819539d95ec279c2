import type { ReactNode } from 'react';
import styles from './app-shell.module.css';

export interface AppBarProps {
  /** Back arrow or farm switcher. */
  readonly start?: ReactNode;
  readonly children?: ReactNode;
  /** Sync chip and small buttons. */
  readonly end?: ReactNode;
}

/** The 56 px bar at the top. */
export const AppBar = ({ start, children, end }: AppBarProps) => (
  <header className={styles.appBar}>
    {start}
    <div className={styles.appBarMiddle}>{children}</div>
    {end ? <div className={styles.appBarEnd}>{end}</div> : null}
  </header>
);
