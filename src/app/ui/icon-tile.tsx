import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import type { Group } from './group.ts';
import styles from './group.module.css';

export interface IconTileProps {
  readonly group: Group;
  /** The drawing; always beside words, so the tile is hidden from readers. */
  readonly children: ReactNode;
  /** `disc` is round and pale, for the rows of a list. */
  readonly tone?: 'solid' | 'disc';
}

/** 40 px in the colour of a family of movements. */
export const IconTile = ({ group, children, tone = 'solid' }: IconTileProps) => (
  <span className={classes(styles.tile, styles[group], tone === 'disc' && styles.disc)} aria-hidden>
    {children}
  </span>
);
