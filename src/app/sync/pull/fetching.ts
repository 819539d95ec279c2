import type { FarmStore, OutboxNow } from '#store/store.ts';
import { StorageFailure } from '#store/store.ts';
import type { Clock } from '../ports.ts';
import { pull } from './pull.ts';
import type { PullPorts } from './pull-ports.ts';
import { Backoff } from './backoff.ts';

type Ports = Omit<PullPorts, 'isCurrent'> & { readonly store: FarmStore; readonly clock: Clock };

/** 'resting': not tried now. */
export type Fetched = 'done' | 'failed' | 'resting';

/** Fetches news, with backoff after a full disk, or a server that makes every run reload. */
export class Fetching {
  private readonly ports: Ports;
  private readonly space: Backoff;
  private readonly anew: Backoff;
  /** Consecutive reloads because an answer named another epoch. */
  private wanted = 0;
  /** The last fetch failed: what is new may not be here. */
  isBehind = false;

  constructor(ports: Ports) {
    this.ports = ports;
    this.space = new Backoff(ports.clock);
    this.anew = new Backoff(ports.clock);
  }

  get noSpace(): boolean {
    return this.space.isBackingOff;
  }

  get turnedBack(): boolean {
    return this.anew.isBackingOff;
  }

  leftMs(): number {
    return Math.max(this.space.leftMs(), this.anew.leftMs());
  }

  /** A hint that a try may be worthwhile. */
  reset(): void {
    this.space.reset();
    this.anew.reset();
  }

  /** Fetches until everything is here, or tells why not. `read`: the outbox as just read; null: read it. */
  async run(isCurrent: () => boolean, read: OutboxNow | null): Promise<Fetched> {
    if (this.leftMs() > 0) return 'resting';
    try {
      const now = read ?? (await this.ports.store.outbox(this.ports.organizationId));
      const { sync } = now;
      // A server that names another epoch at every record, yet always gives the whole, sends us round too.
      this.wanted = sync.wantEpoch !== null && sync.epoch !== null ? this.wanted + 1 : 0;
      const pulled = await pull({ ...this.ports, isCurrent }, now);
      if (isCurrent()) this.isBehind = pulled === 'failed';
      if (pulled === 'turned-back') {
        this.anew.begin();
        return 'resting';
      }
      if (pulled === 'done') {
        this.space.end();
        if (this.wanted < 2) this.anew.end();
        else this.anew.begin();
      }
      return pulled;
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure) || !thrown.isFull) throw thrown;
      this.space.begin();
      return 'resting';
    }
  }
}
