import type { Screen } from '../domain/people/menu.ts';

interface Letter {
  readonly subject: string;
  readonly text: string;
}

const farewell = '\n\nTranquera';
const notYou =
  'Si no fuiste vos, recuperá tu contraseña desde la pantalla de ingreso y cerrá las sesiones que no conozcas.';

const notice = (subject: string, what: string): Letter => ({ subject, text: `${what}\n\n${notYou}${farewell}` });

/** Mails never have a password; only two have a code. */
export const letters = {
  recoveryCode: (code: string): Letter => ({
    subject: 'Tu código para recuperar la contraseña',
    text: `Tu código es ${code}.\n\nVence en 10 minutos y sirve una sola vez. No se lo pases a nadie.\n\nSi no lo pediste, no hace falta que hagas nada.${farewell}`,
  }),
  emailCode: (code: string): Letter => ({
    subject: 'Tu código para cambiar el correo',
    text: `Tu código es ${code}.\n\nVence en 10 minutos y sirve una sola vez. No se lo pases a nadie.\n\nSi no lo pediste, no hace falta que hagas nada.${farewell}`,
  }),
  passwordReset: notice(
    'Se cambió tu contraseña',
    'La contraseña de tu cuenta se recuperó con un código enviado a este correo. Se cerraron todas las sesiones.',
  ),
  passwordChanged: notice(
    'Se cambió tu contraseña',
    'Se cambió la contraseña de tu cuenta. Se cerraron las demás sesiones.',
  ),
  emailChanged: (email: string): Letter =>
    notice('Se cambió el correo de tu cuenta', `El correo de tu cuenta ahora es ${email}.`),
  phoneChanged: (phone: string): Letter =>
    notice('Se cambió el celular de tu cuenta', `El celular de tu cuenta ahora es ${phone}.`),
  newDevice: (device: string, at: string): Letter =>
    notice(
      'Ingreso desde un dispositivo nuevo',
      `Se ingresó a tu cuenta desde un dispositivo nuevo (${device}) el ${at}.`,
    ),
  sessionReused: notice(
    'Cerramos una sesión por seguridad',
    'Alguien usó una llave vieja de una de tus sesiones. Por las dudas la cerramos: ingresá de nuevo.',
  ),
  sessionEnded: (device: string): Letter =>
    notice('Se cerró una sesión tuya', `Quien administra tu equipo cerró tu sesión en ${device}.`),
  phoneLost: (device: string): Letter =>
    notice(
      'Se marcó un dispositivo tuyo como perdido',
      `Se marcó ${device} como perdido. Su sesión se cerró; lo que tenga sin enviar se guarda aparte para revisarlo, y después se vacía.`,
    ),
  accountDeleted: (): Letter => ({
    subject: 'Se eliminó tu cuenta',
    text: `Tu cuenta se eliminó. Los registros que cargaste quedan en sus establecimientos, sin tu nombre.${farewell}`,
  }),
} as const;

export const phoneMessages = {
  code: (code: string): string => `Tu código de Tranquera es ${code}. Vence en 10 minutos. No se lo pases a nadie.`,
  menu: (name: string, link: string): string =>
    `¡Hola, ${name}! Esto es lo que podés abrir en Tranquera. Entrá desde ${link}`,
  menuButton: 'Ver el menú',
} as const;

/** The telephone menu: most used first; at most ten, of 24 characters. */
export const menuTitles = {
  data: 'Movimientos',
  lots: 'Lotes',
  rodeos: 'Rodeos',
  tasks: 'Tareas',
  stock: 'Stock',
  notes: 'Notas',
  'ciclos-reproductivos': 'Ciclos reproductivos',
  billing: 'Facturación',
  campos: 'Campos',
  'work-team': 'Equipo de trabajo',
  conversations: 'Conversaciones',
  configuration: 'Configuración',
} as const satisfies Partial<Record<Screen, string>>;
