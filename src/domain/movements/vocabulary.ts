import type * as z from 'zod/mini';
import { auditReasons, type CountedLine } from './audit.ts';
import type { animals, Field, products, supplies, weanedAnimals, weighedAnimals } from './fields.ts';
import { recordedKind } from './registry.ts';
import type { Readable, Readables, ReadControl } from './readable.ts';
import { systemFields } from './kinds/system-fields.ts';

type LineOf<M extends (...given: never[]) => Field> =
  z.infer<ReturnType<M>['schema']> extends readonly (infer Line)[] | undefined ? keyof Line & string : never;

const heads = {
  type: { label: 'Categoría', control: 'category' },
  count: { label: 'Cabezas', control: 'integer' },
} as const;

const ofAnimals: Readonly<Record<LineOf<typeof animals> | LineOf<typeof weanedAnimals>, Readable>> = {
  ...heads,
  to_type: { label: 'Pasan a', control: 'category' },
};

const ofWeighed: Readonly<Record<LineOf<typeof weighedAnimals>, Readable>> = {
  ...heads,
  total_kg: { label: 'Kilos totales', control: 'quantity', unit: 'kg' },
  average_kg: { label: 'Promedio', control: 'quantity', unit: 'kg' },
  weights: { label: 'Pesos de a uno', control: 'weights' },
};

const ofProducts: Readonly<Record<LineOf<typeof products>, Readable>> = {
  name: { label: 'Producto', control: 'text' },
  asset_id: { label: 'Insumo', control: 'asset' },
  dose: { label: 'Dosis', control: 'text' },
  quantity: { label: 'Cantidad', control: 'quantity', unit: '' },
  unit: { label: 'Unidad', control: 'text' },
};

const ofSupplies: Readonly<Record<LineOf<typeof supplies>, Readable>> = {
  ...ofProducts,
  name: { label: 'Insumo', control: 'text' },
  batch: { label: 'Partida', control: 'text' },
  expires: { label: 'Vencimiento', control: 'day' },
};

const ofCounted: Readonly<Record<keyof CountedLine, Readable>> = {
  type: heads.type,
  count: { label: 'Contado', control: 'integer' },
  average_kg: ofWeighed.average_kg,
  expected: { label: 'En el libro', control: 'integer' },
  difference: { label: 'Diferencia', control: 'difference' },
  reason: { label: 'Motivo', control: 'choice', options: auditReasons },
};

/** The parts of a field's lines; the compiler asks for every part of their schemas. */
const lineParts = {
  animals: ofAnimals,
  weighed: ofWeighed,
  products: ofProducts,
  supplies: ofSupplies,
  counted: ofCounted,
  served: { category_id: heads.type, count: heads.count },
  inseminations: {
    date: { label: 'Fecha', control: 'day' },
    count: { label: 'Vientres', control: 'integer' },
    sire: { label: 'Pajuela o toro', control: 'text' },
    technician: { label: 'Técnico', control: 'text' },
    protocol: { label: 'Protocolo', control: 'text' },
  },
} as const satisfies Partial<Record<ReadControl, Readables>>;

export const partsOf = ({ control }: Pick<Readable, 'control'>): Readables | null =>
  control in lineParts ? lineParts[control as keyof typeof lineParts] : null;

/** Fields of every record (`commonShape` and its neighbours in define.ts). */
const besides: Readables = {
  date: { label: 'Fecha', control: 'day' },
  asset_id: { label: 'Insumo', control: 'asset' },
  expires: { label: 'Vencimiento', control: 'day' },
  reproductive_cycle_id: { label: 'Ciclo reproductivo', control: 'cycle' },
  withdrawal_reason: { label: 'Motivo de la salida en retiro', control: 'text' },
  detail: { label: 'Detalle', control: 'text' },
  photos: { label: 'Fotos', control: 'photos' },
  carried_by: { label: 'Lo trajo', control: 'person' },
};

/** Metadata and confirmations, which are no facts of a record. */
export const silentFields: ReadonlySet<string> = new Set([
  'cid',
  'offline',
  'recorded_at',
  'base_version',
  'confirmed',
  'adds_to',
  'invoice_id',
]);

/** All fields that a record of a type may have, in the order of its form. */
export function readableFields(type: string): Readables {
  const kind = recordedKind(type);
  return { ...(kind ? kind.fields : systemFields[type]), ...besides };
}
