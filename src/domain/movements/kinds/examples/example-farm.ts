import { byId } from '../../../rows.ts';
import type { FarmView, Names } from '../../define.ts';
import type { RecordNames } from '../../words.ts';

const categories = [
  { id: 'ternero-pie', name: 'Ternero al pie', next_id: 'ternero' },
  { id: 'ternera-pie', name: 'Ternera al pie', next_id: 'ternera' },
  { id: 'ternero', name: 'Ternero', next_id: 'novillito' },
  { id: 'ternera', name: 'Ternera', next_id: 'vaquillona' },
  { id: 'vaquillona', name: 'Vaquillona', next_id: 'vaca' },
  { id: 'vaca', name: 'Vaca', next_id: null },
  { id: 'novillito', name: 'Novillito', next_id: 'novillo' },
  { id: 'novillo', name: 'Novillo', next_id: null },
  { id: 'toro', name: 'Toro', next_id: null },
];

/** The farm of the worked examples: Cría in El Ombú, Invernada in El Bajo. */
export const exampleFarm: FarmView = {
  categories,
  cells: [
    { lot: 'ombu', rodeo: 'cria', category: 'vaca', head: 60 },
    { lot: 'ombu', rodeo: 'cria', category: 'toro', head: 2 },
    { lot: 'bajo', rodeo: 'invernada', category: 'novillito', head: 80 },
  ],
};

const lots: Record<string, string> = { ombu: 'El Ombú', bajo: 'El Bajo' };
const rodeos: Record<string, string> = { cria: 'Cría', invernada: 'Invernada' };
const campos: Record<string, string> = { sur: 'Campo Sur', norte: 'Campo Norte' };

export const exampleNames: Names = {
  category: (id) => byId(categories, id)?.name ?? 'Categoría eliminada',
  lot: (id) => (id ? (lots[id] ?? 'Lote eliminado') : 'Sin lote'),
  rodeo: (id) => (id ? (rodeos[id] ?? 'Rodeo eliminado') : 'Sin rodeo'),
  campo: (id) => (id ? (campos[id] ?? 'Campo eliminado') : 'Todo el campo'),
};

const people: Record<string, string> = { ana: 'Ana Paz', beto: 'Beto Sosa' };

export const recordNames: RecordNames = {
  ...exampleNames,
  asset: (id) => (id === 'iver' ? 'Ivermectina' : 'Insumo eliminado'),
  cycle: (id) => (id === 'servicio' ? 'Servicio primavera 2026' : 'Servicio otoño 2026'),
  person: (id) => people[id] ?? 'Alguien del equipo',
};
