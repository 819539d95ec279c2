import { type KeyPorts, openKeyTelling } from './device-key.ts';
import { letGo } from './let-go.ts';

/** What a phone has to tell its server beside records. */
interface Errands {
  /** Takes what was thrown away off the office's list. */
  readonly letGo: () => Promise<void>;
  /** Tells this device's key; whether it was told now. */
  readonly tellKey: () => Promise<boolean>;
}

export const openErrands = (ports: KeyPorts): Errands => ({
  letGo: () => letGo(ports),
  tellKey: openKeyTelling(ports),
});
