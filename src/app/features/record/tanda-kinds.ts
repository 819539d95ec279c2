import { weighing } from '#domain/movements/kinds/care.ts';
import { birth } from '#domain/movements/kinds/inflows.ts';

interface TandaKind {
  readonly title: string;
  /** Label in the kind's form. */
  readonly button: string;
  readonly one: string;
  readonly done: string;
  /** Asked once for all. */
  readonly place: readonly string[];
}

/** Kinds recordable animal by animal (ux.md §1.2, Bulk). */
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

/** One tanda per kind, wherever begun: after a dead battery it must be found from anywhere. */
export const tandaDraftKey = (type: string): string => `tanda ${type}`;

/** Touches in a draft. */
export function touchesIn(draft: Readonly<Record<string, unknown>> | null | undefined): number {
  const touches = draft?.touches;
  return Array.isArray(touches) ? touches.length : 0;
}
