import { hash, verify } from '@node-rs/argon2';
import { searchable } from '../../../domain/text.ts';
import { refuse } from '../../frame/call.ts';

/** Argon2id as trust.md row 3 asks; the parameters are kept in the hash itself. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a core and 19 MB for a moment: two at a time, a short queue, the rest is told to come back (trust.md row 7). */
const atOnce = 2;
const longestQueue = 100;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) refuse('SERVER_BUSY', { parts: { retry_after: 5 } });
    // Who leaves hands his place over: the count stays, nobody slips in between.
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

/** The hash to keep of a new password. Slow on purpose: call it outside transactions. Refuses with SERVER_BUSY when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters));

/** Whether the password is the one behind the hash. A hash that cannot be read is nobody's. Slow, as `hashPassword`. */
const isBehind = (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, password).catch(() => false));

let dummy: string | null = null;
let dummyCode: string | null = null;

/**
 * Whether the password is the one behind the hash. Nobody's hash, and the empty one of somebody who has chosen no password yet, cost the
 * time of a real comparison: an unknown address answers no sooner than a known one (trust.md row 4).
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored) return await isBehind(stored, password);
  dummy ??= await hashPassword('nobody has this password');
  await isBehind(dummy, password);
  return false;
}

/** Whether a hash was made with other parameters than today's: it is made anew when its password is at hand (trust.md row 3). */
export const isOldHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`);

/** A code lives ten minutes and five tries: smaller parameters do (trust.md row 40). */
const codeParameters = { memoryCost: 4096, timeCost: 1, parallelism: 1 };

/** The hash to keep of a code. */
export const hashCode = (code: string): Promise<string> => inTurn(() => hash(code, codeParameters));

/** Whether the code is the one behind the hash; no hash costs the same time. */
export async function isCode(stored: string | null, code: string): Promise<boolean> {
  dummyCode ??= await hashCode('no code');
  return (await isBehind(stored ?? dummyCode, code)) && stored !== null;
}

const roots = [
  '123456,1234567,12345678,123456789,1234567890,111111,000000,123123,654321,666666,121212,112233,123321,password',
  'passw0rd,qwerty,qwertyuiop,asdfgh,asdfghjkl,zxcvbnm,1q2w3e4r,qazwsx,abc123,iloveyou,admin,administrador',
  'welcome,bienvenido,letmein,contrasena,contraseña,clave,secreto,argentina,boca,river,bocajuniors,riverplate',
  'messi,maradona,racing,independiente,sanlorenzo,mendoza,cordoba,rosario,buenosaires,futbol,hola,holahola,teamo',
  'tequiero,amor,familia,jesus,dios,maria,jose,juan,carlos,campo,campos,vaca,vacas,toro,toros,ternero,ternera',
  'novillo,rodeo,lote,hacienda,estancia,ganado,ganaderia,ganadero,tranquera,caballo,gaucho,mate,asado,pampa',
  'feedlot,tambo,angus,hereford,braford,brangus,usuario,test,prueba,temporal,cambiame,invierno,verano,primavera',
  'otoño',
].flatMap((line) => line.split(','));
const wellKnown = new Set(roots.map(searchable));

/**
 * Whether a password is one of those that everybody tries first: a common word, the farm's or the product's, perhaps with figures
 * behind it, or one sign over and over (trust.md row 2). `context` are words of this person.
 */
export function isCommonPassword(password: string, context: readonly string[]): boolean {
  const plain = searchable(password).replace(/[^a-z0-9ñ]/g, '');
  const core = plain.replace(/^\d+|\d+$/g, '');
  if (new Set(plain).size <= 2) return true;
  const words = [
    ...wellKnown,
    ...context.map((word) => searchable(word).replace(/[^a-z0-9]/g, '')).filter((word) => word.length > 3),
  ];
  return (
    words.includes(plain) || (core !== '' && plain.length - core.length <= 4 && words.includes(core)) || isRun(plain)
  );
}

const isRun = (text: string): boolean => '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);
