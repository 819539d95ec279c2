import {
  formatDay,
  formatNumber,
  headsOf,
  listOf,
  lotUses,
  noteVisibilities,
  readableFields,
  rodeoActivities,
  taskKinds,
  taskPriorities,
  taskRepeats,
  taskStates,
  tenures,
  waterLevels,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';

/** The fields of a call. */
export type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Technical fields, meaningless to a person. */
const silent = new Set([
  'id',
  'items',
  'cid',
  'offline',
  'recorded_at',
  'base_version',
  'confirmed',
  'photos',
  'photo',
  'adds_to',
  'invoice_id',
  'movement_id',
  'audio_id',
]);

/** Whether a field says nothing to a person. */
export const isSilent = (name: string): boolean => silent.has(name) || name.endsWith('_before');

const ownLabels: Readonly<Record<string, string>> = {
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
  tags: 'Etiquetas',
  visibility: 'La lee',
  remind_on: 'Recordar el',
  pinned: 'Fijada',
  archived: 'Archivada',
  state: 'Estado',
  kind: 'Tipo',
  due_time: 'Hora',
  priority: 'Prioridad',
  repeat: 'Se repite',
  assigned_to: 'La hace',
  checklist: 'Pasos',
  final_note: 'Nota final',
  duration_min: 'Minutos',
  cancel_reason: 'Motivo',
};
/** What a field is called. */
export const labelOf = (kind: RecordedKind | null, name: string): string =>
  readableFields(kind?.type ?? '')[name]?.label ?? ownLabels[name] ?? name;

/** The name behind an id, or a word of the wire. */
export type NameOf = (id: string) => string | null;

const startsWithDay = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;

const isLine = (value: unknown): value is { readonly type: string; readonly count: number } =>
  isValues(value) && typeof value.type === 'string' && typeof value.count === 'number';

/** A tag, a person, a step of a task. */
const isStep = (value: unknown): value is string | { readonly text: string } =>
  typeof value === 'string' || (isValues(value) && typeof value.text === 'string');

/** A field's value as text. */
export function wordsOf(value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '—';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'Sí' : 'No';
  // Free text is never parsed as a date.
  if (typeof value === 'string') return nameOf(value) ?? (startsWithDay.test(value) ? formatDay(value) : value);
  if (Array.isArray(value) && value.every(isLine)) {
    return listOf(value.map((line) => headsOf(line.count, nameOf(line.type) ?? '')));
  }
  if (Array.isArray(value) && value.every(isStep)) {
    return listOf(value.map((one) => (typeof one === 'string' ? (nameOf(one) ?? one) : one.text)));
  }
  return JSON.stringify(value);
}

/** Words of the wire, as people read them. */
export const valueWords: readonly (readonly [string, string])[] = Object.entries({
  ...lotUses,
  ...waterLevels,
  ...rodeoActivities,
  ...tenures,
  ...taskKinds,
  ...taskPriorities,
  ...taskRepeats,
  ...taskStates,
  ...noteVisibilities,
});
