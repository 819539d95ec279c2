import { recordedKind } from '../domain/movements/registry.ts';
import { allThings } from '../domain/things/registry.ts';
import type { Endpoint } from './endpoint.ts';
import { callNames } from './endpoints/things.ts';

/** What each call does, in a line of the reference page, by its name in the table. Those of the kinds are read off their labels. */
const summaries: Readonly<Record<string, string>> = {
  signUp: 'Crear una cuenta',
  logIn: 'Iniciar sesión',
  refreshToken: 'Renovar los tokens',
  logOut: 'Cerrar la sesión',
  endLeftSessions: 'Cerrar las sesiones que se dejaron sin señal en este dispositivo',
  sendRecoveryCode: 'Pedir un código para recuperar la contraseña',
  verifyRecoveryCode: 'Comprobar el código de recuperación',
  resetPassword: 'Elegir otra contraseña con el código',
  changePassword: 'Cambiar la contraseña',
  changeEmail: 'Cambiar el correo',
  deleteAccount: 'Eliminar la cuenta',
  storageKey: 'Las claves con que un dispositivo cifra lo que queda en él cuando la persona cierra sesión',
  sendCodePhone: 'Pedir un código por celular',
  validateCode: 'Comprobar el código del celular',
  changePhone: 'Cambiar el celular',
  setInitialPassword: 'Elegir la primera contraseña, con el token de un solo uso',
  invitation: 'Ver de quién y para quién es una invitación',
  signUpInvited: 'Crear la cuenta de quien fue invitado por su nombre y sumarlo',
  sessions: 'Sesiones abiertas de la cuenta',
  endSession: 'Terminar una sesión',
  loseSession: 'Marcar un dispositivo propio como perdido',
  teamSessions: 'Dispositivos de los integrantes que se pueden quitar del equipo',
  endTeamSession: 'Terminar la sesión de un integrante',
  loseTeamSession: 'Marcar el dispositivo de un integrante como perdido',
  refused: 'Registros que llegaron del campo y no se tomaron',
  applyRefused: 'Tomar un registro rechazado, a nombre de su autor',
  discardRefused: 'Descartar un registro rechazado',
  user: 'La persona que llama',
  userById: 'Otra persona de la organización',
  openMenu: 'Lo que el menú muestra a la persona',
  members: 'Integrantes de la organización',
  myOrganizations: 'Organizaciones de la persona, con su rol',
  organizations: 'Organizaciones que la persona puede ver',
  createOrganization: 'Crear una organización',
  organizationData: 'Datos de la organización',
  organizationSelected: 'La organización elegida',
  updateOrganization: 'Cambiar los datos de la organización',
  deleteOrganization: 'Eliminar la organización',
  sendGreeting: 'Enviar el saludo por WhatsApp',
  addUser: 'Sumar a alguien por su correo',
  addUserAdmin: 'Crear la cuenta de alguien y sumarlo',
  invite: 'Invitar a alguien por su nombre, con un enlace personal',
  addPerson: 'Sumar a alguien sin acceso a la app',
  changePerson: 'Cambiar el nombre o el celular de alguien sin acceso',
  removeUser: 'Quitar a alguien del equipo',
  changeRole: 'Cambiar el rol de alguien',
  acceptInvitation: 'Aceptar una invitación',
  lots: 'Lotes con sus animales',
  editLot: 'Cambiar un lote',
  lotWater: 'Anotar cómo está el agua de un lote',
  orderLots: 'Ordenar los lotes',
  deleteLotAnimal: 'Quitar una categoría de un lote',
  updateLotAnimal: 'Corregir la cantidad de una categoría en un lote',
  transferLotAnimal: 'Pasar animales de una categoría a otra en un lote',
  lotDeaths: 'Registrar muertes en un lote',
  rodeoDeaths: 'Registrar muertes en un rodeo',
  categories: 'Categorías de animales',
  movements: 'Movimientos, con filtros y páginas',
  lastMovements: 'Los últimos 10 movimientos',
  rodeoMovements: 'Movimientos de un rodeo',
  cycleMovements: 'Movimientos de un ciclo reproductivo',
  dailyWeightGain: 'Ganancia diaria de peso de un rodeo',
  movement: 'Un movimiento con su historial de ediciones',
  deleteMovement: 'Eliminar un movimiento',
  settleReview: 'Dejar como está un registro que espera revisión',
  createAudit: 'Registrar un inventario inicial o un recuento',
  updateAudit: 'Corregir un recuento',
  approveAudit: 'Aprobar un recuento que espera',
  rejectAudit: 'Rechazar un recuento que espera',
  assets: 'Insumos con su stock',
  asset: 'Un insumo con sus ingresos y salidas',
  adjustAsset: 'Ajustar el stock de un insumo',
  uploadInvoice: 'Subir el archivo de una factura',
  invoiceFile: 'El archivo de una factura',
  conversations: 'Conversaciones por teléfono',
  conversation: 'Una conversación con sus mensajes',
  conversationFile: 'Una foto o un documento de una conversación',
  audio: 'Un audio de una conversación',
  putBlob: 'Enviar una foto o un audio',
  blob: 'Una foto o un audio de un registro',
  pull: 'Cambios desde un punto de la secuencia',
  snapshot: 'Todo lo que la persona puede ver, por páginas',
  history: 'Los movimientos de un mes, o de una parte de él',
  life: 'El último cambio que el celular y el servidor tienen en común, después de volver a una copia',
  registerDeviceKey: 'La clave con la que un celular firma los registros que le da a otro',
  operations: 'Varios envíos en uno, en orden',
  health: 'Si el servidor está en pie',
};

