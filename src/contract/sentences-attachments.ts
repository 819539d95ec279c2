import { counted } from '../domain/text.ts';

const some = (photos: number, voices: number, papers = 0): string => {
  const parts = [
    photos > 0 ? counted(photos, 'foto') : '',
    voices > 0 ? counted(voices, 'audio') : '',
    papers > 0 ? counted(papers, 'archivo de factura', 'archivos de facturas') : '',
  ].filter(Boolean);
  return [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter(Boolean).join(' y ');
};

const refusals: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Ya no sos parte de este campo y el servidor no la acepta',
  FORBIDDEN: 'Ya no tenés permiso para mandarla',
  BODY_TOO_LARGE: 'Es muy pesada, o el campo no tiene más lugar para fotos y audios',
  FILE_TYPE: 'El servidor no la reconoce como foto ni como audio',
  INVALID_BODY: 'Se dañó en este celular y el servidor no la acepta',
};

const refusedPapers: Readonly<Record<string, string>> = {
  NOT_FOUND: 'La factura ya no está, o ya no sos parte de este campo',
  FORBIDDEN: 'Ya no tenés permiso para cargar facturas',
  BODY_TOO_LARGE: 'Pesa más de 10 MB, la factura ya tiene 5 archivos o el campo no tiene más lugar',
  FILE_TYPE: 'El servidor no lo reconoce como foto ni como PDF',
};

export const attachmentSentences = {
  noSpace: 'No hay lugar en este celular para guardar la foto o el audio. Lo que escribiste sigue acá',
  unreadable: 'No se pudo leer esa foto. Probá con otra',
  tooMany: (most: number): string => `Como máximo ${most} fotos`,
  noMicrophone: 'Este celular no puede grabar audio',
  microphoneDenied: 'Falta el permiso para usar el micrófono. Activalo en los ajustes del navegador',
  nothingRecorded: 'No se grabó nada. Probá otra vez',
  refused: (code: string, isPaper = false): string =>
    isPaper ? (refusedPapers[code] ?? 'El servidor no lo acepta') : (refusals[code] ?? 'El servidor no la acepta'),
  /** `2 fotos y 1 audio`. */
  some,
  toSend: (photos: number, voices: number, papers: number): string => `${some(photos, voices, papers)} por enviar`,
} as const;
