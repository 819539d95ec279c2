import { sumOf } from '../../rows.ts';
import { addDays } from '../../dates.ts';
import { gestationDays } from '../../farm/gestation.ts';
import { formatNumber } from '../../numbers.ts';
import { counted } from '../../text.ts';
import type { ChildDraft } from '../answers.ts';
import { defineKind, type FarmView } from '../define.ts';
import { category, choice, dated, day, integer, lot, optional, rodeo, saidRodeo, text } from '../fields.ts';
import { joined, place } from '../postings.ts';
import { numberAt, type Said } from '../said.ts';

const heads = (label: string) => integer(label, 0, 100_000);

interface Diagnosed {
  readonly date: string;
  readonly rodeo_id: string | null;
  readonly lot_id?: string | null;
  readonly empty: number;
  readonly from_category?: string;
  readonly to_category?: string;
  readonly to_rodeo_id?: string | null;
}

/** Empty cows may pass to a category or a rodeo (domain.md §3.4). */
function cullingOf(diagnosed: Diagnosed): ChildDraft | null {
  const { date, rodeo_id, lot_id, empty, from_category, to_category, to_rodeo_id } = diagnosed;
  if (!(empty > 0)) return null;
  if (to_category !== undefined) {
    const where = { lot_id, rodeo_id, from_category, to_category };
    return { type: 'RECATEGORIZATION', payload: { date, ...where, count: empty, reason: 'descarte' } };
  }
  if (!to_rodeo_id) return null;
  const animals = [{ type: from_category, count: empty }];
  return { type: 'CHANGE_RODEO', payload: { date, from_rodeo_id: rodeo_id, to_rodeo_id, lot_id, animals } };
}

const thirds = ['pregnant_head', 'pregnant_body', 'pregnant_tail'] as const;

/** Pregnant in all: one figure, or three thirds. Works for another backend's record too. */
const pregnantSaid = (said: Said): number =>
  typeof said.pregnant === 'number' ? said.pregnant : sumOf(thirds, (third) => numberAt(said, third));

/** Records of the breeding year; none moves animals (domain.md §3.4). */
export const pregnancyDiagnosis = defineKind({
  type: 'PREGNANCY_DIAGNOSIS',
  label: 'Diagnóstico de preñez',
  spoken: 'Tacto',
  icon: 'glove',
  group: 'reproduccion',
  routes: { create: 'pregnancy-diagnosis' },
  child: {
    of: (p) => cullingOf(p as unknown as Diagnosed),
    fields: { animals: 'from_category', from_rodeo_id: 'rodeo_id' },
  },
  cycle: {
    span: ({ service_start, service_end }) => [service_start, addDays(service_end, gestationDays)],
    counts: (p) => ({
      examined: numberAt(p, 'examined'),
      pregnant: pregnantSaid(p),
      head: numberAt(p, 'pregnant_head'),
      body: numberAt(p, 'pregnant_body'),
      tail: numberAt(p, 'pregnant_tail'),
      empty: numberAt(p, 'empty'),
    }),
  },
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
  // The lot of the empty cows is stored, so that every device moves them from there (`cullingOf`).
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
      holds: (p) => pregnantSaid(p) + p.empty + (p.doubtful ?? 0) === p.examined,
      path: 'examined',
      message: 'Preñadas, vacías y dudosas tienen que sumar las tactadas',
    },
  ],
  summary: (p, names) =>
    joined(
      `${formatNumber(pregnantSaid(p))} preñadas de ${formatNumber(p.examined)}`,
      `${formatNumber(p.empty)} vacías`,
      names.rodeo(p.rodeo_id),
    ),
});

/** The only lot where a rodeo has animals of a category; none where there are several. */
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

export const abortion = defineKind({
  type: 'ABORTION',
  label: 'Aborto',
  icon: 'alert',
  group: 'bajas',
  caution: 'Usá guantes: posible brucelosis',
  routes: { create: 'abortion' },
  cycle: {
    span: ({ service_start, service_end }) => [service_start, addDays(service_end, gestationDays + 20)],
    counts: (p) => ({ aborted: numberAt(p, 'count') }),
  },
  fields: {
    ...dated,
    count: integer('Vientres', 1, 100_000),
    category: optional(category('Categoría')),
    gestation_months: optional(integer('Meses de gestación', 1, 9)),
  },
  summary: (p, names) => joined(counted(p.count, 'aborto'), place(p, names)),
});
