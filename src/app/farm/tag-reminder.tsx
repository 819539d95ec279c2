import { type Category, type Day, isCalf } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { Notice } from '#ui';

/** No calf moves without an electronic tag since then (domain.md §3.2, SELL). */
const taggedSince: Day = '2026-01-01';

interface TagReminderProps {
  readonly kind: Pick<RecordedKind, 'handsOver'>;
  readonly date: unknown;
  readonly types: readonly string[];
  readonly categories: readonly Category[];
}

/** A reminder of electronic tags where calves leave the farm. It blocks nothing. */
export const TagReminder = ({ kind, date, types, categories }: TagReminderProps) =>
  kind.handsOver &&
  typeof date === 'string' &&
  date >= taggedSince &&
  categories.some((category) => types.includes(category.id) && isCalf(category)) ? (
    <Notice role="status">
      Desde el 1/1/2026 ningún ternero se traslada, ni queda en el campo después del destete, sin caravana electrónica.
    </Notice>
  ) : null;
