/** Types that people record, as on the wire (product.md §3), in the order of the menu. */
export const recordedTypes = [
  'BIRTH',
  'RAIN',
  'DEATH',
  'TRANSFER',
  'TRANSFER_RODEO',
  'CHANGE_RODEO',
  'RECATEGORIZATION',
  'WEANING',
  'BUY',
  'SELL',
  'EXTERNAL_TRANSFER',
  'OUTGOING_TRANSFER',
  'WEIGHING',
  'TREATMENT',
  'MEDICINE',
  'CONSUMPTION',
  'PREGNANCY_DIAGNOSIS',
  'ABORTION',
  'FROST',
  'HAIL',
  'EXTREME_TEMPERATURE',
  'ASSET',
  'ASSET_BATCH',
  'ASSET_CONSUMPTION',
] as const;

export type RecordedType = (typeof recordedTypes)[number];

/** Types that the server writes (product.md §3). */
const systemTypes = [
  'CREATE_LOT',
  'EDIT_LOT',
  'DELETE_LOT',
  'CREATE_RODEO',
  'EDIT_RODEO',
  'DELETE_RODEO',
  'CREATE_REPRODUCTIVE_CYCLE',
  'EDIT_REPRODUCTIVE_CYCLE',
  'DELETE_REPRODUCTIVE_CYCLE',
  'AUDIT_RECORD',
] as const;

export type SystemType = (typeof systemTypes)[number];

export const movementTypes = [...recordedTypes, ...systemTypes] as const;

export type MovementType = RecordedType | SystemType;

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
