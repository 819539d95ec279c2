import { formatDay } from '../../../domain/dates.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { formatNumber } from '../../../domain/numbers.ts';
import { headsOf, listOf } from '../../../domain/text.ts';
import { useLive } from '../../frame/farm-context.tsx';

export type Values = Readonly<Record<string, unknown>>;

export const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Marks of the record's way, of no meaning to a person. */
const silent = new Set(['cid', 'offline', 'recorded_at', 'base_version', 'confirmed', 'photos', 'adds_to']);

/** Whether a field is of no meaning to a person. */
export const isSilent = (name: string): boolean => silent.has(name);

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
  withdrawal_reason: 'Motivo de la salida en retiro',
};
/** What a field is called on its form. */
export const labelOf = (kind: RecordedKind | null, name: string): string =>
  kind?.fields[name]?.label ?? ownLabels[name] ?? name;

/** The name behind an id. */
type NameOf = (id: string) => string | null;

const isLine = (value: unknown): value is { readonly type: string; readonly count: number } =>
  isValues(value) && typeof value['type'] === 'string' && typeof value['count'] === 'number';

/** What was said in a field, as a person reads it. */
export function wordsOf(value: unknown, nameOf: NameOf): string {
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
export function useNames(): NameOf {
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
