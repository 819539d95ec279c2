/** The colour groups of ux.md §4.3, as in the tokens `--group-*`. */
export const groups = [
  'altas',
  'bajas',
  'clima',
  'sanidad',
  'reproduccion',
  'internos',
  'comercial',
  'pesaje',
  'insumos',
  'sistema',
] as const;
export type Group = (typeof groups)[number];
