import type { Posting } from '../../ledger.ts';
import type { RecordedType } from '../../types.ts';

export interface WorkedExample {
  /** The wire's body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Written by hand from domain.md: an independent oracle. */
  readonly postings: readonly Posting[];
  /** With the names of `exampleNames`. */
  readonly summary: string;
}

const line = (lot: string | null, rodeo: string | null, category: string, head: number): Posting => ({
  lot,
  rodeo,
  category,
  head,
});
const date = '2026-09-12';
const cria = { lot_id: 'ombu', rodeo_id: 'cria' };
const invernada = { lot_id: 'bajo', rodeo_id: 'invernada' };
const withdrawn = [{ name: 'Ivermectina', dose: '10 ml', quantity: 120, unit: 'ml' }];

/** One example of each kind, on `example-farm.ts`; the compiler asks for all. */
export const workedExamples: Readonly<Record<RecordedType, WorkedExample>> = {
  BIRTH: {
    body: {
      date,
      ...cria,
      animals: [
        { type: 'ternero-pie', count: 12 },
        { type: 'ternera-pie', count: 9 },
      ],
    },
    postings: [line('ombu', 'cria', 'ternero-pie', 12), line('ombu', 'cria', 'ternera-pie', 9)],
    summary: '12 terneros al pie y 9 terneras al pie · El Ombú · Cría',
  },
  BUY: {
    body: {
      date,
      ...invernada,
      animals: [{ type: 'novillito', count: 40 }],
      supplier: 'Haras Sur',
      total: '18500000.00',
    },
    postings: [line('bajo', 'invernada', 'novillito', 40)],
    summary: '40 novillitos · El Bajo · Invernada · Haras Sur',
  },
  EXTERNAL_TRANSFER: {
    body: { date, lot_id: 'bajo', rodeo_id: 'cria', animals: [{ type: 'vaca', count: 3 }], origin: 'aparecidos' },
    postings: [line('bajo', 'cria', 'vaca', 3)],
    summary: '3 vacas · El Bajo · Cría',
  },
  DEATH: {
    body: { date, ...cria, animals: [{ type: 'vaca', count: 1 }], cause: 'rayo' },
    postings: [line('ombu', 'cria', 'vaca', -1)],
    summary: '1 vaca · El Ombú · Cría · Rayo o tormenta',
  },
  SELL: {
    body: {
      date,
      ...invernada,
      animals: [{ type: 'novillo', count: 30 }],
      buyer: 'Frigorífico Norte',
    },
    postings: [line('bajo', 'invernada', 'novillo', -30)],
    summary: '30 novillos · El Bajo · Invernada · Frigorífico Norte',
  },
  OUTGOING_TRANSFER: {
    body: {
      date,
      ...cria,
      animals: [{ type: 'toro', count: 2 }],
      destination: 'Campo de Juan',
    },
    postings: [line('ombu', 'cria', 'toro', -2)],
    summary: '2 toros · El Ombú · Cría · Campo de Juan',
  },
  TRANSFER: {
    body: { date, from_lot_id: 'ombu', to_lot_id: 'bajo', rodeo_id: 'cria', animals: [{ type: 'vaca', count: 20 }] },
    postings: [line('ombu', 'cria', 'vaca', -20), line('bajo', 'cria', 'vaca', 20)],
    summary: '20 vacas · El Ombú → El Bajo',
  },
  TRANSFER_RODEO: {
    body: { date, rodeo_id: 'cria', from_lot_id: 'ombu', to_lot_id: 'bajo', whole: true },
    postings: [
      line('ombu', 'cria', 'vaca', -60),
      line('ombu', 'cria', 'toro', -2),
      line('bajo', 'cria', 'vaca', 60),
      line('bajo', 'cria', 'toro', 2),
    ],
    summary: 'Cría · El Ombú → El Bajo · 60 vacas y 2 toros',
  },
  CHANGE_RODEO: {
    body: {
      date,
      from_rodeo_id: 'cria',
      to_rodeo_id: 'invernada',
      lot_id: 'ombu',
      animals: [{ type: 'vaca', count: 5 }],
    },
    postings: [line('ombu', 'cria', 'vaca', -5), line('ombu', 'invernada', 'vaca', 5)],
    summary: '5 vacas · Cría → Invernada',
  },
  RECATEGORIZATION: {
    body: {
      date,
      ...invernada,
      from_category: 'novillito',
      to_category: 'novillo',
      count: 15,
    },
    postings: [line('bajo', 'invernada', 'novillito', -15), line('bajo', 'invernada', 'novillo', 15)],
    summary: '15 novillitos → Novillo · El Bajo · Invernada',
  },
  WEANING: {
    body: {
      date,
      ...cria,
      to_lot_id: 'bajo',
      to_rodeo_id: 'invernada',
      animals: [{ type: 'ternero-pie', count: 25 }],
    },
    postings: [line('ombu', 'cria', 'ternero-pie', -25), line('bajo', 'invernada', 'ternero', 25)],
    summary: '25 terneros al pie · El Ombú · Cría',
  },
  PREGNANCY_DIAGNOSIS: {
    body: {
      date,
      rodeo_id: 'cria',
      examined: 60,
      pregnant_head: 30,
      pregnant_body: 18,
      pregnant_tail: 5,
      empty: 6,
      doubtful: 1,
    },
    postings: [],
    summary: '53 preñadas de 60 · 6 vacías · Cría',
  },
  ABORTION: {
    body: { date, ...cria, count: 2, category: 'vaca' },
    postings: [],
    summary: '2 abortos · El Ombú · Cría',
  },
  TREATMENT: {
    body: {
      date,
      ...cria,
      animals: [{ type: 'vaca', count: 60 }],
      reason: 'desparasitacion',
      products: withdrawn,
      withdrawal_days: 35,
    },
    postings: [],
    summary: 'Desparasitación · Ivermectina · 60 vacas · El Ombú · Cría',
  },
  MEDICINE: {
    body: {
      date,
      lot_id: 'ombu',
      animals: [{ type: 'vaca', count: 1 }],
      reason: 'antibiotico',
      products: [{ name: 'Oxitetraciclina' }],
    },
    postings: [],
    summary: 'Antibiótico · Oxitetraciclina · 1 vaca · El Ombú · Cría',
  },
  WEIGHING: {
    body: { date, ...invernada, animals: [{ type: 'novillito', count: 30, total_kg: 5400 }] },
    postings: [],
    summary: '30 novillitos · 180 kg promedio · El Bajo · Invernada',
  },
  CONSUMPTION: {
    body: { date, ...invernada, product: 'silo de maíz', quantity: 1250.5, unit: 'kg' },
    postings: [],
    summary: '1.250,5 kg silo de maíz · El Bajo · Invernada',
  },
  ASSET: {
    body: { date, name: 'Ivermectina', quantity: 12, unit: 'unidad', supplier: 'Agro Sur', total: '37000.00' },
    postings: [],
    summary: '12 unidades de Ivermectina · Agro Sur',
  },
  ASSET_BATCH: {
    body: {
      date,
      lines: [
        { name: 'Rollos', unit: 'rollo', quantity: 48 },
        { name: 'Sal', unit: 'bolsa', quantity: 10 },
      ],
      supplier: 'Agro Sur',
    },
    postings: [],
    summary: '2 insumos · Rollos, Sal · Agro Sur',
  },
  ASSET_CONSUMPTION: {
    body: { date, name: 'Rollos', quantity: 2, unit: 'rollo', lot_id: 'bajo' },
    postings: [],
    summary: '2 rollos de Rollos · El Bajo',
  },
  RAIN: { body: { date, campo_id: 'sur', mm: 22.5 }, postings: [], summary: '22,5 mm · Campo Sur' },
  FROST: {
    body: { date, campo_id: 'sur', intensity: 'fuerte', min_temperature: -3.2 },
    postings: [],
    summary: 'Fuerte · -3,2 °C · Campo Sur',
  },
  EXTREME_TEMPERATURE: {
    body: { date, extreme: 'calor', max_temperature: 41 },
    postings: [],
    summary: 'Ola de calor · máx. 41 °C',
  },
  HAIL: {
    body: {
      date,
      campo_id: 'sur',
      intensity: 'moderada',
      stone: 'nuez',
      time: '17:40',
      stone_mm: 20,
      damage: ['pasturas', 'instalaciones'],
      damage_percent: 35,
    },
    postings: [],
    summary: 'Moderada · Piedra como nuez · Daño: Pasturas, Instalaciones · 35 % · 17:40 · Campo Sur',
  },
};
