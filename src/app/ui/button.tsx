import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { classes } from './class-names.ts';

/** `primary`, 64 px: the one main action of a screen; others are 56 px. */
type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger';

interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly icon?: ReactNode;
  readonly wide?: boolean;
  /** 48 px, inside a row or card. */
  readonly compact?: boolean;
}

export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Keeps focus, ignores presses, shows a ring. */
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export interface ButtonLinkProps extends ButtonLook, AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const look = ({ variant = 'default', wide = false, compact = false }: ButtonLook, className?: string): string =>
  classes(styles.button, styles[variant], wide && styles.wide, compact && styles.compact, className);

/** Says an infinitive or a noun (ux.md §5.1). */
export const Button = ({
  variant,
  icon,
  wide,
  compact,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const handleClick = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      className={look({ variant, wide, compact }, className)}
      onClick={handleClick}
    >
      {busy ? <span className={styles.ring} aria-hidden /> : icon}
      <span className={styles.words}>{children}</span>
    </button>
  );
};

/** A link that looks like a button; works with the router's `createLink`. */
export const ButtonLink = ({ variant, icon, wide, compact, className, children, ...rest }: ButtonLinkProps) => (
  <a {...rest} className={look({ variant, wide, compact }, className)}>
    {icon}
    <span className={styles.words}>{children}</span>
  </a>
);
