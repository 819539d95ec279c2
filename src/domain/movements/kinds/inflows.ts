import { addDays } from '../../dates.ts';
import { gestationDays } from '../../farm/gestation.ts';
import { counted } from '../../text.ts';
import type { ChildDraft } from '../answers.ts';
import { defineKind } from '../define.ts';
import {
  animals,
  category,
  choice,
  dated,
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
import { bornIn, comeIn, countedAs, headsAt, joined } from '../postings.ts';
import { headsSaid, isBlank, numberAt, type Said } from '../said.ts';
import { limits } from '../../limits.ts';

interface Born {
  readonly date: string;
  readonly lot_id?: string | null;
  readonly rodeo_id?: string | null;
  /** Optional with another backend. */
  readonly animals?: readonly { readonly count: number }[];
  readonly stillborn?: number;
  readonly mother_category?: string;
  readonly to_category?: string;
  readonly mothers?: number;
}

/** Heifers that calved become cows, where the record says so (domain.md §3.1, BIRTH). */
function calvedOf(born: Born): ChildDraft | null {
  const { date, lot_id, rodeo_id, animals: calves = [], stillborn, mother_category: from_category, to_category } = born;
  const count = born.mothers ?? bornIn(calves, stillborn);
  if (!to_category || count === 0) return null;
  const payload = { date, lot_id, rodeo_id, from_category, to_category, count, reason: 'parto' };
  return { type: 'RECATEGORIZATION', payload };
}

/** No mother given, or 'Sin lote', which has no recategorization. */
const passesNobody = (said: Said): boolean => isBlank(said.mother_category) || said.lot_id === null;

const bornSaid = (said: Said): number => headsSaid(said) + numberAt(said, 'stillborn');

/** Animals that come in (domain.md §3.1). */
export const birth = defineKind({
  type: 'BIRTH',
  label: 'Nacimiento',
  icon: 'calf',
  group: 'altas',
  herd: 'in',
  // Its child may take more mothers than the book holds.
  countsShort: true,
  calves: { otherwise: 'Solo nacen terneros: elegí una categoría al pie', unsexed: null },
  child: {
    of: (p) => calvedOf(p as unknown as Born),
    fields: { from_category: 'mother_category', count: 'mothers' },
  },
  cycle: {
    span: ({ service_start, service_end }) => [
      addDays(service_start, gestationDays - 30),
      addDays(service_end, gestationDays + 30),
    ],
    counts: (p) => ({ born_alive: headsSaid(p), calved: bornSaid(p) }),
  },
  form: {
    needless: {
      to_category: passesNobody,
      mothers: (said) => passesNobody(said) || isBlank(said.to_category) || bornSaid(said) < 2,
    },
    saves: countedAs('nacimiento'),
  },
  routes: { create: 'birth', createAliases: ['load-birth'], editAliases: ['edit-birth'] },
  fields: {
    ...dated,
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
  postings: comeIn,
  summary: (p, names) =>
    joined(
      headsAt(p, names),
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
  bought: 'hacienda',
  temporaryId: true,
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
  postings: comeIn,
  summary: (p, names) => joined(headsAt(p, names), p.supplier),
});

export const externalTransfer = defineKind({
  type: 'EXTERNAL_TRANSFER',
  label: 'Ingreso por traslado',
  spoken: 'Llegada de otro campo',
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
  postings: comeIn,
  summary: (p, names) => headsAt(p, names),
});
