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
  /** A device that cannot sign cannot seal either. */
  readonly signer: () => Promise<unknown>;
}

/** Asks the server for the pair of a name; 'away' where it did not answer, 'refused' where it does not tell it. */
async function askForPair(net: FarmNet, name: string): Promise<OpeningKey | 'away' | 'refused'> {
  const { method, path, answer } = endpoints.storageKey;
  const reply = await net.call({ method, path, body: { name }, timeoutMs: patienceMs });
  if (reply.outcome === 'unreachable') return 'away';
  const parsed = reply.outcome === 'answer' ? answer.safeParse(reply.body) : null;
  return parsed?.success ? { name, publicKey: parsed.data.public_key, privateKey: parsed.data.private_key } : 'refused';
}

/** Asks for a new pair, and keeps the half that seals. */
async function keepNewKey(store: FarmStore, net: FarmNet): Promise<'kept' | 'away' | 'refused'> {
  const pair = await askForPair(net, newKeyName());
  if (typeof pair === 'string') return pair;
  await store.keepSealingKey({ name: pair.name, publicKey: pair.publicKey });
  return 'kept';
}

/** What waits for a log-out waits no longer than this. */
const patienceMs = 5_000;

/**
 * Fetches what seals this device when its person leaves (trust.md row 107): the public half, once there is signal. Gives whether it has it.
 * Backends without such keys are not asked.
 */
export function openKeyHolding({ store, net, organizationId, signer }: HoldPorts): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  let isRefused = false;
  const hold = async (): Promise<boolean> => {
    if ((await store.sealingKey()) !== null) return true;
    const { sync } = await store.outbox(organizationId);
    // Not before the farm is whole: what a person waits for comes first.
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
 * Gives a person back what was sealed at these places (`placesOfTeam` and the like), whose key is used no more. Null where nothing is left;
 * 'away': no answer, 'shut': the server's key does not open some.
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
 * Opens what is sealed at these places for a while. A new sealing key is fetched first, so that lost signal leaves nothing readable.
 * Answers as `openSealed`.
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

/** Seals one farm's rows, asking for a key where none is held; without one they stay readable. */
export async function sealFarm(store: FarmStore, net: FarmNet, organizationId: string): Promise<'sealed' | 'no-key'> {
  if (hasCiphers() && (await store.sealingKey()) === null) await keepNewKey(store, net);
  return (await store.seal({ of: organizationId })) === 'no-key' ? 'no-key' : 'sealed';
}
