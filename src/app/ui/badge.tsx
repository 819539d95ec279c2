import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classes } from './class-names.ts';

export interface BadgeProps {
  readonly children: ReactNode;
  readonly tone?: 'muted' | 'ok' | 'info' | 'warn' | 'danger';
  readonly icon?: ReactNode;
}

/** A short word: "Activo", "Eliminado", "Dueña". */
export const Badge = ({ children, tone = 'muted', icon }: BadgeProps) => (
  <span className={classes(styles.badge, styles[tone])}>
    {icon}
    <span>{children}</span>
  </span>
);
