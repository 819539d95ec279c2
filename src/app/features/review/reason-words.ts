import { type Review, settledByAuthor, type settledByWord } from '#domain';

type ByWord = (typeof settledByWord)[number];

/** Answer that leaves a record as it is, by reason. */
const settleWords: Readonly<Record<ByWord, string>> = {
  missing_reference: 'Dejar como está',
  place_unsaid: 'Dejar sin decir',
  possible_duplicate: 'Dejar las dos',
  conflict: 'Dejar como está',
  role: 'Aprobar',
  doubt: 'Dejar como está',
  off_team: 'Aprobar',
  late_change: 'Aprobar',
  carried: 'Aprobar',
  price: 'Están bien',
  withdrawal: 'Dejar como está',
};

/** Answer for reasons asked together; that of prices only if nothing else is asked. */
export const settleWord = (asked: readonly ByWord[]): string =>
  settleWords[asked.find((one) => one !== 'price') ?? 'price'];

/** Reasons settled by an answer, each with its own button. */
export const byWord = (review: Review | undefined): readonly ByWord[] =>
  (review?.reasons ?? []).filter((reason): reason is ByWord => reason in settleWords);

/** Whether the author may answer; others wait for the office. */
export const isAuthors = (reason: ByWord): boolean => (settledByAuthor as readonly ByWord[]).includes(reason);
