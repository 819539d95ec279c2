import { weighing } from '#domain/movements/kinds/care.ts';
import { birth } from '#domain/movements/kinds/inflows.ts';

interface TandaKind {
  /** Of the tanda itself. */
  readonly title: string;
  /** On the form of the kind: the way into it. */
  readonly button: string;
  /** What one touch is. */
  readonly one: string;
  /** At the end. */
  readonly done: string;
  /** Fields that are asked once for all of it. */
  readonly place: readonly string[];
}

/** Kinds that can be recorded animal by animal (ux.md §1.2, Bulk). */
export const tandaKinds: Readonly<Partial<Record<string, TandaKind>>> = {
  [weighing.type]: {
    title: 'Pesar de a uno',
    button: 'De a uno',
    one: 'pesada',
    done: 'Pesada guardada en este celular',
    place: ['rodeo_id', 'lot_id', 'date', 'weighing_type'],
  },
  [birth.type]: {
    title: 'Tanda de nacimientos',
    button: 'Tanda',
    one: 'nacimiento',
    done: 'Nacimientos guardados en este celular',
    place: ['lot_id', 'rodeo_id', 'date'],
  },
};

/** One tanda of a kind is under way at a time, wherever it was begun: after a dead battery it must be found from anywhere. */
export const tandaDraftKey = (type: string): string => `tanda ${type}`;

/** How many touches of a tanda a draft holds. */
export function touchesIn(draft: Readonly<Record<string, unknown>> | null | undefined): number {
  const touches = draft?.['touches'];
  return Array.isArray(touches) ? touches.length : 0;
}
