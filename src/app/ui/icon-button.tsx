import { Undo2 } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classes } from './class-names.ts';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** For readers and the tooltip. */
  readonly label: string;
  /** Names the row for readers: 'Corregir: Lluvia · 25 mm'. */
  readonly of?: string | undefined;
  readonly icon: ReactNode;
  /** `quiet`: no border. */
  readonly variant?: 'default' | 'quiet';
  /** Keeps focus, ignores presses, shows a ring. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A 48 px square button with an icon alone. */
export const IconButton = ({
  label,
  of,
  icon,
  variant = 'quiet',
  busy = false,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={of ? `${label}: ${of}` : label}
    title={label}
    aria-busy={busy || undefined}
    className={classes(styles.button, styles.square, styles[variant], className)}
    onClick={busy ? undefined : onClick}
  >
    {busy ? <span className={styles.ring} aria-hidden /> : icon}
  </button>
);

export const UndoButton = (props: Pick<IconButtonProps, 'of' | 'onClick'>) => (
  <IconButton {...props} label="Deshacer" icon={<Undo2 />} />
);
