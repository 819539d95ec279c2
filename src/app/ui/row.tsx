import { ChevronRight } from 'lucide-react';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './class-names.ts';
import styles from './row.module.css';

/** What a row shows, from left to right. */
interface RowParts {
  /** An `IconTile` or a drawing. */
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Count, date, `StateBadge`. No controls inside: a row is already one. */
  readonly right?: ReactNode;
}

interface InnerProps extends RowParts {
  readonly leads: boolean;
}

const Inner = ({ icon, title, subtitle, right, leads }: InnerProps) => (
  <>
    {icon}
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      {subtitle ? <span className={styles.subtitle}>{subtitle}</span> : null}
    </span>
    {right ? <span className={styles.right}>{right}</span> : null}
    {leads ? <ChevronRight className={styles.chevron} size={24} aria-hidden /> : null}
  </>
);

export interface RowProps extends RowParts {
  /** Buttons under the row: "Deshacer". */
  readonly actions?: ReactNode;
}

/** A 72 px row that is only read, with room for actions. */
export const Row = ({ actions, ...parts }: RowProps) => (
  <div className={styles.row}>
    <Inner {...parts} leads={false} />
    {actions ? <span className={styles.actions}>{actions}</span> : null}
  </div>
);

export interface RowLinkProps extends RowParts, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'title' | 'children'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A row that leads to a screen. Works with the router's `createLink`. */
export const RowLink = ({ icon, title, subtitle, right, className, ...rest }: RowLinkProps) => (
  <a {...rest} className={classes(styles.row, styles.pressable, className)}>
    <Inner icon={icon} title={title} subtitle={subtitle} right={right} leads />
  </a>
);

export interface RowButtonProps
  extends RowParts, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title' | 'children' | 'type'> {
  /** Shows the arrow of something that opens. */
  readonly leads?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A row that does something here. */
export const RowButton = (props: RowButtonProps) => {
  const { icon, title, subtitle, right, leads = false, className, ...rest } = props;
  return (
    <button {...rest} type="button" className={classes(styles.row, styles.pressable, className)}>
      <Inner icon={icon} title={title} subtitle={subtitle} right={right} leads={leads} />
    </button>
  );
};

interface RowListProps {
  readonly label?: string;
  /** Round about too, where neither the screen's edge nor a card is near. */
  readonly edged?: boolean;
  readonly children: ReactNode;
}

/** Rows one under the other with a line between them. Each child is wrapped in a list item by the caller: `<li>`. */
export const RowList = ({ label, edged = false, children }: RowListProps) => (
  <ul className={classes(styles.list, edged && styles.edged)} aria-label={label}>
    {children}
  </ul>
);
