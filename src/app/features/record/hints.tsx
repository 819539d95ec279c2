import type { RecordedKind } from '../../../domain/movements/define.ts';
import { relativeDay } from '../../../domain/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import { useToday } from '../../frame/today.ts';
import type { FarmThings } from './start.ts';
import { payloadFrom, type Values } from './values.ts';
import { calvesLeaving, shortages } from './words.ts';

interface HintsProps {
  readonly kind: RecordedKind;
  readonly values: Values;
  readonly things: FarmThings;
}

/** What is worth a look before saving; nothing here stops anybody (ux.md §1.2, Duplicates and Stale stock). */
export const Hints = ({ kind, values, things }: HintsProps) => {
  const today = useToday();
  const payload = payloadFrom(kind, values);
  const alike = useLive(
    (views) => views.possibleDuplicate(kind.type, payload),
    [kind.type, payload['date'], payload['campo_id'], payload['lot_id'], payload['rodeo_id']],
  );
  const missing = shortages(kind, values, things, today);
  // The sky is the same for everybody: two records of one storm are one too many. Two births in a lot are two births.
  const isLikely = alike !== undefined && alike !== null && kind.group === 'clima';
  return (
    <>
      {isLikely ? (
        <Notice tone="warn" role="status">
          {`${alike.author ?? 'Alguien'} ya cargó ${alike.summary.split(' · ')[0] ?? ''} ${relativeDay(alike.movement.date, today)}`}
        </Notice>
      ) : null}
      {calvesLeaving(kind, values, things) ? (
        <Notice role="status">
          Desde el 1/1/2026 ningún ternero se traslada, ni queda en el campo después del destete, sin caravana
          electrónica.
        </Notice>
      ) : null}
      {missing.map((sentence) => (
        <Notice key={sentence} tone="warn" role="status">
          {sentence}
        </Notice>
      ))}
    </>
  );
};
