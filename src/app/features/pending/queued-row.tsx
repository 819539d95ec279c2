import { dayAt, formatTime, relativeDay } from '../../../domain/dates.ts';
import { kindOf } from '../../../domain/movements/registry.ts';
import { isThingName, thingOf } from '../../../domain/things/registry.ts';
import { RowTo } from '../../platform/links.tsx';
import { badgeOf, RecordTitle } from '../../farm/movement-row.tsx';
import { useToday } from '../../platform/today.ts';
import { sinceText, useMinute } from '../../farm/waiting-age.ts';
import type { PendingView } from '../../sync/farm.ts';
import type { Group } from '../../ui/group.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { MovementIcon } from '../../ui/icons.tsx';
import { Row } from '../../ui/row.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';

const separator = ' · ';

/** The drawing of what was done: a record's kind in its family's colour, another thing's own in grey. */
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

/** `hoy 12:00`: when it was written down. */
export const useWrittenAt = (): ((item: PendingView) => string) => {
  const today = useToday();
  return ({ recordedAt }) => {
    const [day, time] = [dayAt(Date.parse(recordedAt)), formatTime(recordedAt)];
    return `${relativeDay(day, today)} ${time}`;
  };
};

interface QueuedRowProps {
  readonly item: PendingView;
  /** Whether the farm is open, so that the record can be looked at. */
  readonly opens: boolean;
  /** It is on the server: its word is the tick's alone. */
  readonly isSent?: boolean;
}

/** One record on its way, in two lines; a record of the book opens by its row. */
export const QueuedRow = ({ item, opens, isSent = false }: QueuedRowProps) => {
  const writtenAt = useWrittenAt();
  const since = sinceText(item.recordedAt, useMinute());
  const [amount, ...where] = item.summary ? item.summary.split(separator) : [];
  const facts = [
    item.waitsFor && `espera a «${item.waitsFor}»`,
    item.author && `de ${item.author}`,
    writtenAt(item),
    ...where,
  ];
  const parts = {
    tight: true,
    icon: <QueuedIcon item={item} />,
    title: <RecordTitle kind={item.title} amount={amount} />,
    subtitle: facts.filter(Boolean).join(separator),
    mark: isSent ? (
      <StateBadge state="sent" />
    ) : (
      <StateBadge state={badgeOf[item.state]} iconOnly={!since} {...(since && { since })} />
    ),
  } as const;
  return opens && item.subject === 'movement' && item.act !== 'delete' ? (
    <RowTo to="/data/$id" params={{ id: item.entityId }} {...parts} />
  ) : (
    <Row {...parts} />
  );
};
