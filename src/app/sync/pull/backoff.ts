import type { Clock } from '../ports.ts';

const firstMs = 30_000;
const longestMs = 30 * 60_000;

/** The wait after failures: up to half an hour, to spare data and battery. A hint from the device or the person ends it. */
export class Backoff {
  private times = 0;
  private until = -Infinity;
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Whether the last try failed. */
  get isBackingOff(): boolean {
    return this.times > 0;
  }

  /** Remaining wait; more than the maximum means that the clock was set back. */
  leftMs(): number {
    const left = this.until - this.clock.now();
    return left > longestMs ? 0 : Math.max(0, left);
  }

  begin(): void {
    this.until = this.clock.now() + Math.min(longestMs, firstMs * 2 ** this.times);
    this.times += 1;
  }

  /** Allows a try at once, but remembers the failures: only success clears them. */
  reset(): void {
    this.until = -Infinity;
  }

  end(): void {
    this.times = 0;
    this.until = -Infinity;
  }
}
