import { sumOf } from '../rows.ts';
import { netHeads } from './ledger.ts';
import * as z from 'zod/mini';
import { maybe, oneOf, within } from '../schemas.ts';
import { averageKilos } from '../farm/likely-weight.ts';
import { limits } from '../limits.ts';
import { headsOf, listOf } from '../text.ts';
import type { Names } from './define.ts';
import { daySchema, freeText, idSchema, recordShape } from './fields.ts';
import { count } from './kinds/system.ts';
import type { Posting } from './ledger.ts';

/** Why a count differs from the book (domain.md §3.7). */
export const auditReasons = {
  faltante: 'Faltante',
  aparecido: 'Aparecido',
  error_de_carga: 'Error de carga',
  recategorizacion: 'Recategorización no registrada',
  muerte: 'Muerte no registrada',
  nacimiento: 'Nacimiento no registrado',
} as const;

const heads = within(z.int({ error: 'Ingresá un número entero' }), 0, limits.headsPerLine, ' cabezas por línea');

const countedLine = z.strictObject({
  type: idSchema,
  count: heads,
  /** What the phone showed at the time; the count is compared with the book all the same (domain.md §3.7). */
  expected: z.optional(z.int().check(z.gte(-limits.headsPerLine), z.lte(limits.headsPerLine))),
  reason: z.optional(oneOf(auditReasons)),
  /** Weight of a head on the day of an opening (domain.md §3.1). An edit without it keeps it; null removes it. */
  average_kg: maybe(averageKilos),
});
type CountLine = z.infer<typeof countedLine>;

/** A count of animals: opening stock or recount of a lot (domain.md §3.7, AUDIT_RECORD). */
export const auditForm = z
  .strictObject({
    date: daySchema,
    kind: z.enum(['opening', 'recount'], { error: 'Elegí una opción' }),
    lot_id: idSchema,
    rodeo_id: maybe(idSchema),
    counted: z
      .array(countedLine, { error: 'Ingresá al menos una categoría' })
      .check(
        z.minLength(1, { error: 'Ingresá al menos una categoría' }),
        z.maxLength(limits.linesPerMovement, { error: 'Son demasiadas líneas' }),
      ),
    ...recordShape,
  })
  .check(
    z.refine(({ kind, counted }) => kind === 'opening' || counted.every((line) => line.average_kg === undefined), {
      path: ['counted'],
      error: 'Un recuento no lleva kilos: registrá una pesada',
    }),
  );
export type AuditForm = z.infer<typeof auditForm>;

export const rejectionForm = z.strictObject({ reason: z.optional(freeText(limits.shortTextMaxLength)) });

/** One counted category against the book of its moment; derived again whenever that book changes. */
export interface CountedLine {
  readonly type: string;
  readonly count: number;
  readonly expected: number;
  readonly difference: number;
  readonly reason?: string;
  readonly average_kg?: number;
}

export type AuditState = 'pendiente' | 'aprobado' | 'rechazado';

/** A stored count. `rodeo_id` undefined: the whole lot, all rodeos. */
export interface Audit {
  readonly kind: AuditForm['kind'];
  readonly lot_id: string | null;
  readonly rodeo_id?: string | null;
  readonly counted: readonly CountedLine[];
  readonly state: AuditState;
  /** The office's decision; absent where none was needed. */
  readonly decided_at?: string | undefined;
  readonly decided_by?: string | null | undefined;
}

/** The book's heads of a category in the counted place, by rodeo. */
type BookOf = (category: string) => readonly { readonly rodeo: string | null; readonly head: number }[];

/**
 * The lines of a count against the book. Equal categories are added up; an opening is compared with nothing. `stood`: the lines that an
 * edit replaces.
 */
export function countAgainst(
  kind: AuditForm['kind'],
  lines: readonly CountLine[],
  book: BookOf,
  stood: readonly CountedLine[] = [],
): CountedLine[] {
  const counts = new Map<string, CountLine>();
  for (const line of lines) counts.set(line.type, { ...line, count: line.count + (counts.get(line.type)?.count ?? 0) });
  return [...counts.values()].map(({ type, count, expected: seen, reason }) => {
    const inBook = netHeads(book(type));
    const expected = kind === 'opening' ? 0 : (seen ?? inBook);
    const before = stood.find((line) => line.type === type);
    const average_kg =
      kind === 'opening'
        ? averageOf(
            lines.filter((line) => line.type === type),
            before,
          )
        : undefined;
    return {
      type,
      count,
      expected,
      difference: count - expected,
      ...(reason && { reason }),
      ...(average_kg !== undefined && { average_kg }),
    };
  });
}

/** The mean weight by heads of the lines that have one; without any, the earlier weight. */
function averageOf(same: readonly CountLine[], before: CountedLine | undefined): number | undefined {
  const said = same.flatMap(({ count, average_kg: kg }) => (typeof kg === 'number' ? [{ count, kg }] : []));
  if (said.length === 0) return same.some((line) => line.average_kg === null) ? undefined : before?.average_kg;
  const heads = sumOf(said, ({ count }) => count);
  if (said.length === 1 || heads === 0) return said[0]?.kg;
  const kilos = sumOf(said, ({ count, kg }) => count * kg);
  return Math.round((kilos / heads) * 100) / 100;
}

/** The postings of an opening. Those of a recount depend on the book of its moment (`recount.ts`). */
export const openingPostings = (audit: Pick<Audit, 'lot_id' | 'rodeo_id' | 'counted'>): Posting[] =>
  audit.counted
    .filter(({ difference }) => difference !== 0)
    .map(({ type, difference }) => ({
      lot: audit.lot_id,
      rodeo: audit.rodeo_id ?? null,
      category: type,
      head: difference,
    }));

export const differs = (audit: Pick<Audit, 'counted'>): boolean => audit.counted.some((line) => line.difference !== 0);

const [openingWords, recountWords] = ['Existencia inicial', 'Recuento'];

/** `Recuento en El Ombú: −1 vaca y +2 toros`. */
export function auditSummary(audit: Audit, names: Names): string {
  const where = names.lot(audit.lot_id);
  if (audit.kind === 'opening') {
    const there = audit.counted.filter((line) => line.count > 0);
    return `${openingWords} en ${where}: ${listOf(there.map((line) => headsOf(line.count, names.category(line.type)))) || '0'}`;
  }
  const changes = audit.counted
    .filter((line) => line.difference !== 0)
    .map(({ type, difference }) => {
      const sign = difference > 0 ? '+' : '−';
      return `${sign}${headsOf(Math.abs(difference), names.category(type))}`;
    });
  return `${recountWords} en ${where}: ${changes.length > 0 ? listOf(changes) : 'sin diferencias'}`;
}

const auditLine = new RegExp(`^(${openingWords}|${recountWords}) en (.+): (.+)$`);

export interface RecordWords {
  readonly kind: string;
  readonly amount: string | undefined;
  readonly where: readonly string[];
}

/** A record's summary in parts. A count names itself, unless another backend worded it. */
export function recordWords(type: string | null, label: string, summary: string): RecordWords {
  const [, name, place, found] = (type === count.type && auditLine.exec(summary)) || [];
  if (place !== undefined)
    return {
      kind: name === openingWords ? label.replace(count.label, name) : label,
      amount: found,
      where: [place],
    };
  const parts = summary ? summary.split(' · ') : [];
  const [amount, ...where] = parts[0] && label.startsWith(parts[0]) ? parts.slice(1) : parts;
  return { kind: label, amount, where };
}
