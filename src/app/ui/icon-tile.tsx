import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import type { Group } from './group.ts';
import { MovementIcon, type MovementIconName } from './icons.tsx';
import { RecordTitle, type RecordTitleProps, Row, type RowProps } from './row.tsx';
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

interface RecordDiscProps extends Pick<IconTileProps, 'group'> {
  readonly icon: MovementIconName;
}

/** The disc of a record or a thing in lists. */
export const RecordDisc = ({ group, icon }: RecordDiscProps) => (
  <IconTile group={group} tone="disc">
    <MovementIcon name={icon} />
  </IconTile>
);

interface RecordRowProps extends RecordDiscProps, RecordTitleProps, Pick<RowProps, 'subtitle' | 'mark' | 'problem'> {}

/** A static row of a record: its disc, its kind and figure. */
export const RecordRow = ({ group, icon, kind, amount, ...rest }: RecordRowProps) => (
  <Row
    tight
    icon={<RecordDisc group={group} icon={icon} />}
    title={<RecordTitle kind={kind} amount={amount} />}
    {...rest}
  />
);
