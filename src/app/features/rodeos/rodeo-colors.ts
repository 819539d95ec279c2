import type { rodeoColors } from '#domain';
import type { Group } from '#ui';

type RodeoColor = keyof typeof rodeoColors;

/** The colours of rodeos: those of the movement groups, which everybody can tell apart (ux.md §4.3). */
const groups: Readonly<Record<RodeoColor, Group>> = {
  verde: 'altas',
  bordo: 'bajas',
  azul: 'clima',
  turquesa: 'sanidad',
  violeta: 'reproduccion',
  marron: 'internos',
  mostaza: 'comercial',
  indigo: 'pesaje',
};

/** The tile of a rodeo's colour; one without a colour, or with a word of another app, is grey. */
export const groupOfColor = (color: string | null): Group =>
  color !== null && Object.hasOwn(groups, color) ? groups[color as RodeoColor] : 'sistema';
