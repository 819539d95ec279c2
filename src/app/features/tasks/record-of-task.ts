import { consumption, treatment, weighing } from '#domain/movements/kinds/care.ts';
import { recategorization, transfer, weaning } from '#domain/movements/kinds/moves.ts';
import { pregnancyDiagnosis } from '#domain/movements/kinds/reproduction.ts';
import { asset } from '#domain/movements/kinds/supplies.ts';
import { searchable, type Task } from '#domain';

/** What a title calls for, first match: 'Pesar los terneros del destete' is a weighing. */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/\bpes(ar|ada|aje)/, weighing.type],
  [/\b(tacto|tactar|ecografia)/, pregnancyDiagnosis.type],
  [/\bdestet/, weaning.type],
  [/\b(vacun|desparasit|antiparasit|curar|tratamiento|banar)/, treatment.type],
  [/\brecategoriz/, recategorization.type],
  [/\b(racion|suplement|dar de comer|dar rollo)/, consumption.type],
  [/\b(mover|trasladar|traslado|cambiar de lote|pasar (a|al) )/, transfer.type],
];

const byKind: Readonly<Record<string, string>> = {
  sanidad: treatment.type,
  movimiento: transfer.type,
  compra: asset.type,
};

/** The kind of record that does a task, for 'Hacer ahora' (domain.md §2.10); null if none. */
export function recordOfTask({ title, kind }: Pick<Task, 'title' | 'kind'>): string | null {
  const words = searchable(title);
  return byWords.find(([pattern]) => pattern.test(words))?.[1] ?? byKind[kind] ?? null;
}
