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
  notWhole: 'Ingresá un número entero',
  badFormat: 'El formato no es válido',
  animalsGone: 'Los animales ya no están: no se puede cambiar',
  deleteLaterFirst: (movements: readonly string[]): string =>
    `Eliminá primero los movimientos posteriores: ${movements.join('; ')}`,
  onlySo: (heads: string, lot: string, day: string): string => `Solo hay ${heads} en ${lot} al ${day}`,
  openAt: (port: number): string => `Abrí http://localhost:${port} en el navegador`,
} as const;
