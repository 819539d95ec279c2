import type { ReactNode } from 'react';
import styles from './app-shell.module.css';

export interface AppShellProps {
  readonly top?: ReactNode;
  /** None outside the farm. */
  readonly nav?: ReactNode;
  readonly children: ReactNode;
}

const contentId = 'contenido';

/** A screen's frame. Only its inside scrolls: on an installed iPhone a scrolling page leaves gaps under the bar (ux.md §2.6). */
export const AppShell = ({ top, nav, children }: AppShellProps) => (
  <div className={styles.shell} data-nav={nav ? true : undefined}>
    <a
      className={styles.skip}
      href={`#${contentId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      Ir al contenido
    </a>
    {top ? <div className={styles.top}>{top}</div> : null}
    {nav ? <div className={styles.navArea}>{nav}</div> : null}
    <main id={contentId} tabIndex={-1} className={styles.main}>
      <div className={styles.page}>{children}</div>
    </main>
  </div>
);

interface AppBarProps {
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
