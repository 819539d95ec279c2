/** The ten families of movements (ux.md §4.3): each has a colour and a heading in the menu. */
export const movementGroups = {
  altas: 'Altas',
  bajas: 'Bajas',
  clima: 'Clima',
  sanidad: 'Sanidad',
  reproduccion: 'Reproducción',
  internos: 'Internos',
  comercial: 'Comercial',
  pesaje: 'Pesaje',
  insumos: 'Insumos',
  sistema: 'Sistema',
} as const;

export type MovementGroup = keyof typeof movementGroups;
