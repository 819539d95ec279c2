import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export interface EmptyStateProps {
  /** What will appear here (ux.md §5.5). */
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** A `Scene` instead of the icon. */
  readonly scene?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty list. */
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
