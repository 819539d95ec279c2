import { changesBetween, type Movement } from '#domain';
import { isSaid } from '#domain/movements/words.ts';
import { useRecordNames } from '#platform';
import { shownChanges } from '#farm/field-changes.ts';
import { Card, ChangeList } from '#ui';

/** Changes of an edited lot, rodeo or cycle, from its record (domain.md §3.7: metadata {antes, después}). */
export const PlaceChanges = ({ movement }: { readonly movement: Movement }) => {
  const names = useRecordNames();
  const { before, after } = movement.metadata;
  if (!names || !isSaid(before) || !isSaid(after)) return null;
  const changes = shownChanges(movement.type, changesBetween(before, after), names, true);
  return changes.length > 0 ? (
    <Card title="Qué cambió">
      <ChangeList changes={changes} />
    </Card>
  ) : null;
};
