import type { rodeoColors } from '#domain';
import type { Group } from '#ui';

type RodeoColor = keyof typeof rodeoColors;

/** Rodeo colours reuse those of movement groups, which everybody can tell apart (ux.md §4.3). */
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

/** Grey without a colour, or with one unknown to this app. */
export const groupOfColor = (color: string | null): Group =>
  color !== null && Object.hasOwn(groups, color) ? groups[color as RodeoColor] : 'sistema';
