/** The colour families of ux.md §4.3; the words are the names of the tokens `--group-*`. */
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
