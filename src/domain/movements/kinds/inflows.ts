import { counted } from '../../text.ts';
import { defineKind } from '../define.ts';
import {
  animals,
  category,
  choice,
  day,
  integer,
  lot,
  money,
  optional,
  requiredLot,
  rodeo,
  saidRodeo,
  text,
} from '../fields.ts';
import { bornIn, heads, joined, place, putIn } from '../postings.ts';
import { limits } from '../../limits.ts';

/** Animals that come in (domain.md §3.1). */
export const birth = defineKind({
  type: 'BIRTH',
  label: 'Nacimiento',
  icon: 'calf',
  group: 'altas',
  herd: 'in',
  routes: { create: 'birth', createAliases: ['load-birth'], editAliases: ['edit-birth'] },
  fields: {
    date: day(),
    lot_id: lot(),
    rodeo_id: rodeo(),
    animals: animals('Terneros'),
    mother_category: optional(category('Madre')),
    to_category: optional(category('Las madres pasan a')),
    mothers: optional(integer('Madres que parieron', 1, limits.headsPerLine)),
    stillborn: optional(integer('Nacidos muertos', 0, 1000)),
    assistance: optional(choice('Asistencia', { sin_ayuda: 'Sin ayuda', con_ayuda: 'Con ayuda', cesarea: 'Cesárea' })),
    ear_tags: text('Caravanas', 500),
  },
  checks: [
    {
      holds: (p) => (p.mothers ?? 0) <= bornIn(p.animals, p.stillborn),
      path: 'mothers',
      message: 'No puede haber más madres que nacidos',
    },
  ],
  postings: (p) => putIn(p.animals, p.lot_id, p.rodeo_id),
  summary: (p, names) =>
    joined(
      heads(p.animals, names),
      place(p.lot_id, p.rodeo_id, names),
      p.mother_category && `madre ${names.category(p.mother_category).toLocaleLowerCase('es-AR')}`,
      p.stillborn ? counted(p.stillborn, 'nacido muerto', 'nacidos muertos') : null,
    ),
});

export const buy = defineKind({
  type: 'BUY',
  label: 'Compra',
  icon: 'cart',
  group: 'comercial',
  herd: 'in',
  reviewed: true,
  invoiced: true,
  routes: { create: 'purchase', createAliases: ['load-buy'], editAliases: ['edit-buy'] },
  fields: {
    date: day(),
    rodeo_id: saidRodeo(),
    lot_id: lot(),
    animals: animals(),
    supplier: text('Proveedor'),
    origin_renspa: text('RENSPA de origen', 20),
    dte: text('Nº de DT-e', 40),
    unit_price: money('Precio por cabeza sin IVA'),
    total: money('Importe total sin IVA'),
  },
  postings: (p) => putIn(p.animals, p.lot_id, p.rodeo_id),
  summary: (p, names) => joined(heads(p.animals, names), place(p.lot_id, p.rodeo_id, names), p.supplier),
});

export const externalTransfer = defineKind({
  type: 'EXTERNAL_TRANSFER',
  label: 'Ingreso por traslado',
  icon: 'truck-in',
  group: 'altas',
  herd: 'in',
  reviewed: true,
  routes: { create: 'transfer/incoming' },
  fields: {
    date: day(),
    lot_id: requiredLot('Lote de destino'),
    rodeo_id: rodeo(),
    animals: animals(),
    origin: optional(
      choice('Origen', {
        otro_campo: 'Otro campo propio',
        capitalizacion: 'Capitalización o pastoreo',
        devolucion: 'Devolución',
        aparecidos: 'Aparecidos',
      }),
    ),
    origin_renspa: text('RENSPA de origen', 20),
    dte: text('Nº de DT-e', 40),
  },
  postings: (p) => putIn(p.animals, p.lot_id, p.rodeo_id),
  summary: (p, names) => joined(heads(p.animals, names), place(p.lot_id, p.rodeo_id, names)),
});
