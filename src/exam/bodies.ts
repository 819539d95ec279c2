import type { MovementType } from '../domain/movements/types.ts';

/** A day that lies in the past wherever the backend stands. */
export const examDay = '2026-02-10';

type Ids = Readonly<Record<string, string>>;

const heads = (ids: Ids, name: string, count: number, rest: object = {}) => [
  { type: ids[`category ${name}`], count, ...rest },
];
const atCria = (ids: Ids) => ({ lot_id: ids['lot'], rodeo_id: ids['cria'] });
const atInvernada = (ids: Ids) => ({ lot_id: ids['bajo'], rodeo_id: ids['invernada'] });
const medicine = [{ name: 'Ivermectina', dose: '10 ml', quantity: 20, unit: 'ml' }];

/** A body of each kind that wire.md's table would take, with the farm's own ids. */
const bodies: Readonly<Partial<Record<MovementType, (ids: Ids) => object>>> = {
  RAIN: () => ({ mm: 22.5 }),
  FROST: () => ({ intensity: 'fuerte', min_temperature: -3.2 }),
  EXTREME_TEMPERATURE: () => ({ extreme: 'calor', max_temperature: 41 }),
  HAIL: () => ({ intensity: 'moderada', stone_mm: 20 }),
  BIRTH: (ids) => ({ ...atCria(ids), animals: heads(ids, 'Ternero al pie', 2) }),
  DEATH: (ids) => ({ ...atCria(ids), animals: heads(ids, 'Vaca', 1), cause: 'rayo' }),
  BUY: (ids) => ({ ...atInvernada(ids), animals: heads(ids, 'Novillito', 4) }),
  SELL: (ids) => ({ ...atInvernada(ids), animals: heads(ids, 'Novillo', 3) }),
  WEANING: (ids) => ({
    ...atCria(ids),
    to_lot_id: ids['bajo'],
    to_rodeo_id: ids['invernada'],
    animals: heads(ids, 'Ternero al pie', 2),
  }),
  RECATEGORIZATION: (ids) => ({
    ...atInvernada(ids),
    from_category: ids['category Novillito'],
    to_category: ids['category Novillo'],
    count: 2,
  }),
  TRANSFER: (ids) => ({
    from_lot_id: ids['lot'],
    to_lot_id: ids['bajo'],
    rodeo_id: ids['cria'],
    animals: heads(ids, 'Vaca', 2),
  }),
  TRANSFER_RODEO: (ids) => ({
    rodeo_id: ids['cria'],
    from_lot_id: ids['lot'],
    to_lot_id: ids['bajo'],
    animals: heads(ids, 'Toro', 1),
  }),
  CHANGE_RODEO: (ids) => ({
    from_rodeo_id: ids['cria'],
    to_rodeo_id: ids['invernada'],
    lot_id: ids['lot'],
    animals: heads(ids, 'Vaca', 1),
  }),
  EXTERNAL_TRANSFER: (ids) => ({ ...atInvernada(ids), animals: heads(ids, 'Novillito', 3), origin: 'aparecidos' }),
  OUTGOING_TRANSFER: (ids) => ({ ...atCria(ids), animals: heads(ids, 'Toro', 1), destination: 'Campo de Juan' }),
  PREGNANCY_DIAGNOSIS: (ids) => ({ rodeo_id: ids['cria'], examined: 60, pregnant: 53, empty: 6, doubtful: 1 }),
  ABORTION: (ids) => ({ ...atCria(ids), count: 1, category: ids['category Vaca'] }),
  TREATMENT: (ids) => ({
    ...atCria(ids),
    animals: heads(ids, 'Vaca', 10),
    reason: 'desparasitacion',
    products: medicine,
    withdrawal_days: 35,
  }),
  MEDICINE: (ids) => ({
    ...atCria(ids),
    animals: heads(ids, 'Vaca', 1),
    reason: 'antibiotico',
    products: [{ name: 'Oxitetraciclina' }],
  }),
  WEIGHING: (ids) => ({ ...atInvernada(ids), animals: heads(ids, 'Novillito', 30, { total_kg: 5400 }) }),
  CONSUMPTION: (ids) => ({ ...atInvernada(ids), product: 'silo', quantity: 1250.5, unit: 'kg' }),
  ASSET: () => ({ name: 'Ivermectina del examen', quantity: 12, unit: 'unidad' }),
  ASSET_BATCH: () => ({ lines: [{ name: 'Sal del examen', unit: 'bolsa', quantity: 10 }] }),
  ASSET_CONSUMPTION: (ids) => ({ name: 'Sal del examen', quantity: 2, unit: 'bolsa', lot_id: ids['bajo'] }),
};

/** The body that records a kind; null for one that the exam knows nothing of. */
export function bodyOf(type: MovementType, ids: Ids): object | null {
  const body = bodies[type];
  return body ? { date: examDay, ...body(ids) } : null;
}
