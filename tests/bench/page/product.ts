import { random, clock, createHints, locks, signer } from '../../../src/app/device.ts';
import { createNet } from '../../../src/app/net/http.ts';
import { openDeviceStore } from '../../../src/app/store/open.ts';
import { watchStorage } from '../../../src/app/store/storage-watch.ts';
import type { FarmStore } from '../../../src/app/store/store.ts';
import { openFarm } from '../../../src/app/sync/engine/engine.ts';
import type { Farm, MovementView } from '../../../src/app/sync/farm.ts';
import type { FarmNet } from '../../../src/app/sync/ports.ts';
import { boot, type BenchFarm, type BenchMovement, type BenchRow, type BenchStore } from './app.mjs';

/** The one policy that the server's headers name: scripts of this page's own origin. */
const { trustedTypes } = globalThis as {
  readonly trustedTypes?: { createPolicy: (name: string, rules: object) => object };
};
trustedTypes?.createPolicy('default', {
  createScriptURL: (address: string) => (new URL(address, location.href).origin === location.origin ? address : null),
});

const rowOf = ({ movement }: MovementView): BenchRow => movement;

/** The body that the form of a purchase gives. */
const bodyOf = (movement: BenchMovement): Readonly<Record<string, unknown>> => ({
  date: movement.date,
  lot_id: movement.metadata.lot_id,
  rodeo_id: movement.metadata.rodeo_id,
  animals: movement.animals,
  detail: movement.detail,
});

/** The signal of the phone, as the bench gives it and takes it away. */
const signal = { isThere: false };

function openNet({ token }: BenchFarm): FarmNet {
  const net = createNet({
    baseUrl: '',
    appVersion: __APP_BUILD__,
    fetch: (input, init) => (signal.isThere ? fetch(input, init) : Promise.reject(new TypeError('no signal'))),
    knowsMark: () => localStorage.getItem('contract') !== null,
    noteMark: () => localStorage.setItem('contract', '1'),
  });
  return { call: (request) => net.send({ ...request, token }) };
}

/** Until something is so, asked whenever the store tells of a change. */
async function until(store: FarmStore, isSo: () => Promise<boolean>): Promise<void> {
  if (await isSo()) return;
  await new Promise<void>((resolve, reject) => {
    const look = (): void => {
      isSo().then((so) => {
        if (!so) return;
        leave();
        resolve();
      }, reject);
    };
    // Rows, and the outbox with them: one look for each change.
    const leave = store.watchRows(look);
    look();
  });
}

const failed = (problem: unknown): Error => new Error(JSON.stringify(problem));
const draft = 'record/bench';

class Product implements BenchStore {
  private readonly store: FarmStore;
  private readonly farm: Farm;
  private readonly owner: BenchFarm;
  private sending: Promise<void> = Promise.resolve();

  constructor(store: FarmStore, farm: Farm, owner: BenchFarm) {
    this.store = store;
    this.farm = farm;
    this.owner = owner;
  }

  readonly write = async (movement: BenchMovement): Promise<void> => {
    const saved = await this.farm.acts.recordMovement('BUY', bodyOf(movement));
    if (!saved.ok) throw failed(saved.problem);
  };

  readonly queue = async (movements: readonly BenchMovement[]): Promise<void> => {
    for (let start = 0; start < movements.length; start += 250) {
      const bodies = movements.slice(start, start + 250).map(bodyOf);
      const saved = await this.farm.acts.recordMovements('BUY', bodies, draft);
      if (!saved.ok) throw failed(saved.problem);
    }
  };

  readonly list = async (limit: number): Promise<readonly BenchRow[]> =>
    limit === 10
      ? (await this.farm.views.lastTen()).map(rowOf)
      : (await this.farm.views.page({}, null, limit)).items.map(rowOf);

  readonly page = async (type: string, from: string, to: string, limit: number): Promise<readonly BenchRow[]> =>
    (await this.farm.views.page({ types: [type], from, to }, null, limit)).items.map(rowOf);

  readonly rain = async (year: string): Promise<Readonly<Record<string, number>>> =>
    Object.fromEntries(
      Object.entries(await this.farm.views.rainByMonth(year)).filter(([month]) => /^\d{4}-\d\d$/.test(month)),
    );

  readonly stock = async (): Promise<Readonly<Record<string, number>>> => {
    const sums: Record<string, number> = {};
    for (const { category, head } of await this.farm.views.stock()) sums[category] = (sums[category] ?? 0) + head;
    return sums;
  };

  readonly pull = async (): Promise<void> => {
    this.send();
    await until(this.store, async () => (await this.outbox()).sync.cursor !== null);
  };

  /** Until every record is proved and gone from the outbox. */
  readonly drain = async (): Promise<void> => {
    this.send();
    await until(this.store, async () => {
      const { ops } = await this.outbox();
      const refused = ops.find((op) => op.state === 'attention');
      if (refused) throw failed(refused);
      return ops.length === 0;
    });
  };

  /** Until the ten edits of the others are here; `mark` is what the last of them says. */
  readonly delta = async ({ id, detail }: { readonly id: string; readonly detail: string }): Promise<void> => {
    this.send();
    await until(this.store, async () => (await this.farm.views.movement(id))?.movement.detail === detail);
  };

  /** Until nothing more is under way. */
  readonly settled = async (): Promise<void> => {
    await this.sending;
    signal.isThere = false;
  };

  private send(): void {
    signal.isThere = true;
    this.sending = this.farm.acts.sendNow();
  }

  private outbox() {
    return this.store.outbox(this.owner.organizationId);
  }
}

/** The store, the sync and the network as `compose.ts` puts them together, without screens. */
async function open(_name: string, _options: unknown, owner: BenchFarm): Promise<BenchStore> {
  const store = openDeviceStore(owner.userId, watchStorage());
  const deviceId = await store.keepOnce('deviceId', random.key());
  const ports = {
    store,
    net: openNet(owner),
    clock,
    locks,
    random,
    signer,
    hints: createHints(() => false),
    live: { subscribe: () => () => undefined },
    deviceId,
    appBuild: __APP_BUILD__,
  };
  const farm = openFarm(ports, owner.organizationId, owner.userId);
  farm.start();
  return new Product(store, farm, owner);
}

void boot(open);
