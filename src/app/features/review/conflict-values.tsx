import type { Movement } from '../../../domain/movements/movement.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { isSilent, isValues, labelOf, useNames, type Values, wordsOf } from './field-words.ts';

/** Both values of a record that two people changed, as the server gives them. */
function conflictOf({ metadata }: Movement): { readonly before: Values; readonly after: Values } | null {
  const conflict = metadata['conflict'];
  if (!isValues(conflict)) return null;
  const { before, after } = conflict;
  return isValues(before) && isValues(after) ? { before, after } : null;
}

/** The two values side by side, field by field, where they differ (domain.md §5, F20). */
export const ConflictValues = ({ movement }: { readonly movement: Movement }) => {
  const nameOf = useNames();
  const conflict = conflictOf(movement);
  if (!conflict) return null;
  const { before, after } = conflict;
  const kind = recordedKind(movement.type);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isSilent(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  if (names.length === 0) return <p>Los dos escribieron lo mismo.</p>;
  return (
    <DataTable
      caption="Los dos valores"
      rows={names}
      rowKey={(name) => name}
      columns={[
        { key: 'name', header: 'Dato', main: true, cell: (name) => labelOf(kind, name) },
        { key: 'before', header: 'Antes', cell: (name) => wordsOf(before[name], nameOf) },
        { key: 'after', header: 'Llegó después', cell: (name) => wordsOf(after[name], nameOf) },
      ]}
    />
  );
};
