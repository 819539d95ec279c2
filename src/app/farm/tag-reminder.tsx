import { type Category, type Day, isCalf } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { Notice } from '#ui';

/** Since when no calf goes anywhere without an electronic tag (domain.md §3.2, SELL). */
const taggedSince: Day = '2026-01-01';

interface TagReminderProps {
  readonly kind: Pick<RecordedKind, 'handsOver'>;
  readonly date: unknown;
  readonly types: readonly string[];
  readonly categories: readonly Category[];
}

/** Where calves go to other hands, a word about their electronic tags, in whatever form they do. It stops nobody. */
export const TagReminder = ({ kind, date, types, categories }: TagReminderProps) =>
  kind.handsOver &&
  typeof date === 'string' &&
  date >= taggedSince &&
  categories.some((category) => types.includes(category.id) && isCalf(category)) ? (
    <Notice role="status">
      Desde el 1/1/2026 ningún ternero se traslada, ni queda en el campo después del destete, sin caravana electrónica.
    </Notice>
  ) : null;
