import { defineKind } from '../define.ts';
import {
  animals,
  choice,
  dated,
  day,
  lot,
  money,
  optional,
  quantity,
  rodeo,
  saidLot,
  saidRodeo,
  text,
} from '../fields.ts';
import type { CycleRule } from '../answers.ts';
import { countedAs, goOut, headsAt, joined } from '../postings.ts';
import { headsSaid } from '../said.ts';

/** Own consumption and missing animals do not count as mortality (domain.md §3.2, §4.5). */
const deathCauses = {
  desconocida: 'Desconocida',
  enfermedad: 'Enfermedad',
  parto: 'Parto o distocia',
  rayo: 'Rayo o tormenta',
  empaste: 'Empaste',
  accidente: 'Accidente',
  predador: 'Predador',
  frio: 'Frío o temporal',
  sequia: 'Sequía o desnutrición',
  intoxicacion: 'Intoxicación',
  consumo_propio: 'Consumo propio',
  faltante: 'Faltante o robo',
  otra: 'Otra',
} as const;

const withdraws: CycleRule = { counts: (p, { isServed }) => ({ withdrawn: headsSaid(p, isServed) }) };

/** Animals that go out (domain.md §3.2). */
export const death = defineKind({
  type: 'DEATH',
  label: 'Muerte',
  icon: 'cross',
  group: 'bajas',
  herd: 'out',
  // Dead animals that were not served are calves at foot.
  cycle: {
    counts: (p, { isServed }) => ({
      withdrawn: headsSaid(p, isServed),
      calf_deaths: headsSaid(p, (line) => !isServed(line)),
    }),
  },
  form: { saves: countedAs('muerte') },
  routes: { create: 'death', editAliases: ['edit-death'] },
  fields: {
    ...dated,
    animals: animals(),
    cause: optional(choice('Causa', deathCauses), { main: true }),
    ear_tags: text('Caravanas', 500),
  },
  postings: goOut,
  summary: (p, names) => joined(headsAt(p, names), p.cause && deathCauses[p.cause]),
});

export const sell = defineKind({
  type: 'SELL',
  label: 'Venta',
  icon: 'handshake',
  group: 'comercial',
  herd: 'out',
  reviewed: true,
  handsOver: true,
  invoiced: true,
  temporaryId: true,
  cycle: withdraws,
  routes: { create: 'sell', createAliases: ['load-sell'], editAliases: ['edit-sell'] },
  fields: {
    date: day(),
    rodeo_id: saidRodeo(),
    lot_id: lot(),
    animals: animals(),
    buyer: text('Comprador'),
    destination: optional(
      choice('Destino', {
        invernada: 'Invernada',
        faena: 'Faena',
        feria: 'Feria o remate',
        directa: 'Directa',
        exportacion: 'Exportación',
      }),
    ),
    dte: text('Nº de DT-e', 40),
    gross_kg: optional(quantity('Kilos brutos', 'kg', 0, 10_000_000)),
    shrink_pct: optional(quantity('Desbaste', '%', 0, 30)),
    price_per_kg: money('Precio por kilo'),
    total: money('Importe total'),
  },
  postings: goOut,
  summary: (p, names) => joined(headsAt(p, names), p.buyer),
});

export const outgoingTransfer = defineKind({
  type: 'OUTGOING_TRANSFER',
  label: 'Egreso por traslado',
  spoken: 'Salida a otro campo',
  icon: 'truck-out',
  group: 'bajas',
  herd: 'out',
  reviewed: true,
  handsOver: true,
  cycle: withdraws,
  routes: { create: 'transfer/outgoing' },
  fields: {
    date: day(),
    lot_id: saidLot('Lote de origen'),
    rodeo_id: rodeo(),
    animals: animals(),
    destination: text('Destino'),
    destination_renspa: text('RENSPA de destino', 20),
    dte: text('Nº de DT-e', 40),
    carrier: text('Transportista'),
  },
  postings: goOut,
  summary: (p, names) => joined(headsAt(p, names), p.destination),
});
