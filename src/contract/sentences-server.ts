import { lotNameTaken } from '../domain/farm/distinct-names.ts';
import { takenSentence } from '../domain/things/describe.ts';
import { type ThingName, thingOf } from '../domain/things/registry.ts';
import { inLetter } from '../domain/text.ts';
import { accountSentences } from './sentences-account.ts';

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** Where the problem's message is too general. */
export const serverSentences = {
  ...accountSentences,
  nullSign: 'Hay un signo que no se puede guardar',
  badKey: 'La clave de envío no es válida',
  nestedBatch: 'Un envío por lotes no puede llevar otro adentro',
  weakPassword: 'Elegí una contraseña menos común',
  emailTaken: 'Ya existe una cuenta con ese correo',
  phoneTaken: 'Ese celular ya es de otra cuenta: poné otro o dejalo vacío',
  /** For a log-in without an address. */
  wrongLogin: 'Celular, nombre o contraseña incorrectos',
  signedUp: 'Cuenta creada',
  codeMayBeSent: 'Si hay una cuenta con ese correo, te enviamos un código',
  codeSent: 'Te enviamos un código',
  deletedPerson: 'Usuario eliminado',
  resetRequired: 'Hubo demasiados intentos: recuperá tu contraseña para ingresar',
  unknownDevice: 'sin nombre',
  phoneInHand: 'Es el dispositivo que estás usando: marcalo desde otro',
  campoNotEmpty: 'El campo tiene lotes: pasalos a otro campo antes de eliminarlo',
  noCategory: 'La categoría no existe',
  unsexedFixed: 'Esta categoría es de todos los establecimientos: no se cambia ni se elimina',
  waterSeen: (lot: string, level: string): string => `${lot} · Agua: ${level.toLowerCase()}`,
  lotNameTaken,
  thingNameTaken: (name: ThingName): string => takenSentence(thingOf(name)),
  rodeoNotEmpty: 'El rodeo tiene animales: pasalos a otro rodeo antes de eliminarlo',
  chooseRodeo: 'Elegí el rodeo',
  chooseLot: 'Elegí el lote',
  /** `reason`: how long it may be. */
  textOfTwo: (reason: string): string => `Con lo que escribió otra persona es demasiado largo. ${reason}`,
  cycleOneStepBack: 'Un ciclo vuelve atrás de a un paso',
  cycleOverlap: (cycle: string): string => `El rodeo ya está en el ciclo ${cycle} en esas fechas`,
  invoiceAnnulled: 'La factura está anulada',
  invoiceChanged: 'La factura cambió mientras tanto: fijate cómo quedó y volvé a guardar',
  invoicePaid: 'La factura está pagada: quitá un pago para cambiarla',
  invoiceNoDraft: 'La factura ya no es un borrador',
  addPayments: 'Cargá los pagos',
  takesNoPayment: 'Un remito o un recibo no se paga: cargá el pago en la factura',
  draftTakesNoPayment: 'Un borrador no se paga: confirmá antes la factura',
  noEmptyPayment: 'Ingresá un importe mayor que cero',
  invoiceJoinedElsewhere: 'Ya hay otra factura con ese número',
  invoiceJoined: 'Esa factura ya estaba: se agregó a ella',
  tooManyFiles: (most: number): string => `Como máximo ${most} archivos por factura`,
  fileTooLarge: 'El archivo pasa los 10 MB',
  blobTooLarge: 'La foto o el audio pasa los 5 MB',
  blobBroken: 'La foto o el audio no llegó entero',
  blobTypes: 'Se aceptan audios y fotos JPG, PNG o WebP de hasta 40 megapíxeles',
  storeFull: 'No queda lugar para más archivos',
  mediaMissing: {
    audio: 'Audio no disponible',
    image: 'Foto no disponible',
    document: 'Documento no disponible',
    video: 'Video no disponible',
  },
  /** For messages without text, in lists. */
  mediaAlone: { picture: 'Foto', document: 'Documento' },
  fileTypes: 'Se aceptan PDF, y JPG o PNG de hasta 40 megapíxeles',
  notInTeam: 'Esa persona no es del equipo',
  notCarried: 'Esto lo tiene que enviar quien lo registró: queda para que lo vea la oficina',
  notSealed: 'Lo trajo otro celular sin una firma que valga de quien lo registró: queda para que lo vea la oficina',
  noPublicKey: 'No es una clave pública',
  otherWords: (name: string): string =>
    `“${name}” ya quedó registrado con otros datos. Esto es lo que decía la otra corrección.`,
  otherAnimals: (name: string, count: number): string =>
    `“${name}” ya quedó registrado con ${count} de esta categoría. Esto es lo que decía la otra corrección: al registrarla se suma o se resta la diferencia.`,
  sayWhy: 'Escribí el motivo',
  notWhole: 'Ingresá un número entero',
  badFormat: 'El formato no es válido',
  animalsGone: 'Los animales ya no están: no se puede cambiar',
  countDecided: 'Este recuento ya fue aprobado o rechazado',
  countPlaceGone: 'Lo que se contó ya no existe: corregí dónde fue o rechazalo',
  suppliesGone: 'Lo que entró ya se usó: no se puede cambiar',
  changeParent: 'Este registro lo hizo otro: se cambia desde aquel',
  assetNotEmpty: 'Todavía hay stock de este insumo: dalo de baja antes de eliminarlo',
  unitFixed: 'La unidad no se puede cambiar: el insumo ya tiene movimientos',
  unclearUnit: 'No se puede pasar a la unidad del insumo',
  otherUnit: (unit: string): string => `Este insumo se cuenta en ${unit}`,
  onlyStock: (what: string, day: string): string => `Solo hay ${what} al ${day}`,
  deleteLaterFirst: (movements: readonly string[]): string =>
    `Eliminá primero los movimientos posteriores: ${movements.join('; ')}`,
  onlySo: (heads: string, lot: string, day: string): string => `Solo hay ${heads} en ${lot} al ${day}`,
  openAt: (address: string): string => `Abrí ${address} en el navegador`,
  teamIsFull: (most: number) => `El equipo ya tiene ${most} personas: este servidor no permite más`,
  tooManyFarms: (most: number) => `Ya creaste ${most} establecimientos: este servidor no permite más`,
  personNameTaken: 'Ya hay alguien con ese nombre en el equipo: agregá el apellido o un apodo',
  hasAccount: 'Ya tiene su cuenta: cambia sus datos desde su celular',
  askInstead: 'Ya existe una cuenta con ese correo: agregala como integrante',
  invitationOver: 'Esta invitación ya no vale: se usó, venció o la retiraron. Pedí otra',
  invitationGone: 'Esa invitación ya se usó o se retiró',
  invitationOfAnother: 'Esta invitación es para otro correo',
  greeted: 'Saludo enviado',
  invitationMail: (farm: string, link: string): Letter => ({
    subject: 'Te invitaron a un equipo en Tranquera',
    text: `Hola:\n\nTe invitaron a trabajar en «${inLetter(farm)}» con Tranquera. Para aceptar entrá con este correo (o creá tu cuenta) desde este enlace, que es solo tuyo:\n\n${link}\n\nEl enlace vale 7 días. Si no esperabas esta invitación, no hace falta que hagas nada.\n`,
  }),
  activationMail: (farm: string, link: string): Letter => ({
    subject: 'Te crearon una cuenta de Tranquera',
    text: `Hola:\n\nTe crearon una cuenta para trabajar en «${inLetter(farm)}» con Tranquera. Elegí tu contraseña desde este enlace:\n\n${link}\n\nEl enlace vale 48 horas y sirve una sola vez.\n`,
  }),
  greeting: (name: string, farm: string): Letter => ({
    subject: 'Tranquera te saluda',
    text: `¡Hola, ${inLetter(name)}! Soy Tranquera, el cuaderno de campo de ${inLetter(farm)}. Anotá nacimientos, lluvias y traslados en la app, con señal o sin ella.`,
  }),
} as const;
