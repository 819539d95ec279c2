import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { searchable } from '../../../domain/text.ts';
import { refuse } from '../../kernel/call.ts';

/** Argon2id by trust.md row 3; the hash contains the parameters. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes a core and 19 MB: two at once and a short queue (trust.md row 7). */
const atOnce = 2;
const longestQueue = 100;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) refuse('SERVER_BUSY', { parts: { retry_after: 5 } });
    // A leaver hands over his slot, so nobody slips in.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Slow: call outside transactions. Refuses with SERVER_BUSY when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters));

/** False for an unreadable hash. Slow. */
const isBehind = (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, password).catch(() => false));

let dummy: string | null = null;
let dummyCode: string | null = null;

/**
 * Whether the password matches. Without a hash it takes as long, so unknown addresses answer no sooner (trust.md row
 * 4).
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored) return await isBehind(stored, password);
  dummy ??= await hashPassword('nobody has this password');
  await isBehind(dummy, password);
  return false;
}

/** Hashes with old parameters are renewed at sign-in (trust.md row 3). */
export const isOldHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`);

/** Codes live ten minutes and five tries: cheaper parameters do (trust.md row 40). */
const codeParameters = { memoryCost: 4096, timeCost: 1, parallelism: 1 };

export const hashCode = (code: string): Promise<string> => inTurn(() => hash(code, codeParameters));

/** No hash takes the same time. */
export async function isCode(stored: string | null, code: string): Promise<boolean> {
  dummyCode ??= await hashCode('no code');
  return (await isBehind(stored ?? dummyCode, code)) && stored !== null;
}

/** Common passwords in Spanish and English, without the digits and signs people add. */
const words = [
  '123456 1234567 12345678 123456789 1234567890 111111 000000 123123 654321 666666 121212 112233 123321 password passwd pass',
  'passw0rd qwerty qwertyuiop qwerty123 asdfgh asdfghjkl asdf zxcvbnm zxcvbn poiuyt lkjhgf mnbvcxz 1q2w3e4r 1qaz2wsx qazwsx',
  'qazwsxedc q1w2e3r4 abc123 abcd1234 abcdef abcdefg a1b2c3d4 abc iloveyou admin administrador administrator root user usuario',
  'guest invitado test testing prueba demo default changeme cambiame cambiar temporal temp welcome bienvenido bienvenida letmein',
  'login entrar acceso access master maestro secret secreto secreta contrasena clave claves miclave password1',
  'trustno1 sunshine princess princesa principe dragon monkey football futbol soccer baseball basketball hockey superman batman',
  'spiderman pokemon pikachu starwars matrix shadow michael jordan charlie daniel daniela ashley jessica jennifer michelle',
  'nicole andrea andres angel angela angeles antonio alejandro alejandra alberto alfredo alicia amanda ana anabel ariel beatriz',
  'belen benjamin bruno camila camilo carla carlos carmen carolina catalina cecilia cesar claudia claudio cristian cristina',
  'dario david diego domingo edgar eduardo elena elias emanuel emilia emiliano enrique ernesto esteban estefania eugenia eva',
  'ezequiel fabian facundo federico felipe fernanda fernando florencia francisca francisco franco gabriel gabriela gaston german',
  'gladys gloria gonzalo graciela guadalupe guillermo gustavo hector hernan horacio hugo ignacio ines irene isabel ivan jaime',
  'javier jesus joaquin jorge jose josefina juan juana juancarlos juanjose julia julian julieta julio laura lautaro leandro',
  'leonardo leonel leticia lionel liliana lorena lorenzo lucas lucia luciana luciano lucio luis luisa manuel manuela marcela',
  'marcelo marcos margarita maria mariana mariano mario marta martin martina mateo matias mauricio mauro maximiliano mercedes',
  'miguel miguelangel milagros monica nahuel natalia nestor nicolas noelia norma olga omar oscar pablo paola patricia patricio',
  'paula paulina pedro rafael ramiro ramon raquel raul rene ricardo roberto rocio rodolfo rodrigo rogelio romina rosa rosana',
  'ruben sabrina salvador samuel sandra santiago santino sara sebastian sergio silvana silvia simon sofia sol soledad susana',
  'tamara teresa thiago tomas valentin valentina valeria vanesa veronica vicente victor victoria virginia walter yamila yolanda',
  'argentina argentino buenosaires baires capital cordoba rosario mendoza santafe entrerios corrientes misiones chaco formosa',
  'salta jujuy tucuman catamarca larioja sanjuan sanluis lapampa neuquen rionegro chubut santacruz tierradelfuego ushuaia',
  'patagonia malvinas marplata bariloche laplata tandil azul olavarria pergamino junin venadotuerto riocuarto villamaria rafaela',
  'reconquista goya boca bocajuniors lacosta river riverplate racing racingclub independiente sanlorenzo huracan velez newells',
  'central estudiantes gimnasia talleres belgrano colon union banfield lanus messi lionelmessi maradona diego10 elmejor campeon',
  'campeones mundial scaloneta hola holahola chau amor amore amorcito mivida miamor teamo tequiero corazon bebe cielo estrella',
  'luna tierra agua fuego familia familiar mama papa mami papi hijo hija hijos hermano hermana abuelo abuela dios jesucristo',
  'virgen virgencita ave avemaria verano invierno otono primavera enero febrero marzo abril mayo junio agosto septiembre',
  'setiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado navidad feliz felicidad alegria amistad',
  'amigo amigos libertad suerte vida paz chocolate galleta banana naranja manzana limon mate matecocido asado empanada',
  'dulcedeleche fernet vino cerveza coca cocacola quilmes perro perrito gato gatito caballo yegua potro potrillo gaucho criollo',
  'matungo pampero zorro liebre puma tero hornero nandu carpincho campo campos elcampo micampo vaca vacas vaquita toro toros',
  'torito ternero ternera terneros novillo novillos novillito vaquillona rodeo rodeos lote lotes potrero potreros hacienda',
  'estancia estanciero establecimiento chacra quinta rancho tranquera tranqueras alambrado molino aguada manga corral corrales',
  'feedlot tambo cabana ganado ganaderia ganadero ganadera agro agropecuaria agricola agricultor cosecha soja maiz trigo girasol',
  'sorgo avena alfalfa pastura pasto rollo tractor camioneta hilux ranger amarok toyota ford chevrolet angus hereford braford',
  'brangus holando shorthorn limousin charolais nelore bradford senasa arca afip renspa veterinario veterinaria internet google',
  'facebook instagram whatsapp gmail hotmail outlook yahoo windows android samsung iphone motorola xiaomi nokia celular',
  'computadora notebook oficina trabajo empresa negocio secretaria gerente jefe patron encargado capataz peon lamejor loco loca',
  'lindo linda hermosa hermoso bonita negro negra blanco blanca rojo roja verde amarillo celeste rosado violeta number one uno',
  'dos tres cuatro cinco seis siete ocho nueve diez cien mil killer hunter thunder tigger ginger pepper cookie cheese summer',
  'winter spring autumn freedom forever flower lovely love lover computer hello hello1 whatever nothing something maggie mustang',
  'ferrari porsche harley corvette yankees dallas texas london paris madrid barcelona realmadrid juventus chelsea arsenal',
  'liverpool ronaldo neymar',
].flatMap((line) => line.split(' '));

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const lettersOf = (text: string): string => searchable(text).replace(/[^a-z0-9]/g, '');
const undisguised = (text: string): string => lettersOf(text.replace(/[0134578@$!]/g, (sign) => disguises[sign] ?? ''));

/** Shorter words occur in good passwords. */
const shortestListed = 4;

/** The most leaked passwords worldwide: tens of thousands. */
const leaked = dictionary['passwords-common'].map(String).filter((word) => lettersOf(word).length >= shortestListed);

const wellKnown = new Set([...words, ...leaked].flatMap((word) => [lettersOf(word), undisguised(word)]));

const mostFigures = 4;

const coreOf = (plain: string): string => {
  const core = plain.replace(/^\d+|\d+$/g, '');
  return plain.length - core.length <= mostFigures ? core : '';
};

const halfOf = (plain: string): string => {
  const half = plain.slice(0, plain.length / 2);
  return plain === half + half ? half : '';
};

/**
 * Whether a password is among the first tried (trust.md row 2): a common word or one of `context` (person, farm,
 * product), with digits around it, signs for letters or doubled; one repeated sign; digits in order.
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const plain = lettersOf(password);
  if (new Set(plain).size <= 2 || isRun(plain)) return true;
  const own = new Set(context.map(lettersOf).filter((word) => word.length > 3));
  const faces = [plain, coreOf(plain), undisguised(password), undisguised(withoutTail(password))];
  return [...faces, ...faces.map((face) => coreOf(halfOf(face)))].some(
    (face) => face !== '' && (wellKnown.has(face) || own.has(face)),
  );
}

/** `v4ca!2026` gives `v4ca`. */
const withoutTail = (password: string): string => password.replace(/[\d\W_]{1,6}$/, '');

const isRun = (text: string): boolean => '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);
