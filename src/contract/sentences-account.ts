/** Shared by app and server, apart so that the app loads no other server sentences. */
export const accountSentences = {
  phoneHint: 'Con código de área, sin 0 ni 15',
  passwordChanged: 'Contraseña cambiada',
  emailChanged: 'Correo cambiado',
  phoneChanged: 'Celular cambiado',
  accountDeleted: 'Cuenta eliminada',
  asked: 'Le enviamos una invitación por correo: entra al equipo cuando la acepta',
  noMailLink: 'El correo no está configurado en este servidor: pasale el enlace vos',
  noMailCode: 'Este servidor no envía correos: pedile el código a quien lo administra',
  noMessageCode: 'Este servidor no envía mensajes: pedile el código a quien lo administra',
  notGreeted: 'El saludo no salió: este servidor no envía mensajes ni correos a nadie del equipo',
  isMember: 'Ya está en el equipo',
} as const;
