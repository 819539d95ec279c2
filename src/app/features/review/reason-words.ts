import { type Review, settledByAuthor, type settledByWord } from '#domain';

export { askedTogether, isApproval } from '#domain/movements/review-words.ts';

type ByWord = (typeof settledByWord)[number];

/** What leaving it as it is means, reason by reason. */
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

/** What answers reasons that are asked together: prices alone are several. */
export const settleWord = (asked: readonly ByWord[]): string =>
  settleWords[asked.find((one) => one !== 'price') ?? 'price'];

/** The reasons of a record that somebody's word settles, each with its own button. */
export const byWord = (review: Review | undefined): readonly ByWord[] =>
  (review?.reasons ?? []).filter((reason): reason is ByWord => reason in settleWords);

/** Whether the author himself answers a reason; the others wait for the office. */
export const isAuthors = (reason: ByWord): boolean => (settledByAuthor as readonly ByWord[]).includes(reason);
