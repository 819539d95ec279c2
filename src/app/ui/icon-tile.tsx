import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import type { Group } from './group.ts';
import styles from './group.module.css';

export interface IconTileProps {
  readonly group: Group;
  /** The drawing; always beside words, so the tile is hidden from readers. */
  readonly children: ReactNode;
  /** `soft` is calmer, for places with many tiles. */
  readonly tone?: 'solid' | 'soft';
}

/** A 40 px square in the colour of a family of movements. */
export const IconTile = ({ group, children, tone = 'solid' }: IconTileProps) => (
  <span className={classes(styles.tile, styles[group], tone === 'soft' && styles.soft)} aria-hidden>
    {children}
  </span>
);
