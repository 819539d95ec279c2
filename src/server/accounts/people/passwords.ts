import { hash, verify } from '@node-rs/argon2';
import { refuse } from '../../kernel/call.ts';

/** Argon2id as trust.md row 3 asks; the parameters are kept in the hash itself. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing takes a core and 19 MB: two at a time, a short queue, the rest comes back later (trust.md row 7). */
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
