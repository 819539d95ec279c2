import { type KeyPorts, openKeyTelling } from './device-key.ts';
import { tellDismissed } from './dismissed.ts';
import { openKeyHolding } from './storage-key.ts';

/** What a phone tells its server besides records. */
interface Errands {
  /** Takes discarded records off the office's list. */
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
