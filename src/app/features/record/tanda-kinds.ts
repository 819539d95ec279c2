/** Kinds that can be recorded animal by animal, and what their button says (ux.md §1.2, Bulk). */
export const tandaWords: Readonly<
  Partial<Record<string, { readonly title: string; readonly one: string; readonly done: string }>>
> = {
  WEIGHING: { title: 'Pesar de a uno', one: 'pesada', done: 'Pesada guardada en este celular' },
  BIRTH: { title: 'Ronda de nacimientos', one: 'nacimiento', done: 'Nacimientos guardados en este celular' },
};

/** One tanda of a kind is under way at a time, wherever it was begun: after a dead battery it must be found from anywhere. */
export const tandaDraftKey = (type: string): string => `tanda ${type}`;

/** How many touches of a tanda a draft holds. */
export function touchesIn(draft: Readonly<Record<string, unknown>> | null | undefined): number {
  const touches = draft?.['touches'];
  return Array.isArray(touches) ? touches.length : 0;
}
