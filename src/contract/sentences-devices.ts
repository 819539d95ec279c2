/** What a person is told of the phones where an account is in, his own or a member's. */
export const deviceSentences = {
  list: 'Sesiones',
  unnamed: 'Dispositivo sin nombre',
  /** Between a browser and what it runs on. */
  on: ' en ',
  current: 'Este',
  lastUse: (instant: string): string => `Último uso ${instant}`,
  since: (instant: string): string => `desde ${instant}`,
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
