import type { ReactNode } from 'react';
import styles from './app-shell.module.css';

export interface AppBarProps {
  /** Back arrow, or the farm switcher. */
  readonly start?: ReactNode;
  /** The screen's own words, when they are not in the page. */
  readonly children?: ReactNode;
  /** The sync chip and other small buttons. */
  readonly end?: ReactNode;
}

/** The 56 px bar at the top of every screen. */
export const AppBar = ({ start, children, end }: AppBarProps) => (
  <header className={styles.appBar}>
    {start}
    <div className={styles.appBarMiddle}>{children}</div>
    {end ? <div className={styles.appBarEnd}>{end}</div> : null}
  </header>
);
