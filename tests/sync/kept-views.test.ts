import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../src/app/net/reply.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { Op } from '../../src/app/store/op.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import type { FarmViews } from '../../src/app/sync/farm.ts';
import { layered } from '../../src/app/sync/views/layered.ts';
import { openViews } from '../../src/app/sync/views/view.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { change } from '../support/movement-rows.ts';
import { rain } from '../support/rain-op.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { seeded } from '../support/sim/random.ts';
import { aloneHere, versioned } from '../support/versioned.ts';

/** Histories of acts by chance; more of them by `KEPT_HISTORIES`. */
const histories = Number(process.env['KEPT_HISTORIES'] ?? 4);
const acts = 60;

let farm: FieldFarm;
let disk: Disk;
let store: FarmStore;
let phone: ServerPhone;
/** The signal goes between what is sent and what comes down: what was taken waits for its proof. */
let isDeaf = false;
const noSignal: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' };

beforeEach(async () => {
  farm = await createFieldFarm();
  disk = openMemoryDisk();
  store = openFarmStore(versioned(disk, undefined, aloneHere));
  phone = openServerPhone(farm, 'ana', {
    store,
    onCall: ({ method, path }) => (isDeaf && method === 'GET' && path.startsWith('/api/sync/') ? noSignal : null),
  });
  await phone.meet();
});
afterEach(async () => {
  await farm.close();
});

/** The states of acts that came in all histories. */
const seen = new Set<string>();

/** Views over rows that nobody has seen before, of a store that has just been opened: nothing can have been kept of them. */
function ignorant(): FarmViews {
  const own = openFarmStore(disk);
  const fresh: FarmStore = {
    ...own,
    picture: async (organizationId, ask) => structuredClone(await own.picture(organizationId, ask)),
    outbox: async (organizationId) => structuredClone(await own.outbox(organizationId)),
  };
  const clock = { now: () => farm.clock.now, after: () => () => undefined };
  return openViews(layered(fresh), farm.organizationId, farm.userIds.ana, clock);
}

/** Whoever changes what was answered to him is told so. */
function frozen<T>(answer: T): T {
  if (typeof answer === 'object' && answer !== null && !Object.isFrozen(answer)) {
    Object.freeze(answer);
    for (const part of Object.values(answer)) frozen(part);
  }
  return answer;
}

type Question = (views: FarmViews) => Promise<unknown>;
const questions = (): readonly Question[] => {
  const { lots, rodeos, userIds } = farm;
  return [
    (views) => views.lastTen(),
    (views) => views.page({}, null, 5),
    async (views) => {
      const { next } = await views.page({}, null, 7);
      return next === null ? null : await views.page({}, next, 7);
    },
    (views) => views.page({ types: ['BUY'] }, null, 4),
    (views) => views.page({ types: ['DEATH', 'RAIN'], authorId: userIds.ana }, null, 6),
    (views) => views.page({ lotId: lots.ombu, from: '2026-11-12', to: '2026-11-18' }, null, 6),
    (views) => views.page({ rodeoId: rodeos.cria }, '2026-11-17', 6),
    (views) => views.page({ text: 'bajo' }, null, 6),
    (views) => views.page({ standing: 'pendiente' }, null, 50),
    (views) => views.page({ standing: 'con_error' }, null, 50),
    (views) => views.page({ standing: 'activo' }, null, 9),
    (views) => views.page({ standing: 'eliminado' }, null, 9),
    (views) => views.page({ inReview: true }, null, 9),
    (views) => views.lots(),
    (views) => views.rodeos(),
    (views) => views.categories(),
    (views) => views.stock(),
    (views) => views.holdings(),
    (views) => views.lastMovementDays(),
    (views) => views.rainByMonth('2026'),
    (views) => views.pending(),
    (views) => views.things('asset'),
    async (views) => {
      const assets = await views.things('asset');
      return await Promise.all(assets.map(({ row }) => views.kardex(row.id, 5)));
    },
    (views) => views.possibleDuplicates('RAIN', { date: '2026-11-15', campo_id: farm.campo }, userIds.ana),
  ];
};

