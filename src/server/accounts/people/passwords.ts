import { hash, verify } from '@node-rs/argon2';
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
