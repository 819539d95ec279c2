import { tellDismissed } from './dismissed.ts';
import { openKeyHolding } from './storage-key.ts';
import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import { syncEndpoints } from '#contract/endpoints/sync.ts';
import type { FarmStore } from '#store/store.ts';
import { backendOf } from '../backend-of.ts';
import type { FarmNet, Signer } from '../ports.ts';
import { keysOf } from '../handover/sealing.ts';

interface KeyPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly organizationId: string;
  readonly userId: string;
  readonly signer: () => Promise<Signer | null>;
}

/**
 * Tells the farm's server this device's key if it lacks it: at first signal and after a restore; once per epoch and page, as a server may
 * reject it. Gives whether it was told.
 */
export function openKeyTelling({ store, net, organizationId, userId, signer }: KeyPorts): () => Promise<boolean> {
  let triedIn: string | null = null;
  return async () => {
    const { sync } = await store.outbox(organizationId);
    if (sync.epoch === null || sync.cursor === null || sync.epoch === triedIn) return false;
    if (!backendOf(sync).has('device-keys')) return false;
    const made = await signer();
    if (!made) return false;
    triedIn = sync.epoch;
    const { members } = await store.picture(organizationId, {});
    if (keysOf(members, userId).some(({ id }) => id === made.key.id)) return false;
    const { method, path } = syncEndpoints.registerDeviceKey;
    const reply = await net.call({
      method,
      path: fillPath(path, { org: organizationId }),
      body: { public_key: made.key.public_key },
      timeoutMs: constants.httpTimeoutMs,
    });
    if (reply.outcome === 'unreachable') triedIn = null;
    return reply.outcome === 'answer';
  };
}

interface Errands {
  readonly tellDismissed: () => Promise<void>;
  /** Gives whether the key was told now. */
  readonly tellKey: () => Promise<boolean>;
  /** Gets the key that seals this device when its person leaves; gives whether it has it. */
  readonly holdKey: () => Promise<boolean>;
}

export const openErrands = (ports: KeyPorts): Errands => ({
  tellDismissed: () => tellDismissed(ports),
  tellKey: openKeyTelling(ports),
  holdKey: openKeyHolding(ports),
});
