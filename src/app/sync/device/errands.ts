import { type KeyPorts, openKeyTelling } from './device-key.ts';
import { tellDismissed } from './dismissed.ts';
import { openKeyHolding } from './storage-key.ts';

/** What a phone has to tell its server beside records. */
interface Errands {
  /** Takes what was thrown away off the office's list. */
  readonly tellDismissed: () => Promise<void>;
  /** Tells this device's key; whether it was told now. */
  readonly tellKey: () => Promise<boolean>;
  /** Sees to what seals this device when its person leaves it; whether it has it. */
  readonly holdKey: () => Promise<boolean>;
}

export const openErrands = (ports: KeyPorts): Errands => ({
  tellDismissed: () => tellDismissed(ports),
  tellKey: openKeyTelling(ports),
  holdKey: openKeyHolding(ports),
});
