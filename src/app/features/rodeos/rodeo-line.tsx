import { formatDay } from '../../../domain/dates.ts';
import { rodeoActivities } from '../../../domain/farm/places.ts';
import { formatGain, formatKilos, formatNumber } from '../../../domain/numbers.ts';
import { RowTo } from '../../frame/links.tsx';
import { badgeOf } from '../../frame/movement-row.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { MovementIcon } from '../../ui/icons.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { groupOfColor } from './rodeo-colors.ts';
import type { RodeoRow } from './rodeo-rows.ts';
import styles from './rodeos.module.css';
import type { Weight } from './weights.ts';

/** One rodeo in the list, leading to its screen. */
export const RodeoLine = ({ row }: { readonly row: RodeoRow }) => {
  const { view, heads, lots, weight, withdrawal } = row;
  const { row: rodeo, state } = view;
  const activity = rodeoActivities[rodeo.activity as keyof typeof rodeoActivities];
  return (
    <RowTo
      to="/rodeos/$id"
      params={{ id: rodeo.id }}
      icon={
        <IconTile group={groupOfColor(rodeo.color)}>
          <MovementIcon name="herd" />
        </IconTile>
      }
      title={rodeo.name}
      subtitle={
        <>
          <span className={styles.line}>{[activity, rodeo.breed].filter(Boolean).join(' · ')}</span>
          <span className={styles.line}>{lots.length > 0 ? lots.join(', ') : 'Sin lote'}</span>
          {weight ? (
            <span className={styles.line}>
              {[formatKilos(weight.average_kg), gainWords(weight)].filter(Boolean).join(' · ')}
            </span>
          ) : null}
          {withdrawal ? <Badge tone="warn">En retiro hasta {formatDay(withdrawal.until)}</Badge> : null}
          {rodeo.active ? null : <Badge>Inactivo</Badge>}
        </>
      }
      right={
        <>
          <strong className={styles.heads}>{formatNumber(heads, 0)}</strong> <span>cab.</span>
          {state === 'enviado' ? null : <StateBadge state={badgeOf[state]} />}
        </>
      }
    />
  );
};

/** What another group weighed says nothing of a gain (domain.md §4.6). */
const gainWords = ({ daily_gain, group_changed }: Weight): string | null =>
  daily_gain === null || group_changed ? null : formatGain(daily_gain);
