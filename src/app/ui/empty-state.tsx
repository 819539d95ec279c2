import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export interface EmptyStateProps {
  /** One sentence: what will appear here (ux.md §5.5). */
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** A `Scene`, in the place of the icon: for the lists that one meets first. */
  readonly scene?: ReactNode;
  readonly action?: ReactNode;
}

/** What a list shows before its first thing. */
export const EmptyState = ({ children, icon, scene, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    {icon ? (
      <span className={styles.emptyIcon} aria-hidden>
        {icon}
      </span>
    ) : null}
    {scene ? <span className={styles.emptyScene}>{scene}</span> : null}
    <p>{children}</p>
    {action}
  </div>
);