const small = (word: string): string => word.toLocaleLowerCase('es-AR');

const ofThings: Readonly<Record<string, string>> = Object.fromEntries(
  allThings.flatMap((thing) => {
    const { one, many, gender } = thing.words;
    const article = gender === 'm' ? 'un' : 'una';
    const names = callNames(thing);
    return [
      [names.list, many],
      [names.read, `${article === 'un' ? 'Un' : 'Una'} ${small(one)}`],
      [names.create, `Crear ${article} ${small(one)}`],
      [names.edit, `Cambiar ${article} ${small(one)}`],
      [names.remove, `Eliminar ${article} ${small(one)}`],
    ];
  }),
);

export function summaryOf(name: string, endpoint: Endpoint): string | null {
  const kind = endpoint.kind ? recordedKind(endpoint.kind) : null;
  if (kind) return `${name.startsWith('edit.') ? 'Corregir' : 'Registrar'}: ${kind.label.toLowerCase()}`;
  return summaries[name] ?? ofThings[name] ?? null;
}

/** The groups of the reference page, by the part of the address after /api. */
export const callGroups: Readonly<Record<string, string>> = {
  ...Object.fromEntries(allThings.map(({ path, words }) => [path, words.many])),
  auth: 'Cuenta y sesiones',
  user: 'Personas',
  organization: 'Organizaciones',
  category: 'Categorías',
  movement: 'Movimientos',
  asset: 'Insumos y stock',
  audit: 'Inventarios',
  conversation: 'Conversaciones',
  whatsapp: 'Conversaciones',
  audio: 'Conversaciones',
  blob: 'Fotos y audios',
  sync: 'Sincronización',
  refused: 'Registros rechazados',
  health: 'Servidor',
};

/** Words of the reference page. */
export const referenceSentences = {
  title: 'La API de Tranquera',
  intro:
    'Todas las llamadas, con lo que piden y lo que responden. El mismo documento, para programas, está en /api/openapi.json.',
  everywhere:
    'Toda respuesta es JSON con ok. Un error lleva code y message; con datos mal cargados, también issues. Cada escritura acepta un Idempotency-Key: el mismo envío dos veces tiene un solo efecto.',
  asks: 'Pide',
  answers: 'Responde',
  parameters: 'Parámetros',
  problems: 'Errores',
  required: 'obligatorio',
  nobody: 'Sin token',
  anybody: 'Con token',
  oneTime: 'Con un token de un solo uso',
  superAdmin: 'Solo el superadministrador',
  least: { user: 'Cualquier integrante', admin: 'Administrador o dueño', owner: 'Dueño' },
  olderPath: 'dirección anterior',
  success: 'Todo bien',
  partOfFile: 'La parte del archivo que pide Range',
  noSuchPart: 'El archivo no llega hasta esa parte',
  idempotencyKey: 'Un UUID propio de este envío: repetido con los mismos datos, da la primera respuesta',
  parameterWords: {
    org: 'Id de la organización',
    id: 'Id de lo que se pide',
    lotId: 'Id del lote',
    rodeoId: 'Id del rodeo',
    cycleId: 'Id del ciclo reproductivo',
    userId: 'Id de la persona',
    movementId: 'Id del movimiento',
    digest: 'SHA-256 de los bytes, en hexadecimal',
    fileId: 'Id del archivo',
  } as Readonly<Record<string, string>>,
} as const;
