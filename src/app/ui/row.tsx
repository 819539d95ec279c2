import { Check, ChevronRight, Fence } from 'lucide-react';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './class-names.ts';
import styles from './row.module.css';

interface RowParts {
  /** An `IconTile` or an icon. */
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** Count, date, `StateBadge`; no controls, the row is one. */
  readonly right?: ReactNode;
}

/** Two truncated lines, for lists to scan. */
interface TightParts {
  readonly tight?: true;
  /** At the end of the title. */
  readonly figure?: ReactNode;
  /** At the end of the second line: a badge or icon. */
  readonly mark?: ReactNode;
  /** Below, untruncated: why the server refused it. */
  readonly problem?: string | null;
}

interface InnerProps extends RowParts, TightParts {
  readonly leads: boolean;
}

export interface RecordTitleProps {
  readonly kind: string;
  readonly amount: string | undefined;
}

/** A record's kind and figure as a title: cuts the kind, which the icon says too, before the figure. */
export const RecordTitle = ({ kind, amount }: RecordTitleProps) =>
  amount === undefined ? (
    kind
  ) : (
    <span className={styles.what}>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.amount}>{` · ${amount}`}</span>
    </span>
  );

const TightWords = ({ title, subtitle, figure, mark, problem }: InnerProps) => (
  <span className={styles.words}>
    <span className={styles.line}>
      <span className={styles.title}>{title}</span>
      {figure ? <span className={styles.figure}>{figure}</span> : null}
    </span>
    {subtitle || mark ? (
      <span className={styles.line}>
        <span className={styles.subtitle}>{subtitle}</span>
        {mark ? <span className={styles.mark}>{mark}</span> : null}
      </span>
    ) : null}
    {problem ? <span className={styles.problem}>{problem}</span> : null}
  </span>
);

const Inner = ({ leads, ...parts }: InnerProps) => {
  const { icon, title, subtitle, right, tight } = parts;
  return (
    <>
      {icon}
      {tight ? (
        <TightWords leads={leads} {...parts} />
      ) : (
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {subtitle ? <span className={styles.subtitle}>{subtitle}</span> : null}
        </span>
      )}
      {right ? <span className={styles.right}>{right}</span> : null}
      {leads && !tight ? <ChevronRight className={styles.chevron} /> : null}
    </>
  );
};

export interface RowProps extends RowParts, TightParts {
  /** Buttons under the row. */
  readonly actions?: ReactNode;
}

/** A static row. */
export const Row = ({ actions, ...parts }: RowProps) => (
  <div className={classes(styles.row, parts.tight && styles.tight)}>
    <Inner {...parts} leads={false} />
    {actions ? <span className={styles.actions}>{actions}</span> : null}
  </div>
);

export interface RowLinkProps
  extends RowParts, TightParts, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'title' | 'children'> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A row that opens a screen; works with the router's `createLink`. */
export const RowLink = (props: RowLinkProps) => {
  const { icon, title, subtitle, right, tight, figure, mark, problem, className, ...rest } = props;
  return (
    <a {...rest} className={classes(styles.row, styles.pressable, tight && styles.tight, className)}>
      <Inner {...{ icon, title, subtitle, right, tight, figure, mark, problem }} leads />
    </a>
  );
};

export interface RowButtonProps
  extends RowParts, TightParts, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title' | 'children' | 'type'> {
  /** Shows a chevron. */
  readonly leads?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A row that acts here. */
export const RowButton = (props: RowButtonProps) => {
  const { icon, title, subtitle, right, tight, figure, mark, problem, leads = false, className, ...rest } = props;
  return (
    <button {...rest} type="button" className={classes(styles.row, styles.pressable, tight && styles.tight, className)}>
      <Inner {...{ icon, title, subtitle, right, tight, figure, mark, problem, leads }} />
    </button>
  );
};

interface RowListProps {
  readonly label?: string;
  /** A border all around. */
  readonly edged?: boolean;
  /** A screen's main list: edge to edge on a phone. `columns`: two at a desk. */
  readonly panel?: boolean | 'columns';
  readonly children: ReactNode;
}

/** Rows with lines between; the caller wraps each child in `<li>`. */
export const RowList = ({ label, edged = false, panel = false, children }: RowListProps) => (
  <ul
    className={classes(
      styles.list,
      edged && styles.edged,
      panel !== false && styles.panel,
      panel === 'columns' && styles.columns,
    )}
    aria-label={label}
  >
    {children}
  </ul>
);

export interface PickRowProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly right?: ReactNode;
  /** A fence by default. */
  readonly icon?: ReactNode;
  readonly chosen: boolean;
  readonly onPick: () => void;
}

/** One of many; a tick marks the chosen. */
export const PickRow = ({ chosen, onPick, icon, ...words }: PickRowProps) => (
  <RowButton
    {...words}
    aria-pressed={chosen}
    icon={chosen ? <Check size={26} /> : (icon ?? <Fence size={26} />)}
    onClick={onPick}
  />
);
