import { formatNumber } from '../domain/numbers.ts';

export const deviceSentences = {
  list: 'Sesiones',
  unnamed: 'Dispositivo sin nombre',
  current: 'Este',
  lastUse: (instant: string): string => `Último uso ${instant}`,
  since: (instant: string): string => `desde ${instant}`,
  /** As last reported; `ago` like `Hace 3 días`. */
  waiting: (count: number, ago: string): string =>
    count === 0
      ? `${ago} no tenía registros sin enviar`
      : `${ago} tenía ${formatNumber(count)} ${count === 1 ? 'registro' : 'registros'} sin enviar`,
  lost: 'Lo perdí',
  lostByMember: 'Se perdió',
  end: {
    title: '¿Cerrar esta sesión?',
    label: 'Cerrar sesión',
    effect: 'Ese celular va a pedir la contraseña. Lo que tenga sin enviar queda guardado ahí.',
    done: 'Sesión cerrada.',
  },
  lose: {
    title: '¿Se perdió este celular?',
    label: 'Marcar como perdido',
    effect:
      'Apenas tenga señal, manda lo que le quedó sin enviar para que se revise, borra los datos del campo y sale de la cuenta.',
    done: 'Marcado como perdido: se vacía apenas tenga señal.',
  },
  /** On the lost phone itself. */
  lostHere: {
    sending: 'Este celular se marcó como perdido. Está mandando lo que le quedó sin enviar.',
    emptied:
      'Este celular se marcó como perdido. Lo que no se había enviado quedó en el servidor para que lo revisen, y los datos del campo se borraron de acá.',
    left: (count: number): string =>
      `Este celular se marcó como perdido y los datos del campo se borraron de acá. ${count === 1 ? 'Quedó guardado 1 registro que el servidor no pudo recibir' : `Quedaron guardados ${formatNumber(count)} registros que el servidor no pudo recibir`}: se envía cuando ingreses de nuevo.`,
    photosLeft: (count: number): string =>
      `Este celular se marcó como perdido y los datos del campo se borraron de acá. Los registros quedaron en el servidor, pero ${count === 1 ? 'quedó guardada 1 foto o nota de voz que el servidor no pudo recibir' : `quedaron guardadas ${formatNumber(count)} fotos o notas de voz que el servidor no pudo recibir`}: se envía cuando ingreses de nuevo.`,
  },
} as const;
