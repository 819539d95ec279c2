import {
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  CloudUpload,
  type LucideIcon,
  Pencil,
  TriangleAlert,
} from 'lucide-react';
import styles from './badge.module.css';
import { classes } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A record's send state (ux.md §1.2). */
export type SendState = 'draft' | 'pending' | 'sending' | 'sent' | 'failed' | 'review' | 'seen';

interface Look {
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly tone: 'muted' | 'pend' | 'info' | 'ok' | 'danger' | 'warn';
}

const looks: Readonly<Record<SendState, Look>> = {
  draft: { Icon: Pencil, text: 'Borrador', tone: 'muted' },
  pending: { Icon: Clock, text: 'Pendiente', tone: 'pend' },
  sending: { Icon: CloudUpload, text: 'Enviando', tone: 'info' },
  sent: { Icon: Check, text: 'Enviado', tone: 'ok' },
  failed: { Icon: TriangleAlert, text: 'Con error', tone: 'danger' },
  review: { Icon: CircleAlert, text: 'Revisar', tone: 'warn' },
  seen: { Icon: CheckCheck, text: 'Leído', tone: 'info' },
};

export interface StateBadgeProps {
  readonly state: SendState;
  /** The word for readers only; default for `sent` and `seen`, to keep lists calm. */
  readonly iconOnly?: boolean;
}

/** Icon and word of a send state: never colour alone. */
export const StateBadge = ({ state, iconOnly = state === 'sent' || state === 'seen' }: StateBadgeProps) => {
  const { Icon, text, tone } = looks[state];
  return (
    <span className={classes(styles.state, styles[tone])}>
      <Icon size={20} />
      {iconOnly ? <VisuallyHidden>{text}</VisuallyHidden> : <span>{text}</span>}
    </span>
  );
};
