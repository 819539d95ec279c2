import type { Clock } from '../ports.ts';

const firstMs = 30_000;
const longestMs = 30 * 60_000;

/**
 * How long nothing is tried after a failure: up to half an hour, to spare data and battery. A sign from the device or the person ends it.
 */
export class Backoff {
  private times = 0;
  private until = -Infinity;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Whether it came to nothing when it was last tried. */
  get isBackingOff(): boolean {
    return this.times > 0;
  }

  /** How long it still waits; longer than it ever is means that the phone's clock was set back. */
  leftMs(): number {
    const left = this.until - this.clock.now();
    return left > longestMs ? 0 : Math.max(0, left);
  }

  begin(): void {
    this.until = this.clock.now() + Math.min(longestMs, firstMs * 2 ** this.times);
    this.times += 1;
  }

  /** It may be tried at once. How often it failed before is not forgotten: only success ends that. */
  reset(): void {
    this.until = -Infinity;
  }

  end(): void {
    this.times = 0;
    this.until = -Infinity;
  }
}
