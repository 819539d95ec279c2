import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './class-names.ts';
import type { Group } from './group.ts';
import styles from './group.module.css';

export interface ActionTileProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly group: Group;
  readonly icon: ReactNode;
  readonly label: string;
  /** 96 px instead of 72 px: the launchers of the first screen. */
  readonly large?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** Where a long word may be parted between its syllables, for a browser without a Spanish dictionary of its own. */
const parted = (label: string): string =>
  label.replaceAll(/\p{L}{13,}/gu, (word) =>
    word.replaceAll(/(?<=[aeiouáéíóú])(?=[bcdfghjklmnpqrstvyzñ][aeiouáéíóú])/giu, '\u00AD'),
  );

/** A big coloured button that starts a record: drawing above, word below. */
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

/** Tiles in two columns on a phone, more when there is room. */
export const ActionGrid = ({ children }: { readonly children: ReactNode }) => (
  <div data-tiles className={styles.grid}>
    {children}
  </div>
);
