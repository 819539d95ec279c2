import { formatDay } from '../../../domain/dates.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { Movement } from '../../../domain/movements/movement.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { headsOf, listOf } from '../../../domain/text.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { DataTable } from '../../ui/data-table.tsx';

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Both values of a record that two people changed, as the server gives them. */
function conflictOf({ metadata }: Movement): { readonly before: Values; readonly after: Values } | null {
  const conflict = metadata['conflict'];
  if (!isValues(conflict)) return null;
  const { before, after } = conflict;
  return isValues(before) && isValues(after) ? { before, after } : null;
}

/** Marks of the record's way, of no meaning to a person. */
const silent = new Set(['cid', 'offline', 'recorded_at', 'base_version', 'confirmed', 'photos']);

const ownLabels: Readonly<Record<string, string>> = { date: 'Fecha', detail: 'Detalle', animals: 'Animales' };
const labelOf = (kind: RecordedKind | null, name: string): string =>
  kind?.fields[name]?.label ?? ownLabels[name] ?? name;

type NameOf = (id: string) => string | null;

const isLine = (value: unknown): value is { readonly type: string; readonly count: number } =>
  isValues(value) && typeof value['type'] === 'string' && typeof value['count'] === 'number';

function wordsOf(value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  if (typeof value === 'string') return nameOf(value) ?? formatDay(value);
  if (Array.isArray(value) && value.every(isLine)) {
    return listOf(value.map((line) => headsOf(line.count, nameOf(line.type) ?? '')));
  }
  return JSON.stringify(value);
}

/** Names of everything that a field may point at. */
function useNames(): NameOf {
  const lots = useLive((views) => views.lots());
  const rodeos = useLive((views) => views.rodeos());
  const campos = useLive((views) => views.campos());
  const categories = useLive((views) => views.categories());
  const names = new Map([
    ...(lots ?? []).map(({ lot }) => [lot.id, lot.name] as const),
    ...(rodeos ?? []).map(({ rodeo }) => [rodeo.id, rodeo.name] as const),
    ...(campos ?? []).map(({ id, name }) => [id, name] as const),
    ...(categories ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return (id) => names.get(id) ?? null;
}

/** The two values side by side, field by field, where they differ (domain.md §5, F20). */
export const ConflictValues = ({ movement }: { readonly movement: Movement }) => {
  const nameOf = useNames();
  const conflict = conflictOf(movement);
  if (!conflict) return null;
  const { before, after } = conflict;
  const kind = recordedKind(movement.type);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !silent.has(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
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