describe('What a phone keeps of its answers', () => {
  const seeds = Array.from({ length: histories }, (_, at) => ({ seed: at + 1 }));
  test.each(seeds)(
    'gives what a phone that knows nothing gives, whatever was done: history $seed',
    async ({ seed }) => {
      const random = seeded(seed);
      const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
      const day = () => `2026-11-1${Math.floor(random() * 9)}`;
      const heads = () => 1 + Math.floor(random() * 9);
      const place = () => ({ lot_id: one(Object.values(farm.lots)), rodeo_id: one(Object.values(farm.rodeos)) });
      const animals = () => [{ type: farm.cat(one(['Vaca', 'Toro', 'Novillito'])), count: heads() }];
      const [ids, items]: [string[], string[]] = [[], []];
      const { acts: can, views } = phone.farm;
      const keep = async (saving: ReturnType<typeof can.recordMovement>): Promise<void> => {
        const saved = await saving;
        if (saved.ok) ids.push(saved.value.entityId);
      };
      const waiting = async (): Promise<string | undefined> => one(await views.pending())?.opId;
      const refuse = async (): Promise<void> => {
        await store.changeOutbox(farm.organizationId, ({ ops }) => {
          const op = one(ops.filter(({ state }) => state === 'pending'));
          const problem = { code: 'VALIDATION', status: 400, message: null, issues: [] };
          return { edit: op ? { put: [{ ...op, state: 'attention', problem }] } : {}, result: undefined };
        });
      };
      const steps: readonly (() => Promise<unknown>)[] = [
        () => keep(can.recordMovement('BUY', { date: day(), ...place(), animals: animals() })),
        () => keep(can.recordMovement('BUY', { date: day(), ...place(), animals: animals() })),
        () => keep(can.recordMovement('DEATH', { date: day(), ...place(), animals: animals() })),
        () => keep(can.recordMovement('RAIN', { date: day(), campo_id: farm.campo, mm: heads() })),
        () =>
          keep(
            can.recordMovement('TREATMENT', {
              ...farm.example('TREATMENT'),
              date: day(),
              ...place(),
              products: [{ name: 'Ivermectina', dose: '10 ml', quantity: heads(), unit: 'ml' }],
            }),
          ),
        () =>
          keep(
            can.countAnimals({
              date: day(),
              kind: 'recount',
              lot_id: one(Object.values(farm.lots)),
              counted: [{ type: farm.cat('Vaca'), count: 40 + heads() }],
            }),
          ),
        async () => {
          const id = one(ids);
          const view = id === undefined ? null : await views.movement(id);
          if (!view) return;
          const { type, metadata } = view.movement;
          if (type === 'RAIN') await can.editMovement(view.key, { date: day(), campo_id: farm.campo, mm: heads() });
          else if (metadata.kind !== 'recount')
            await can.editMovement(view.key, { date: day(), ...place(), animals: animals() });
        },
        async () => {
          const id = one(ids);
          if (id !== undefined) await can.deleteMovement(id);
        },
        async () => {
          const opId = await waiting();
          if (opId !== undefined) await can.undo(opId);
        },
        () => can.createLot({ name: `Lote ${Math.floor(random() * 1000)}`, hectares: 10, animals: animals() }),
        () => can.editLot(farm.lots.bajo, { name: `El Bajo ${heads()}` }),
        async () => {
          const made = await can.createThing('asset', {
            name: `Sal ${heads()}`,
            kind: 'suplemento',
            unit: 'kg',
            quantity: 9,
          });
          if (made.ok) items.push(made.value.entityId);
        },
        async () => {
          const item = { date: day(), asset_id: one(items), quantity: heads() };
          if (items.length > 0) await keep(can.recordMovement('ASSET_CONSUMPTION', item));
        },
        () => can.editThing('rodeo', farm.rodeos.cria, { name: `Cría ${heads()}` }),
        refuse,
        async () => {
          const refused = (await views.pending()).find(({ state }) => state === 'con_error');
          if (refused) await (random() < 0.5 ? can.retry(refused.opId) : can.discard(refused.opId));
        },
        async () => {
          isDeaf = random() < 0.5;
          await phone.meet();
          isDeaf = false;
          phone.link.isUp = false;
        },
      ];
      phone.link.isUp = false;
      for (let act = 0; act < acts; act += 1) {
        const step = Math.floor(random() * steps.length);
        await steps[step]?.();
        farm.clock.now += 1000;
        for (const { state } of (await store.outbox(farm.organizationId)).ops) seen.add(state);
        for (const [at, ask] of questions().entries()) {
          // Some are asked again later only: what was kept of them is older.
          if (random() < 0.4) continue;
          const answer = frozen(await ask(views));
          expect(answer, `act ${act}, step ${step}, question ${at}`).toEqual(await ask(ignorant()));
        }
      }
    },
  );

  test('is made anew where somebody else has changed what an act that waits is about', async () => {
    const { acts: can, views } = phone.farm;
    const [bought] = (await views.page({ types: ['BUY'] }, null, 1)).items;
    phone.link.isUp = false;
    await can.deleteMovement(bought?.key ?? '');
    for (const ask of questions()) await ask(views);
    const { byId } = await store.picture(farm.organizationId, {});
    const rows = [...byId.values()];
    expect(rows.map(({ id }) => id)).toEqual([bought?.key]);
    const changes = rows.map((row) => change({ ...row, date: '2026-11-15', created_at: '2026-11-15T10:00:00.000Z' }));
    await store.applyRows(farm.organizationId, changes, null);
    expect((await views.movement(bought?.key ?? ''))?.movement.date).toBe('2026-11-15');
    for (const [at, ask] of questions().entries())
      expect(await ask(views), `question ${at}`).toEqual(await ask(ignorant()));
  });

  test('is held against acts of every state: waiting, refused, taken and not proved', () => {
    expect([...seen]).toEqual(expect.arrayContaining(['pending', 'attention', 'acked']));
  });
});

describe('A question after a save', () => {
  /** How often waiting acts are looked at, by one question over so many of them. */
  async function looks(waiting: number, ask: Question): Promise<number> {
    let count = 0;
    const acts = Array.from({ length: waiting }, (_, n): Op => {
      const op = { ...rain(`r-${n}`), n: n + 1, deps: n === 0 ? [] : [`r-${n - 1}`] };
      return Object.defineProperty(op, 'entityId', {
        enumerable: true,
        get: () => {
          count += 1;
          return `rain-${n}`;
        },
      });
    });
    const own = openFarmStore(disk);
    const fresh: FarmStore = {
      ...own,
      picture: async (organizationId, asked) => ({ ...(await own.picture(organizationId, asked)), ops: acts }),
      outbox: async (organizationId) => ({ ...(await own.outbox(organizationId)), ops: acts }),
    };
    const clock = { now: () => farm.clock.now, after: () => () => undefined };
    await ask(openViews(layered(fresh), farm.organizationId, farm.userIds.ana, clock));
    return count;
  }

  test('looks at each waiting act a few times, never at all of them for each', async () => {
    for (const [at, ask] of questions().entries())
      expect(await looks(300, ask), `question ${at}`).toBeLessThanOrEqual(300 * 12);
  });
});
