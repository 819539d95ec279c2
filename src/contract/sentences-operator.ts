export const operatorSentences = {
  usage:
    'Falta el correo: npm run super-admin -- persona@ejemplo.com (con --quitar, deja de serlo; con --demo, en la demostración)',
  noDatabase: (folder: string): string =>
    `En ${folder} no hay ningún campo. Iniciá primero el servidor con esa carpeta; para la demostración, agregá --demo`,
  made: (email: string): string => `${email} es super administrador. Tiene que iniciar sesión de nuevo.`,
  link: 'Con este enlace elige su contraseña. Vale 48 horas y sirve una sola vez:',
  removed: (email: string): string => `${email} ya no es super administrador.`,
  nobody: (email: string): string => `No hay ninguna cuenta con el correo ${email}`,
  firstName: 'Super',
  lastName: 'Administrador',
} as const;
