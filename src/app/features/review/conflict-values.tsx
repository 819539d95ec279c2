import { changesBetween, type Movement } from '#domain';
import { isSaid } from '#domain/movements/words.ts';
import { useMay, useRecordNames } from '#platform';
import { shownChanges } from '#farm/field-changes.ts';
import { DataTable } from '#ui';

/** Both versions of a record that two people changed, from the server. */
function conflictOf({ metadata }: Movement) {
  const conflict = metadata['conflict'];
  if (!isSaid(conflict)) return null;
  const { before, after } = conflict;
  return isSaid(before) && isSaid(after) ? changesBetween(before, after) : null;
}

/** Differing fields side by side (domain.md §5, F20). */
export const ConflictValues = ({ movement }: { readonly movement: Movement }) => {
  const names = useRecordNames();
  const seesMoney = useMay('see-money');
  const conflict = conflictOf(movement);
  if (!conflict || !names) return null;
  const changes = shownChanges(movement.type, conflict, names, seesMoney);
  if (changes.length === 0) return <p>Los dos escribieron lo mismo.</p>;
  return (
    <DataTable
      caption="Los dos valores"
      rows={changes}
      rowKey={({ key }) => key}
      columns={[
        { key: 'name', header: 'Dato', main: true, cell: ({ label }) => label },
        { key: 'before', header: 'Antes', cell: ({ before }) => before },
        { key: 'after', header: 'Llegó después', cell: ({ after }) => after },
      ]}
    />
  );
};
