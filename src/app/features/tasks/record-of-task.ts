import type { Task } from '../../../domain/office/tasks.ts';
import { searchable } from '../../../domain/text.ts';

/** What the words of a task call for. The first that fits counts: 'Pesar los terneros del destete' is a weighing. */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/\bpes(ar|ada|aje)/, 'WEIGHING'],
  [/\b(tacto|tactar|ecografia)/, 'PREGNANCY_DIAGNOSIS'],
  [/\bdestet/, 'WEANING'],
  [/\b(vacun|desparasit|antiparasit|curar|tratamiento|banar)/, 'TREATMENT'],
  [/\brecategoriz/, 'RECATEGORIZATION'],
  [/\b(racion|suplement|dar de comer|dar rollo)/, 'CONSUMPTION'],
  [/\b(mover|trasladar|traslado|cambiar de lote|pasar (a|al) )/, 'TRANSFER'],
];

const byKind: Readonly<Record<string, string>> = { sanidad: 'TREATMENT', movimiento: 'TRANSFER', compra: 'ASSET' };

/** The kind of record that a task is done with: what 'Hacer ahora' opens (domain.md §2.10). Null where none tells of it. */
export function recordOfTask({ title, kind }: Pick<Task, 'title' | 'kind'>): string | null {
  const words = searchable(title);
  return byWords.find(([pattern]) => pattern.test(words))?.[1] ?? byKind[kind] ?? null;
}
