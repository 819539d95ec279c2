/** What app and server say of accounts and teams: the server's other sentences are no part of the app. */
export const accountSentences = {
  passwordChanged: 'Contraseña cambiada',
  emailChanged: 'Correo cambiado',
  phoneChanged: 'Celular cambiado',
  accountDeleted: 'Cuenta eliminada',
  asked: 'Le enviamos una invitación por correo: entra al equipo cuando la acepta',
  isMember: 'Ya está en el equipo',
} as const;
