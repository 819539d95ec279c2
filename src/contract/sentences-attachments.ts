/** What the phone says of photos and voice notes. */
export const attachmentSentences = {
  noRoom: 'No hay lugar en este celular para guardar la foto o el audio. Lo que escribiste sigue acá',
} as const;
