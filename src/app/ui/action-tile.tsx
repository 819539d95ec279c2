import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './class-names.ts';
import type { Group } from './group.ts';
import styles from './group.module.css';

export interface ActionTileProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly group: Group;
  readonly icon: ReactNode;
  readonly label: string;
  /** 96 px instead of 72 px, for the first screen. */
  readonly large?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Soft hyphens for browsers without a Spanish dictionary. */
const parted = (label: string): string =>
  label.replaceAll(/\p{L}{13,}/gu, (word) =>
    word.replaceAll(/(?<=[aeiouáéíóú])(?=[bcdfghjklmnpqrstvyzñ][aeiouáéíóú])/giu, '\u00AD'),
  );

/** A big coloured button that starts a record. */
export const ActionTile = ({ group, icon, label, large = false, className, ...rest }: ActionTileProps) => (
  <button
    aria-label={label}
    {...rest}
    type="button"
    className={classes(styles.action, styles[group], large && styles.large, className)}
  >
    {icon}
    <span>{parted(label)}</span>
  </button>
);

interface ActionGridProps {
  readonly children: ReactNode;
  /** Inicio's: three columns on a phone; its last child is a plain button. */
  readonly first?: boolean;
}

/** Two columns on a phone, more if there is room. */
export const ActionGrid = ({ children, first = false }: ActionGridProps) => (
  <div data-tiles className={classes(styles.grid, first && styles.first)}>
    {children}
  </div>
);
