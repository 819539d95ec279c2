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
} as const;
