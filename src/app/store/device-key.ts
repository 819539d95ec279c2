import { type DeviceKey, type HeldKey, newKeyPair } from '#contract/seal.ts';
import { hasCiphers } from './ciphers.ts';
import { StorageFailure } from './store.ts';

/** The key that this device signs with for one person. The browser keeps the private half, and cannot be made to say it. */
export interface DeviceKeyRow {
  readonly key: 'device-key';
  readonly userId: string;
  readonly made: { readonly key: DeviceKey; readonly privateKey: HeldKey };
}

/** Where it is kept, beside who is signed in: it is gone with him at the log-out. */
export interface DeviceKeyRows {
  readonly readKey: () => Promise<DeviceKeyRow | null>;
  /** Keeps it unless there is one of the same person by now; gives the one that is kept. */
  readonly keepKey: (row: DeviceKeyRow) => Promise<DeviceKeyRow>;
}

/**
 * This device's key for a person, made where there is none. Null where the browser cannot sign (plain http) or keep a key: one that the
 * page forgets would make others distrust the next.
 */
export async function deviceKeyOf(rows: DeviceKeyRows, userId: string): Promise<DeviceKeyRow['made'] | null> {
  if (!hasCiphers()) return null;
  try {
    const held = await rows.readKey();
    if (held?.userId === userId) return held.made;
    // Two may make one at once: the first that is kept counts, for it may be told by now.
    return (await rows.keepKey({ key: 'device-key', userId, made: await newKeyPair() })).made;
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure || thrown instanceof DOMException)) throw thrown;
    return null;
  }
}
