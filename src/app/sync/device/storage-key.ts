import { endpoints } from '#contract/endpoints.ts';
import { hasCiphers } from '#store/ciphers.ts';
import type { FarmStore } from '#store/store.ts';
import { newKeyName, type OpeningKey } from '#store/storage-seal.ts';
import { backendOf } from '../backend-of.ts';
import type { FarmNet } from '../ports.ts';

interface HoldPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly organizationId: string;
  /** A device that cannot sign cannot seal. */
  readonly signer: () => Promise<unknown>;
}

/** Asks for a pair by name; 'away': no answer, 'refused': not given. */
async function askForPair(net: FarmNet, name: string): Promise<OpeningKey | 'away' | 'refused'> {
  const { method, path, answer } = endpoints.storageKey;
  const reply = await net.call({ method, path, body: { name }, timeoutMs: patienceMs });
  if (reply.outcome === 'unreachable') return 'away';
  const parsed = reply.outcome === 'answer' ? answer.safeParse(reply.body) : null;
  return parsed?.success ? { name, publicKey: parsed.data.public_key, privateKey: parsed.data.private_key } : 'refused';
}

/** Gets a new pair, and keeps the sealing half. */
async function keepNewKey(store: FarmStore, net: FarmNet): Promise<'kept' | 'away' | 'refused'> {
  const pair = await askForPair(net, newKeyName());
  if (typeof pair === 'string') return pair;
  await store.keepSealingKey({ name: pair.name, publicKey: pair.publicKey });
  return 'kept';
}

/** The longest a log-out waits. */
const patienceMs = 5_000;

/**
 * Fetches the public key that seals this device when its person leaves (trust.md row 107), once there is signal. Gives whether it has it.
 * Backends without such keys are not asked.
 */
export function openKeyHolding({ store, net, organizationId, signer }: HoldPorts): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  let isRefused = false;
  const hold = async (): Promise<boolean> => {
    if ((await store.sealingKey()) !== null) return true;
    const { sync } = await store.outbox(organizationId);
    // The farm's load comes first: a person waits for it.
    if (isRefused || sync.cursor === null || !backendOf(sync).has('storage-keys')) return false;
    if (!hasCiphers() || (await signer()) === null) return false;
    const asked = await keepNewKey(store, net);
    isRefused = asked === 'refused';
    return asked === 'kept';
  };
  return () =>
    (asking ??= hold().finally(() => {
      asking = null;
    }));
}

/**
 * Gives a person back what was sealed at these places (`placesOfTeam` and the like); the key is retired. Null if nothing is left; 'away':
 * no answer, 'shut': the server's key does not open some.
 */
export async function openSealed(
  store: FarmStore,
  net: FarmNet,
  places: readonly string[],
): Promise<'away' | 'shut' | null> {
  let left: 'away' | 'shut' | null = null;
  for (const name of await store.sealedUnder(places)) {
    const pair = await askForPair(net, name);
    if (typeof pair === 'string') {
      left ??= pair === 'away' ? 'away' : 'shut';
      continue;
    }
    if ((await store.unseal(pair, places)) > 0) left = 'shut';
    const held = await store.sealingKey();
    if (held?.name === name) await store.keepSealingKey(null);
  }
  return left;
}

/**
 * Opens these places for a while. A new sealing key is fetched first, so that lost signal leaves nothing readable. Answers like
 * `openSealed`.
 */
export async function openForAWhile(
  store: FarmStore,
  net: FarmNet,
  places: readonly string[],
): Promise<'away' | 'shut' | null> {
  if ((await store.sealedUnder(places)).length === 0) return null;
  const asked = await keepNewKey(store, net);
  if (asked !== 'kept') return asked === 'away' ? 'away' : 'shut';
  return await openSealed(store, net, places);
}

/** Seals a farm's rows, fetching a key if none is held; without one they stay readable. */
export async function sealFarm(store: FarmStore, net: FarmNet, organizationId: string): Promise<'sealed' | 'no-key'> {
  if (hasCiphers() && (await store.sealingKey()) === null) await keepNewKey(store, net);
  return (await store.seal({ of: organizationId })) === 'no-key' ? 'no-key' : 'sealed';
}
