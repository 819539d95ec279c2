import { formatNumber } from '../domain/numbers.ts';

/** Of the phone's own records, where no server has answered. */
export const offlineSentences = {
  notSaved:
    'No se pudo guardar en este celular. Lo que escribiste sigue acá: probá de nuevo y, si sigue igual, fijate que quede lugar',
  notDone: 'No se pudo hacer en este celular. Probá de nuevo: no se perdió ningún registro',
  noSpace:
    'No queda lugar en este celular y no se pudo guardar. Lo que escribiste sigue acá: borrá fotos o aplicaciones que no uses y probá de nuevo',
  gone: 'Este registro ya no está',
  sent: 'Este registro ya se envió',
  undone: 'Deshecho',
  deletedInstead: 'Se eliminó: ya se había enviado',
  archivedInstead: 'Se archivó: ya se había enviado',
  othersDepend: 'Otros registros sin enviar dependen de este',
  waitsTooLong: 'Hace días que espera otro registro que no llegó',
  dependsOnDiscarded: 'Depende de un registro que descartaste',
  maybeSent: 'Puede haberse enviado: fijate si ya está en la lista antes de reintentar',
  savedElsewhere: 'Ya se guardó en otra ventana',
  refused: 'El servidor no aceptó este registro',
  movementDeleted: (label: string): string => `Eliminar: ${label}`,
  someone: 'Alguien del equipo',
  noLot: 'Sin lote',
  moveTheRest: (heads: number): string =>
    heads === 1 ? 'Mover también el que quedó' : `Mover también los ${formatNumber(heads)} que quedaron`,
  noRodeo: 'Sin rodeo',
  sayBySex: 'Ingresá cuántas son de cada sexo',
  chooseOne: 'Elegí una opción',
  lotsOrdered: 'Orden de los lotes',
  sameCount: 'Es la cantidad que ya figura',
  notRecords: 'Este archivo no trae registros de Tranquera, o llegó incompleto',
  newerRecords:
    'Son registros de una versión más nueva de la app. Actualizá la app en este celular y probá de nuevo: siguen guardados en el otro',
  otherFarm: 'Son registros de otra organización. Elegila y probá de nuevo',
  noSpaceToTake:
    'No queda lugar en este celular y los registros no entraron. Siguen en el otro: borrá fotos o aplicaciones que no uses y probá de nuevo',
  noSpaceToGive:
    'No queda lugar en este celular para prepararlos. Borrá fotos o aplicaciones que no uses y probá de nuevo',
  notGiven: 'No se pudieron leer de este celular. Probá de nuevo',
  notTaken: 'No se pudieron guardar en este celular. Siguen en el otro: probá de nuevo',
  cannotCarry: 'Este servidor no recibe registros que trae otra persona',
  sameStock: 'Coincide con el stock: no hay diferencia para guardar',
} as const;
