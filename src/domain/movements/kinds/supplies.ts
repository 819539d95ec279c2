import { timesBy } from '../../rows.ts';
import { formatNumber } from '../../numbers.ts';
import { differenceWords } from '../../supplies/stock-count.ts';
import { type SupplyUnit, unitWord } from '../../supplies/units.ts';
import { counted } from '../../text.ts';
import { defineKind } from '../define.ts';
import {
  choice,
  day,
  flag,
  lot,
  money,
  optional,
  quantity,
  requiredText,
  rodeo,
  supplies,
  supplyUnit,
  text,
  unlessById,
} from '../fields.ts';
import { joined, place } from '../postings.ts';

interface Measured {
  readonly asset_id?: string | undefined;
  readonly quantity: number;
  readonly unit?: SupplyUnit | undefined;
  readonly name?: string | undefined;
}

const measured = (p: Measured): string =>
  `${formatNumber(p.quantity)} ${unitWord(p.unit ?? 'unidad', p.quantity)} de ${p.name ?? ''}`;

interface Adjusted extends Measured {
  readonly entry_kind?: string | null | undefined;
  readonly counted?: unknown;
}

/** What was counted and what that changed; or, of a difference that somebody wrote, how much it is. */
const adjusted = (p: Adjusted): string => {
  const words = differenceWords({ ...p });
  if (words === null || typeof p.counted !== 'number') return joined('Ajuste', measured(p));
  return joined('Ajuste', `contado: ${measured({ ...p, quantity: p.counted })}`, words);
};

const item = unlessById(requiredText('Insumo', 80));
const unit = unlessById(supplyUnit());
const saysWhich = [
  { holds: (p: Measured) => Boolean(p.asset_id ?? p.name), path: 'name', message: 'Ingresá el insumo' },
  { holds: (p: Measured) => Boolean(p.asset_id ?? p.unit), path: 'unit', message: 'Elegí una opción' },
] as const;

/** Stock in and out (domain.md §3.5, assets). */
export const asset = defineKind({
  type: 'ASSET',
  label: 'Ingreso de insumo',
  spoken: 'Entrada de un insumo',
  icon: 'box',
  group: 'insumos',
  bought: 'insumos',
  routes: { create: 'load-asset', editAliases: ['edit-asset'] },
  supplies: { at: 'payload', named: 'name', entry: 'ingreso', sign: 1, makes: true },
  fields: {
    date: day(),
    name: item,
    quantity: quantity('Cantidad', '', 0.01, 1_000_000),
    unit,
    supplier: text('Proveedor'),
    batch: text('Partida', 40),
    total: money('Importe total sin IVA'),
    entry_kind: optional(
      choice('Concepto', { ingreso: 'Ingreso', devolucion: 'Devolución', ajuste: 'Ajuste por recuento' }),
    ),
    reason: text('Motivo'),
  },
  checks: [...saysWhich],
  summary: (p) => joined(p.entry_kind === 'ajuste' ? adjusted(p) : measured(p), p.supplier),
});

export const assetBatch = defineKind({
  type: 'ASSET_BATCH',
  label: 'Ingreso múltiple de insumos',
  spoken: 'Entrada de varios insumos',
  icon: 'boxes',
  group: 'insumos',
  invoiced: true,
  bought: 'insumos',
  routes: { create: '/api/asset/{org}/batch', edit: '/api/asset/{org}/batch/{id}' },
  supplies: { at: 'lines', named: 'name', entry: 'ingreso', sign: 1, makes: true },
  fields: {
    date: day(),
    lines: supplies(),
    supplier: text('Proveedor'),
    total: money('Importe total sin IVA'),
  },
  summary: (p) => {
    const times = timesBy(p.lines, ({ name = '' }) => name);
    const said = [...times].map(([name, batches]) => (batches > 1 ? `${name} (${counted(batches, 'partida')})` : name));
    return joined(counted(times.size, 'insumo'), said.join(', '), p.supplier);
  },
});

export const assetConsumption = defineKind({
  type: 'ASSET_CONSUMPTION',
  label: 'Consumo de insumo',
  spoken: 'Usar un insumo',
  icon: 'box-minus',
  group: 'insumos',
  routes: { create: '/api/asset/{org}/consume', edit: '/api/asset/{org}/consume/{id}' },
  supplies: { at: 'payload', named: 'name', entry: 'consumo', sign: -1, makes: true },
  fields: {
    date: day(),
    name: item,
    quantity: quantity('Cantidad', '', 0.01, 1_000_000),
    unit,
    lot_id: lot('Lote', { main: false }),
    rodeo_id: rodeo('Rodeo', { main: false }),
    batch: text('Partida', 40),
    entry_kind: optional(choice('Concepto', { consumo: 'Consumo', merma: 'Merma', ajuste: 'Ajuste por recuento' })),
    reason: text('Motivo'),
    confirmed: flag('Registrar aunque no alcance el stock'),
  },
  checks: [...saysWhich],
  summary: (p, names) =>
    joined(
      p.entry_kind === 'merma' && 'Merma',
      p.entry_kind === 'ajuste' ? adjusted(p) : measured(p),
      p.lot_id || p.rodeo_id ? place(p, names) : null,
    ),
});
