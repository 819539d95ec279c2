import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export interface EmptyStateProps {
  /** One sentence: what will appear here (ux.md §5.5). */
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** One button. */
  readonly action?: ReactNode;
}

/** What a list shows before its first thing. */
export const EmptyState = ({ children, icon, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    {icon ? (
      <span className={styles.emptyIcon} aria-hidden>
        {icon}
      </span>
    ) : null}
    <p>{children}</p>
    {action}
  </div>
);
