import { counted } from '../domain/text.ts';

const some = (photos: number, voices: number): string =>
  [photos > 0 ? counted(photos, 'foto') : '', voices > 0 ? counted(voices, 'audio') : ''].filter(Boolean).join(' y ');

/** What the phone says of photos and voice notes. */
export const attachmentSentences = {
  noRoom: 'No hay lugar en este celular para guardar la foto o el audio. Lo que escribiste sigue acá',
  unreadable: 'No se pudo leer esa foto. Probá con otra',
  tooMany: (most: number): string => `Como máximo ${most} fotos`,
  noMicrophone: 'Este celular no puede grabar audio',
  microphoneDenied: 'Falta el permiso para usar el micrófono. Activalo en los ajustes del navegador',
  nothingRecorded: 'No se grabó nada. Probá otra vez',
  /** `2 fotos y 1 audio`. */
  some,
  toSend: (photos: number, voices: number): string => `${some(photos, voices)} por enviar`,
} as const;
