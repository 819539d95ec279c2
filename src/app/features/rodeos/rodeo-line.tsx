import { formatDay, formatGain, formatKilos, formatNumber, rodeoActivities } from '#domain';
import { shapeGroups } from '#farm/herd-shape.ts';
import { RowTo } from '#platform';
import { sendBadge } from '#farm/movement-row.tsx';
import { AnimalIcon, Badge, IconTile } from '#ui';
import { groupOfColor } from './rodeo-colors.ts';
import type { RodeoRow } from './rodeo-rows.ts';
import type { Weight } from './weights.ts';

/** A row of the rodeo list. */
export const RodeoLine = ({ row }: { readonly row: RodeoRow }) => {
  const { view, heads, lots, weight, withdrawal } = row;
  const { row: rodeo, state } = view;
  const activity = rodeoActivities[rodeo.activity as keyof typeof rodeoActivities];
  const facts = [
    lots.length > 0 ? lots.join(', ') : 'Sin lote',
    activity,
    rodeo.breed,
    weight && formatKilos(weight.average_kg),
    weight && gainWords(weight),
  ];
  return (
    <RowTo
      tight
      to="/rodeos/$id"
      params={{ id: rodeo.id }}
      icon={
        <IconTile group={rodeo.color === null ? shapeGroups[row.shape] : groupOfColor(rodeo.color)} tone="disc">
          <AnimalIcon shape={row.shape} />
        </IconTile>
      }
      title={rodeo.name}
      subtitle={facts.filter(Boolean).join(' · ')}
      figure={
        <span>
          {formatNumber(heads, 0)} <small>cab.</small>
        </span>
      }
      mark={
        <>
          {withdrawal ? (
            <Badge tone="warn">En retiro hasta {formatDay(withdrawal.until)}</Badge>
          ) : rodeo.active ? null : (
            <Badge>Inactivo</Badge>
          )}
          {sendBadge(state, state !== 'con_error')}
        </>
      }
    />
  );
};

/** A gain across different groups says nothing (domain.md §4.6). */
const gainWords = ({ daily_gain, group_changed }: Weight): string | null =>
  daily_gain === null || group_changed ? null : formatGain(daily_gain);
