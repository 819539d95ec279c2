import { dayAt, formatTime, relativeDay } from '#domain/dates.ts';
import { kindOf } from '#domain/movements/registry.ts';
import { isThingName, thingOf } from '#domain/things/registry.ts';
import { useToday } from '#platform/today.ts';
import type { PendingView } from '#sync/farm.ts';
import type { Group } from '#ui/group.ts';
import { IconTile } from '#ui/icon-tile.tsx';
import { MovementIcon } from '#ui/icons.tsx';
import { StateBadge } from '#ui/state-badge.tsx';
import { RecordTitle, recordWords } from './movement-row.tsx';

/** A record's icon in its group's colour, another thing's in grey. */
export const QueuedIcon = ({ item }: { readonly item: PendingView }) => {
  const kind = kindOf(item.movementType ?? '');
  const [group, icon]: readonly [Group, typeof kind.icon] = isThingName(item.subject)
    ? ['sistema', thingOf(item.subject).icon ?? 'dot']
    : [kind.group, kind.icon];
  return (
    <IconTile group={group} tone="disc">
      <MovementIcon name={icon} />
    </IconTile>
  );
};

export interface Written {
  readonly day: string;
  readonly time: string;
  /** `Nacimiento · 2 terneros · El Ombú · hoy 12:00`. */
  readonly named: string;
}

/** Describes queued acts as of today. */
export const useWritten = (): ((item: PendingView) => Written) => {
  const today = useToday();
  return ({ recordedAt, title, summary }) => {
    const [day, time] = [relativeDay(dayAt(Date.parse(recordedAt)), today), formatTime(recordedAt)];
    return { day, time, named: [title, summary, `${day} ${time}`].filter(Boolean).join(' · ') };
  };
};

/** The row of a refused act. */
export function useRefusedParts(item: PendingView) {
  const { day, time, named } = useWritten()(item);
  const { where, ...words } = recordWords(item.movementType, item.title, item.summary);
  const parts = {
    tight: true,
    icon: <QueuedIcon item={item} />,
    title: <RecordTitle {...words} />,
    subtitle: [...where, `${day} ${time}`].join(' · '),
    mark: <StateBadge state="failed" />,
  } as const;
  return { named, parts };
}
