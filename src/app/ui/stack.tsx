import type { ReactNode } from 'react';
import styles from './stack.module.css';

/** A column with a form's gap. */
export const Stack = ({ children }: { readonly children: ReactNode }) => <div className={styles.stack}>{children}</div>;

/** A row that wraps. */
export const Cluster = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.cluster}>{children}</div>
);
