import { formatNumber } from '../../numbers.ts';
import { counted } from '../../text.ts';
import { defineKind, type FarmView } from '../define.ts';
import { category, choice, day, integer, lot, optional, rodeo, saidRodeo, text } from '../fields.ts';
import { joined, place } from '../postings.ts';

const heads = (label: string) => integer(label, 0, 100_000);

/** Records of the breeding year that move no animal (domain.md §3.4). */
export const pregnancyDiagnosis = defineKind({
  type: 'PREGNANCY_DIAGNOSIS',
  label: 'Diagnóstico de preñez',
  icon: 'glove',
  group: 'reproduccion',
  routes: { create: 'pregnancy-diagnosis' },
  fields: {
    date: day(),
    rodeo_id: saidRodeo(),
    examined: integer('Tactadas', 1, 100_000),
    pregnant_head: optional(heads('Cabeza'), { main: true }),
    pregnant_body: optional(heads('Cuerpo'), { main: true }),
    pregnant_tail: optional(heads('Cola'), { main: true }),
    pregnant: optional(heads('Preñadas (sin separar)')),
    empty: heads('Vacías'),
    doubtful: optional(heads('Dudosas')),
    method: optional(choice('Método', { tacto: 'Tacto rectal', ecografia: 'Ecografía' })),
    vet: text('Veterinario'),
    to_category: optional(category('Las vacías pasan a')),
    to_rodeo_id: rodeo('Las vacías van al rodeo', { main: false }),
    from_category: optional(category('Categoría de las vacías')),
    lot_id: lot('Lote de las vacías', { main: false }),
  },
  // Where the empty ones stand follows from the herd; written down, they are moved from there on every device (`children.ts`).
  complete: (p, farm) =>
    p.lot_id === undefined && (p.to_category ?? p.to_rodeo_id)
      ? { ...p, ...onlyLot(p.rodeo_id, p.from_category, farm) }
      : p,
  checks: [
    {
      holds: (p) => p.to_category === undefined || !p.to_rodeo_id,
      path: 'to_rodeo_id',
      message: 'Elegí la categoría o el rodeo, no los dos',
    },
    {
      holds: (p) => pregnantOf(p) + p.empty + (p.doubtful ?? 0) === p.examined,
      path: 'examined',
      message: 'Preñadas, vacías y dudosas tienen que sumar las tactadas',
    },
  ],
  summary: (p, names) =>
    joined(
      `${formatNumber(pregnantOf(p))} preñadas de ${formatNumber(p.examined)}`,
      `${formatNumber(p.empty)} vacías`,
      names.rodeo(p.rodeo_id),
    ),
});

/** The one lot where a rodeo has animals of a category; nothing where there are several. */
function onlyLot(
  rodeoId: string | null | undefined,
  categoryId: string | undefined,
  { cells }: FarmView,
): { lot_id?: string | null } {
  const here = cells.filter(
    (cell) => cell.rodeo === (rodeoId ?? null) && cell.category === categoryId && cell.head > 0,
  );
  const [first] = here;
  return first && here.length === 1 ? { lot_id: first.lot } : {};
}

interface Diagnosis {
  readonly pregnant?: number | undefined;
  readonly pregnant_head?: number | undefined;
  readonly pregnant_body?: number | undefined;
  readonly pregnant_tail?: number | undefined;
}

/** Pregnant in all: split by third of the service, or one figure. */
const pregnantOf = (p: Diagnosis): number =>
  p.pregnant ?? (p.pregnant_head ?? 0) + (p.pregnant_body ?? 0) + (p.pregnant_tail ?? 0);

export const abortion = defineKind({
  type: 'ABORTION',
  label: 'Aborto',
  icon: 'alert',
  group: 'bajas',
  caution: 'Usá guantes: posible brucelosis',
  routes: { create: 'abortion' },
  fields: {
    date: day(),
    lot_id: lot(),
    rodeo_id: rodeo(),
    count: integer('Vientres', 1, 100_000),
    category: optional(category('Categoría')),
    gestation_months: optional(integer('Meses de gestación', 1, 9)),
  },
  summary: (p, names) => joined(counted(p.count, 'aborto'), place(p.lot_id, p.rodeo_id, names)),
});
