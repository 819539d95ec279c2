import {
  fieldWords,
  formatDay,
  formatNumber,
  headsOf,
  listOf,
  lotUses,
  readableFields,
  recordedKind,
  rodeoActivities,
  tenures,
  thingAt,
  waterLevels,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { useCampos, useCategories, useLots, useRecordNames, useRodeos } from '#platform';
import { wordsOf as recordWords } from '#domain/movements/words.ts';
import { Row, RowList } from '#ui';

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Technical fields, meaningless to a person. */
const silent = new Set([
  'cid',
  'offline',
  'recorded_at',
  'base_version',
  'confirmed',
  'photos',
  'photo',
  'adds_to',
  'invoice_id',
]);

const isSilent = (name: string): boolean => silent.has(name);

const ownLabels: Readonly<Record<string, string>> = {
  date: 'Fecha',
  detail: 'Detalle',
  animals: 'Animales',
  name: 'Nombre',
  hectares: 'Hectáreas',
  title: 'Título',
  text: 'Texto',
  due_on: 'Para el',
  lot_id: 'Lote',
  rodeo_id: 'Rodeo',
  quantity: 'Cantidad',
  unit: 'Unidad',
  animal_type: 'Categoría',
  count: 'Cantidad',
  campo_id: 'Campo',
  use: 'Uso',
  is_grazing: 'Se pastorea',
  receptivity_ev_ha: 'Receptividad (EV/ha)',
  notes: 'Notas',
  water: 'Agua',
  activity: 'Actividad',
  tenure: 'Propiedad',
  breed: 'Raza',
  target_daily_gain_kg: 'Objetivo de ganancia diaria',
  active: 'Activo',
  total_hectares: 'Hectáreas totales',
  grazing_hectares: 'Superficie ganadera',
  renspa: 'RENSPA',
  cuig: 'CUIG',
  province: 'Provincia',
  department: 'Departamento',
  locality: 'Localidad',
  sex: 'Sexo',
  ev: 'Coeficiente EV',
  min_age_months: 'Edad mínima',
  max_age_months: 'Edad máxima',
  next_id: 'Pasa a',
  is_breeding_female: 'Es vientre',
  withdrawal_reason: 'Motivo de la salida en retiro',
};
const labelOf = (kind: RecordedKind | null, name: string): string =>
  kind?.fields[name]?.label ?? ownLabels[name] ?? name;

type NameOf = (id: string) => string | null;

const startsWithDay = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

const isLine = (value: unknown): value is { readonly type: string; readonly count: number } =>
  isValues(value) && typeof value['type'] === 'string' && typeof value['count'] === 'number';

/** A field's value as text. */
function wordsOf(value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  // Free text is never parsed as a date.
  if (typeof value === 'string') return nameOf(value) ?? (startsWithDay.test(value) ? formatDay(value) : value);
  if (Array.isArray(value) && value.every(isLine)) {
    return listOf(value.map((line) => headsOf(line.count, nameOf(line.type) ?? '')));
  }
  return JSON.stringify(value);
}

/** Names of what a field may refer to. */
function useNames(): NameOf {
  const lots = useLots();
  const rodeos = useRodeos();
  const campos = useCampos();
  const categories = useCategories();
  const names = new Map<string, string>([
    ...Object.entries({ ...lotUses, ...waterLevels, ...rodeoActivities, ...tenures }),
    ...(lots ?? []).map(({ lot }) => [lot.id, lot.name] as const),
    ...(rodeos ?? []).map(({ rodeo }) => [rodeo.id, rodeo.name] as const),
    ...(campos ?? []).map(({ id, name }) => [id, name] as const),
    ...(categories ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return (id) => names.get(id) ?? null;
}

interface TypedValuesProps {
  /** Null for anything but a movement. */
  readonly type: string | null;
  /** The call it was sent by; names the fields of a thing. */
  readonly path: string;
  readonly body: Values | null;
}

/** What was typed, field by field, valid or not. */
export const TypedValues = ({ type, path, body }: TypedValuesProps) => {
  const nameOf = useNames();
  const recordNames = useRecordNames();
  const kind = recordedKind(type ?? '');
  const names = Object.keys(body ?? {}).filter((name) => !isSilent(name));
  if (names.length === 0) return null;
  // Movements are read by their kind's words, things by their own.
  const fields = kind && recordNames ? readableFields(kind.type) : {};
  const made = thingAt(path)?.fields ?? {};
  const shownValue = (name: string): string => {
    const own = made[name];
    if (own) return fieldWords(own, body?.[name], (_, id) => nameOf(id)) || '—';
    return recordOrPlain(name);
  };
  const recordOrPlain = (name: string): string =>
    fields[name] && recordNames ? recordWords(fields[name], body?.[name], recordNames) : wordsOf(body?.[name], nameOf);
  return (
    <RowList label="Lo que se cargó">
      {names.map((name) => (
        <li key={name}>
          <Row title={made[name]?.label ?? labelOf(kind, name)} right={shownValue(name)} />
        </li>
      ))}
    </RowList>
  );
};
