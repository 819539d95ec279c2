import { endpoints } from '../../contract/endpoints.ts';
import { hasCiphers } from '../store/ciphers.ts';
import type { FarmStore } from '../store/store.ts';
import { newKeyName, type OpeningKey } from '../store/storage-seal.ts';
import { isForeign } from './foreign.ts';
import type { FarmNet } from './ports.ts';

interface HoldPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly organizationId: string;
  /** A device that cannot sign cannot seal either. */
  readonly signer: () => Promise<unknown>;
}

/** Asks the server for the pair of a name; 'away' where it did not answer, 'refused' where it does not tell it. */
async function askForPair(net: FarmNet, name: string): Promise<OpeningKey | 'away' | 'refused'> {
  const { method, path, answer } = endpoints.storageKey;
  const reply = await net.call({ method, path, body: { name }, timeoutMs: patienceMs });
  if (reply.outcome === 'unreachable') return 'away';
  const told = reply.outcome === 'answer' ? answer.safeParse(reply.body) : null;
  return told?.success ? { name, publicKey: told.data.public_key, privateKey: told.data.private_key } : 'refused';
}

/** What waits for a log-out waits no longer than this. */
const patienceMs = 5_000;

/**
 * Sees to it that this device has what seals it when its person leaves (trust.md row 107): the public half, once there is signal. Gives
 * whether it has. A backend of another make is not asked.
 */
export function openKeyHolding({ store, net, organizationId, signer }: HoldPorts): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  let isRefused = false;
  const hold = async (): Promise<boolean> => {
    if ((await store.sealingKey()) !== null) return true;
    const { sync } = await store.outbox(organizationId);
    // Not before the farm is whole: what a person waits for comes first.
    if (isRefused || !hasCiphers() || sync.cursor === null || isForeign(sync)) return false;
    if ((await signer()) === null) return false;
    const pair = await askForPair(net, newKeyName());
    isRefused = pair === 'refused';
    if (typeof pair === 'string') return false;
    await store.keepSealingKey({ name: pair.name, publicKey: pair.publicKey });
    return true;
  };
  return () =>
    (asking ??= hold().finally(() => {
      asking = null;
    }));
}

/**
 * Gives a person back what was sealed when he left, as far as a member of these farms may have it. The key that opened it is used no more.
 * Null where nothing is left to open; 'away': the server was not reached, 'shut': its key does not open some of it.
 */
export async function openSealed(
  store: FarmStore,
  net: FarmNet,
  farms: readonly string[],
): Promise<'away' | 'shut' | null> {
  let left: 'away' | 'shut' | null = null;
  for (const name of await store.sealedUnder(farms)) {
    const pair = await askForPair(net, name);
    if (typeof pair === 'string') {
      left ??= pair === 'away' ? 'away' : 'shut';
      continue;
    }
    if ((await store.unseal(pair, farms)) > 0) left = 'shut';
    const held = await store.sealingKey();
    if (held?.name === name) await store.keepSealingKey(null);
  }
  return left;
}
