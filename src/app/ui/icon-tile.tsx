import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import type { Group } from './group.ts';
import { MovementIcon, type MovementIconName } from './icons.tsx';
import styles from './group.module.css';

export interface IconTileProps {
  readonly group: Group;
  /** Always beside words: hidden from readers. */
  readonly children: ReactNode;
  /** `disc`: round and pale, for lists. */
  readonly tone?: 'solid' | 'disc';
}

/** A 40 px icon in its group's colour. */
export const IconTile = ({ group, children, tone = 'solid' }: IconTileProps) => (
  <span className={classes(styles.tile, styles[group], tone === 'disc' && styles.disc)} aria-hidden>
    {children}
  </span>
);

/** The disc of a record or a thing in lists. */
export const RecordDisc = ({ group, icon }: Pick<IconTileProps, 'group'> & { readonly icon: MovementIconName }) => (
  <IconTile group={group} tone="disc">
    <MovementIcon name={icon} />
  </IconTile>
);
