import { type DeviceKey, type HeldKey, newKeyPair } from '#contract/seal.ts';
import { hasCiphers } from './ciphers.ts';
import { StorageFailure } from './store.ts';

/** The key that this device signs with for one person; the private half is not extractable. */
export interface DeviceKeyRow {
  readonly key: 'device-key';
  readonly userId: string;
  readonly made: { readonly key: DeviceKey; readonly privateKey: HeldKey };
}

/** Kept beside the session: gone at log-out. */
export interface DeviceKeyRows {
  readonly readKey: () => Promise<DeviceKeyRow | null>;
  /** Keeps it unless the person has one by now; gives the kept one. */
  readonly keepKey: (row: DeviceKeyRow) => Promise<DeviceKeyRow>;
}

/**
 * A person's device key, made if missing. Null where the browser cannot sign (plain http) or keep it: a key that the page forgets would
 * make others distrust the next.
 */
export async function deviceKeyOf(rows: DeviceKeyRows, userId: string): Promise<DeviceKeyRow['made'] | null> {
  if (!hasCiphers()) return null;
  try {
    const held = await rows.readKey();
    if (held?.userId === userId) return held.made;
    // Two tabs may make one at once: the first kept wins, for it may be published by now.
    return (await rows.keepKey({ key: 'device-key', userId, made: await newKeyPair() })).made;
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure || thrown instanceof DOMException)) throw thrown;
    return null;
  }
}
