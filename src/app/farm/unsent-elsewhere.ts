import { sumOf } from '#domain';
import { useLeftRecords } from '#platform';

/** Unsent records here of this person's other farms; those that he left tell of theirs. */
export function useUnsentElsewhere(): number {
  const { farms, elsewhere } = useLeftRecords();
  return elsewhere - sumOf(farms, ({ waiting, withError }) => waiting + withError);
}
