interface TandaWords {
  /** Of the tanda itself. */
  readonly title: string;
  /** On the form of the kind: the way into it. */
  readonly button: string;
  /** What one touch is. */
  readonly one: string;
  /** At the end. */
  readonly done: string;
}

/** Kinds that can be recorded animal by animal (ux.md §1.2, Bulk). */
export const tandaWords: Readonly<Partial<Record<string, TandaWords>>> = {
  WEIGHING: {
    title: 'Pesar de a uno',
    button: 'De a uno',
    one: 'pesada',
    done: 'Pesada guardada en este celular',
  },
  BIRTH: {
    title: 'Tanda de nacimientos',
    button: 'Tanda',
    one: 'nacimiento',
    done: 'Nacimientos guardados en este celular',
  },
};

/** One tanda of a kind is under way at a time, wherever it was begun: after a dead battery it must be found from anywhere. */
export const tandaDraftKey = (type: string): string => `tanda ${type}`;

/** How many touches of a tanda a draft holds. */
export function touchesIn(draft: Readonly<Record<string, unknown>> | null | undefined): number {
  const touches = draft?.['touches'];
  return Array.isArray(touches) ? touches.length : 0;
}
