import { Undo2 } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classes } from './class-names.ts';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** What the button does: its only words, for readers and for the long-press tooltip. */
  readonly label: string;
  /** Which of several rows it is about, for who does not see it stand there: 'Corregir: Lluvia · 25 mm'. */
  readonly of?: string | undefined;
  readonly icon: ReactNode;
  /** `quiet` has no border until focused. */
  readonly variant?: 'default' | 'quiet';
  /** Work is under way: keeps focus, ignores presses and turns a ring. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A 48 px square button that shows only a drawing. */
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

/** Takes something back, beside its row. */
export const UndoButton = (props: Pick<IconButtonProps, 'of' | 'onClick'>) => (
  <IconButton {...props} label="Deshacer" icon={<Undo2 />} />
);
