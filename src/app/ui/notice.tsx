import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import styles from './feedback.module.css';

export interface NoticeProps {
  readonly tone?: 'info' | 'ok' | 'warn' | 'danger';
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** For notices that appear by themselves: `alert` interrupts a reader, `status` waits. */
  readonly role?: 'alert' | 'status';
}

const icons = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: OctagonAlert } as const;

/** A message that stays until its cause is gone. */
export const Notice = ({ tone = 'info', title, children, action, role }: NoticeProps) => {
  const Icon = icons[tone];
  return (
    <div className={classes(styles.notice, styles[tone])} role={role}>
      <div className={styles.noticeSaid}>
        <Icon size={24} aria-hidden />
        <div className={styles.noticeWords}>
          {title ? <strong>{title}</strong> : null}
          {children ? <div>{children}</div> : null}
        </div>
      </div>
      {action ? <div className={styles.noticeAction}>{action}</div> : null}
    </div>
  );
};
