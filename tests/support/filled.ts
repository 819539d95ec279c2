import { metadataFieldsOf, type Movement, movementSchema } from '../../src/domain/movements/movement.ts';
import { recordedKind } from '../../src/domain/movements/registry.ts';
import type { RecordedKind } from '../../src/domain/movements/define.ts';
import type { Field } from '../../src/domain/movements/fields.ts';

/** Which of two values a field is filled with. */
type Variant = 0 | 1;

const either = <T>(one: T, other: T) => [one, other] as const;
const animals = either(
  [
    { type: 'vaca', count: 12, to_type: 'toro' },
    { type: 'novillito', count: 3 },
  ],
  [{ type: 'vaca', count: 10, to_type: 'toro' }],
);
const withoutTarget = animals.map((lines) => lines.map(({ type, count }) => ({ type, count })));

/** Two values of each control of the forms, with every part of their lines. */
const samples: Readonly<Record<Field['control'], readonly [unknown, unknown]>> = {
  day: either('2026-09-12', '2026-09-10'),
  lot: either('ombu', 'bajo'),
  lots: either(['ombu'], ['ombu', 'bajo']),
  rodeo: either('cria', 'invernada'),
  campo: either('sur', 'norte'),
  category: either('vaca', 'novillito'),
  animals,
  weighed: either(
    [
      {
        type: 'novillito',
        count: 2,
        total_kg: 801.5,
        average_kg: 400.75,
        weights: [{ kg: 400, tag: 'AR 7' }, { kg: 401.5 }],
      },
      { type: 'vaca', count: 4, total_kg: 1640, average_kg: 410 },
    ],
    [{ type: 'vaca', count: 4, total_kg: 1648, average_kg: 412 }],
  ),
  products: either(
    [{ asset_id: 'iver', name: 'Ivermectina', dose: '10 ml', unit: 'ml', quantity: 120.125 }],
    [{ name: 'Oxitetraciclina', dose: '5 ml', unit: 'l', quantity: 2 }],
  ),
  supplies: either(
    [{ asset_id: 'sal', name: 'Sal', unit: 'bolsa', quantity: 10, batch: 'L-1', expires: '2027-03-01' }],
    [{ name: 'Rollos', unit: 'rollo', quantity: 48, batch: 'L-2', expires: '2028-03-01' }],
  ),
  unit: either('kg', 'rollo'),
  integer: either(7, 9),
  quantity: either(4.5, 3.25),
  money: either('18500000.05', '99.90'),
  text: either('=Haras; "S"\nx', '-Agro Sur'),
  time: either('17:40', '06:05'),
  choice: either('', ''),
  choices: either('', ''),
  flag: either(true, undefined),
};

function sampleOf(field: Field, variant: Variant): unknown {
  const words = Object.keys(field.options ?? {});
  if (field.control === 'choice') return words[variant];
  if (field.control === 'choices') return words.slice(0, variant + 1);
  const [one, other] = samples[field.control];
  const value = variant === 0 ? one : other;
  // Calves that are weaned alone say what they pass to.
  return field.schema.safeParse(value).success || field.control !== 'animals' ? value : withoutTarget[variant];
}

/** A payload of a kind in which every field has a value, and what any record may carry beside; variant 1 says all of it otherwise. */
export function filled(kind: RecordedKind, variant: Variant): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(kind.fields)) fields[name] = sampleOf(field, variant);
  return {
    ...fields,
    detail: variant === 0 ? 'Parió sola' : '@con ayuda',
    reproductive_cycle_id: variant === 0 ? 'servicio' : 'otro-servicio',
    photos: variant === 0 ? ['a'.repeat(64)] : ['a'.repeat(64), 'b'.repeat(64)],
    ...(kind.handsOver && { withdrawal_reason: variant === 0 ? 'Faena de urgencia' : 'Autorizado' }),
    ...(kind.supplies?.at === 'payload' && { expires: variant === 0 ? '2027-05-01' : '2028-05-01' }),
  };
}

/** A record as the wire has it, of a payload. */
export function recordOf(type: string, payload: Readonly<Record<string, unknown>>, changes: object = {}): Movement {
  const place = recordedKind(type)?.place;
  const idAt = (field: string | undefined): unknown => payload[field ?? ''] ?? null;
  return movementSchema.parse({
    id: 'movement-1',
    type,
    date: payload['date'] ?? '2026-09-12',
    count: {},
    rodeoId: idAt(place?.rodeo),
    detail: payload['detail'] ?? null,
    reference: null,
    animals: payload['animals'] ?? [],
    organization_id: 'ombu',
    created_at: '2026-11-05T20:04:00.000Z',
    updated_at: '2026-11-05T20:04:00.000Z',
    created_by: 'ana',
    version: 1,
    deleted: false,
    metadata: { ...metadataFieldsOf(payload), lot_id: idAt(place?.lot), deletedBy: null, editHistory: [] },
    ...changes,
  });
}
