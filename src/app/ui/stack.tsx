import type { ReactNode } from 'react';
import styles from './stack.module.css';

/** Things one under the other with the distance of a form. */
export const Stack = ({ children }: { readonly children: ReactNode }) => <div className={styles.stack}>{children}</div>;

/** Things side by side that wrap when there is no room: buttons, badges. */
export const Cluster = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.cluster}>{children}</div>
);
