import type { Exclusive } from './session/calls.ts';
import { rejected } from './store/op.ts';
import { placesToSee, placesToSend } from './store/sealed-rows.ts';
import type { FarmStore } from './store/store.ts';
import type { Farm } from './sync/farm.ts';
import type { Clock, FarmNet, Hints } from './sync/ports.ts';

export interface LeftFarmPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly hints: Hints;
  /** Sealing and unsealing, one tab at a time. */
  readonly exclusive: <T>(task: () => Promise<T>) => ReturnType<Exclusive>;
  readonly openFarm: (organizationId: string) => Farm;
  readonly onChange: () => void;
}

/** A farm its person left, while this device holds unsent records of it. */
export interface LeftFarm {
  readonly organizationId: string;
  readonly counts: () => { readonly waiting: number; readonly withError: number };
  /** Opens its records for reading; null if sealed and the server is unreachable. */
  readonly see: () => Promise<Farm | null>;
  readonly unsee: () => void;
  readonly stop: () => void;
}

const checkEveryMs = 2_000;
/** What does not go up by then (a photo the server refuses) is sealed again and retried later. */
const mostOpenMs = 60_000;
const tryAgainMs = 60_000;

/** Unsent records of a left farm: sealed at rest (trust.md row 107), open while sent or looked at, or if there is no key. */
export function holdLeftFarm(ports: LeftFarmPorts, organizationId: string): LeftFarm {
  return new HeldFarm(ports, organizationId);
}

class HeldFarm implements LeftFarm {
  readonly organizationId: string;
  private readonly ports: LeftFarmPorts;
  private farm: Farm | null = null;
  private since = 0;
  private isSeen = false;
  private isStopped = false;
  /** There is no key to seal it with. */
  private isReadable = false;
  /** Serializes opening and closing. */
  private turn: Promise<unknown> = Promise.resolve();
  private cancelNext: (() => void) | null = null;
  private sealed = { waiting: 0, withError: 0 };
  private readonly unsubscribe: () => void;

  constructor(ports: LeftFarmPorts, organizationId: string) {
    this.ports = ports;
    this.organizationId = organizationId;
    this.unsubscribe = ports.hints.subscribe((hint) => {
      if (hint !== 'offline' && hint !== 'hidden') void this.send();
    });
    void this.send();
  }

  readonly counts = (): { readonly waiting: number; readonly withError: number } =>
    this.farm ? this.farm.status() : this.sealed;

  readonly see = (): Promise<Farm | null> => {
    this.isSeen = true;
    return this.inTurn(async () => {
      const isOpen = await this.open(placesToSee(this.organizationId));
      if (!isOpen) this.isSeen = false;
      return isOpen ? this.farm : null;
    });
  };

  readonly unsee = (): void => {
    this.isSeen = false;
    void this.inTurn(this.rest);
  };

  readonly stop = (): void => {
    this.isStopped = true;
    this.unsubscribe();
    this.cancelNext?.();
    this.farm?.stop();
    this.farm = null;
  };

  private readonly inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = this.turn.then(task);
    this.turn = done.catch(() => undefined);
    return done;
  };

  /** Sends what is unsent once the server answers, then seals. */
  private readonly send = (): Promise<void> =>
    this.inTurn(async () => {
      if (this.isStopped) return;
      const isOwed = await this.isOwed();
      if (this.farm === null && isOwed && (await this.open(placesToSend(this.organizationId)))) this.next(checkEveryMs);
      else if (this.farm === null || (this.isReadable && !isOwed)) await this.rest();
    });

  /** Unseals and opens the farm; false if the server is unreachable. */
  private async open(places: readonly string[]): Promise<boolean> {
    const { store, net, exclusive } = this.ports;
    const { openForAWhile } = await import('./sync/device/storage-key.ts');
    const left = await exclusive(() => openForAWhile(store, net, places));
    if (this.isStopped || left === 'away') return false;
    this.start();
    return true;
  }

  private start(): void {
    const { openFarm, onChange, clock } = this.ports;
    if (this.farm !== null) return;
    this.since = clock.now();
    this.farm = openFarm(this.organizationId);
    this.farm.onStatus(onChange);
    this.farm.start();
  }

  private next(ms: number): void {
    this.cancelNext?.();
    this.cancelNext = this.ports.clock.after(ms, () => void (this.farm ? this.inTurn(this.look) : this.send()));
  }

  /** Keeps it open while something goes up. */
  private readonly look = async (): Promise<void> => {
    if (this.farm === null || this.isSeen || this.isStopped) return;
    const isGoing = this.farm.status().reach !== 'unreachable' && this.ports.clock.now() - this.since < mostOpenMs;
    if (isGoing && (await this.isOwed())) this.next(checkEveryMs);
    else await this.rest();
  };

  /** Seals all of it; without a key the farm stays open. */
  private readonly rest = async (): Promise<void> => {
    const { store, net, exclusive } = this.ports;
    if (this.isSeen || this.isStopped) return;
    const { sealFarm } = await import('./sync/device/storage-key.ts');
    this.farm?.stop();
    const end = await exclusive(() => sealFarm(store, net, this.organizationId));
    if (this.isStopped) return;
    this.isReadable = end === 'no-key';
    this.farm = null;
    if (this.isReadable) this.start();
    const of = (await store.sealedWaiting()).find((one) => one.organizationId === this.organizationId);
    this.sealed = { waiting: of?.left ?? 0, withError: of?.refused ?? 0 };
    if (of?.isOwed) this.next(tryAgainMs);
    this.ports.onChange();
  };

  /** Whether anything, sealed or not, can still go up. */
  private async isOwed(): Promise<boolean> {
    const { store } = this.ports;
    const waiting = await store.sealedWaiting();
    if (waiting.some((one) => one.organizationId === this.organizationId && one.isOwed)) return true;
    const unsent = await store.unsent();
    if (unsent.some((op) => op.organizationId === this.organizationId && op.state !== rejected)) return true;
    if (this.farm === null) return (await store.farmsOwed()).includes(this.organizationId);
    // A photo that no record names goes nowhere.
    return Object.values(await this.farm.blobs.waiting()).some((count) => count > 0);
  }
}
