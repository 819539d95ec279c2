interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** What the server says beside the table of problems, where that table's sentence would be too general. */
export const serverSentences = {
  badKey: 'La clave de envío no es válida',
  nestedBatch: 'Un envío por lotes no puede llevar otro adentro',
  weakPassword: 'Elegí una contraseña menos común',
  emailTaken: 'Ya existe una cuenta con ese correo',
  campoNameTaken: 'Ya existe un campo con ese nombre',
  campoNotEmpty: 'El campo tiene lotes: pasalos a otro campo antes de eliminarlo',
  categoryNameTaken: 'Ya existe una categoría con ese nombre',
  noCategory: 'La categoría no existe',
  lotNameTaken: 'Ya existe un lote con ese nombre',
  rodeoNameTaken: 'Ya existe un rodeo con ese nombre',
  rodeoNotEmpty: 'El rodeo tiene animales: pasalos a otro rodeo antes de eliminarlo',
  chooseRodeo: 'Elegí el rodeo',
  chooseLot: 'Elegí el lote',
  notInTeam: 'Esa persona no es del equipo',
  sayWhy: 'Escribí el motivo',
  notWhole: 'Ingresá un número entero',
  badFormat: 'El formato no es válido',
  animalsGone: 'Los animales ya no están: no se puede cambiar',
  deleteLaterFirst: (movements: readonly string[]): string =>
    `Eliminá primero los movimientos posteriores: ${movements.join('; ')}`,
  onlySo: (heads: string, lot: string, day: string): string => `Solo hay ${heads} en ${lot} al ${day}`,
  openAt: (port: number): string => `Abrí http://localhost:${port} en el navegador`,
  asked: 'Listo. Si tiene cuenta, ya está en el equipo; si no, le enviamos una invitación por correo',
  askInstead: 'Ya existe una cuenta con ese correo: agregala como integrante',
  invitationOver: 'Esta invitación ya se usó o venció: pedí otra',
  invitationOfAnother: 'Esta invitación es para otro correo',
  greeted: 'Saludo enviado',
  invitationMail: (farm: string, link: string): Letter => ({
    subject: `Te invitaron a ${farm} en Tranquera`,
    text: `Hola:\n\nTe invitaron a trabajar en ${farm} con Tranquera. Creá tu cuenta con este correo desde este enlace:\n\n${link}\n\nEl enlace vale 7 días. Si no esperabas esta invitación, no hace falta que hagas nada.\n`,
  }),
  activationMail: (farm: string, link: string): Letter => ({
    subject: `Tu cuenta de Tranquera en ${farm}`,
    text: `Hola:\n\nTe crearon una cuenta para trabajar en ${farm} con Tranquera. Elegí tu contraseña desde este enlace:\n\n${link}\n\nEl enlace vale 48 horas y sirve una sola vez.\n`,
  }),
  greeting: (name: string, farm: string): Letter => ({
    subject: `Tranquera saluda a ${farm}`,
    text: `¡Hola, ${name}! Soy Tranquera, el cuaderno de campo de ${farm}. Anotá nacimientos, lluvias y traslados en la app, con señal o sin ella.`,
  }),
} as const;
