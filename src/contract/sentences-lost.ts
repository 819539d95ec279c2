import { formatNumber } from '../domain/numbers.ts';

/** On a lost phone itself: apart, as every phone loads them first. */
export const lostSentences = {
  sending: 'Este celular se marcó como perdido. Está mandando lo que le quedó sin enviar.',
  emptied:
    'Este celular se marcó como perdido. Lo que no se había enviado quedó en el servidor para que lo revisen, y los datos del campo se borraron de acá.',
  left: (count: number): string =>
    `Este celular se marcó como perdido y los datos del campo se borraron de acá. ${count === 1 ? 'Quedó guardado 1 registro que el servidor no pudo recibir' : `Quedaron guardados ${formatNumber(count)} registros que el servidor no pudo recibir`}: se envía cuando ingreses de nuevo.`,
  photosLeft: (count: number): string =>
    `Este celular se marcó como perdido y los datos del campo se borraron de acá. Los registros quedaron en el servidor, pero ${count === 1 ? 'quedó guardada 1 foto o nota de voz que el servidor no pudo recibir' : `quedaron guardadas ${formatNumber(count)} fotos o notas de voz que el servidor no pudo recibir`}: se envía cuando ingreses de nuevo.`,
} as const;
