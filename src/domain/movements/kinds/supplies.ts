import { formatNumber } from '../../numbers.ts';
import { counted } from '../../text.ts';
import { defineKind } from '../define.ts';
import { choice, day, lot, money, quantity, requiredText, rodeo, supplies, text } from '../fields.ts';
import { joined, place } from '../postings.ts';

const units = {
  dosis: 'dosis',
  ml: 'ml',
  l: 'l',
  kg: 'kg',
  t: 't',
  rollo: 'rollos',
  fardo: 'fardos',
  bolsa: 'bolsas',
  unidad: 'unidades',
} as const;

const measured = (p: { readonly quantity: number; readonly unit: keyof typeof units; readonly name: string }): string =>
  `${formatNumber(p.quantity)} ${units[p.unit]} de ${p.name}`;

/** What comes into the store room and what is used up (domain.md §3.5, assets). */
export const asset = defineKind({
  type: 'ASSET',
  label: 'Ingreso de insumo',
  icon: 'box',
  group: 'insumos',
  routes: { create: 'load-asset', editAliases: ['edit-asset'] },
  fields: {
    date: day(),
    name: requiredText('Insumo', 80),
    quantity: quantity('Cantidad', '', 0.01, 1_000_000),
    unit: choice('Unidad', units),
    supplier: text('Proveedor'),
    batch: text('Partida', 40),
    total: money('Importe total'),
  },
  summary: (p) => joined(measured(p), p.supplier),
});

export const assetBatch = defineKind({
  type: 'ASSET_BATCH',
  label: 'Ingreso múltiple de insumos',
  icon: 'boxes',
  group: 'insumos',
  routes: { create: '/api/asset/{org}/batch', edit: '/api/asset/{org}/batch/{id}' },
  fields: {
    date: day(),
    lines: supplies(),
    supplier: text('Proveedor'),
    total: money('Importe total'),
  },
  summary: (p) => joined(counted(p.lines.length, 'insumo'), p.lines.map((line) => line.name).join(', '), p.supplier),
});

export const assetConsumption = defineKind({
  type: 'ASSET_CONSUMPTION',
  label: 'Consumo de insumo',
  icon: 'box-minus',
  group: 'insumos',
  routes: { create: '/api/asset/{org}/consume', edit: '/api/asset/{org}/consume/{id}' },
  fields: {
    date: day(),
    name: requiredText('Insumo', 80),
    quantity: quantity('Cantidad', '', 0.01, 1_000_000),
    unit: choice('Unidad', units),
    lot_id: lot('Lote', { main: false }),
    rodeo_id: rodeo('Rodeo', { main: false }),
  },
  summary: (p, names) => joined(measured(p), p.lot_id || p.rodeo_id ? place(p.lot_id, p.rodeo_id, names) : null),
});
