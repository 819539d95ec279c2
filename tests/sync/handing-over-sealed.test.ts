import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordsPackage } from '../../src/contract/records-package.ts';
import { newKeyPair } from '../../src/contract/seal.ts';
import { openKeyTelling } from '../../src/app/sync/device/errands.ts';
import { sealOf } from '../../src/app/sync/handover/sealing.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let caro: ServerPhone;
let beto: ServerPhone;
beforeEach(async () => {
  farm = await createFieldFarm();
  caro = openServerPhone(farm, 'caro');
  beto = openServerPhone(farm, 'beto');
  for (const phone of [caro, beto]) {
    await phone.meet();
    phone.link.isUp = false;
  }
});

const record = async (phone: ServerPhone, count: number): Promise<void> => {
  const body = {
    date: '2026-11-20',
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: farm.cat('Ternero al pie'), count }],
  };
  expect(await phone.farm.acts.recordMovement('BIRTH', body)).toMatchObject({ ok: true });
};
const given = async (phone: ServerPhone) => {
  const made = await phone.farm.acts.exportPending(false);
  if (!made.ok || made.value === null) throw new Error(JSON.stringify(made));
  return { ...made.value, whole: JSON.parse(made.value.text) as RecordsPackage };
};
const looked = async (whole: object) => {
  const read = await beto.farm.acts.lookInto(JSON.stringify(whole));
  if (!read.ok) throw new Error(read.problem);
  return read.value;
};
const calvesThere = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Ternero al pie'));
const keptAside = () =>
  farm.db
    .selectFrom('refused')
    .select(['key', 'user_id', 'author_id', 'session_id', 'message', 'body'])
    .orderBy('key')
    .execute();
const brought = async (whole: object): Promise<void> => {
  expect(await beto.farm.acts.takeIn(JSON.stringify(whole))).toMatchObject({ ok: true });
  await beto.meet();
  expect(await beto.farm.views.pending()).toEqual([]);
};
const unsealed = ({ seal: _, ...bare }: RecordsPackage): Omit<RecordsPackage, 'seal'> => bare;
/** What a forger makes of a package, with a key of his own. */
const forged = async (whole: RecordsPackage, changes: Partial<RecordsPackage>): Promise<RecordsPackage> => {
  const bare = unsealed({ ...whole, ...changes });
  return { ...bare, seal: await sealOf(await newKeyPair(), bare) };
};
const manyCalves = ({ operations }: RecordsPackage): RecordsPackage['operations'] =>
  operations.map((operation) => ({
    ...operation,
    body: { ...operation.body, animals: [{ type: farm.cat('Ternero al pie'), count: 40 }] },
  }));

describe('A package that its author’s phone sealed', () => {
  test('is known for his without signal, and booked under his name', async () => {
    await record(caro, 2);
    await record(caro, 3);
    const { whole, isSealed } = await given(caro);
    expect([isSealed, (await looked(whole)).seal]).toEqual([true, 'verified']);
    await brought(whole);
    expect([await calvesThere(), await keptAside()]).toEqual([5, []]);
  });

  test('is the same in the second file, of which part has come before', async () => {
    await record(caro, 2);
    await brought((await given(caro)).whole);
    await record(caro, 3);
    await brought((await given(caro)).whole);
    expect([await calvesThere(), await keptAside()]).toEqual([5, []]);
  });

  test('is taken where its key is not known yet, said so, and judged by the server', async () => {
    const second = openServerPhone(farm, 'caro');
    await second.meet();
    await record(second, 2);
    const { whole, isSealed } = await given(second);
    expect([isSealed, (await looked(whole)).seal]).toEqual([true, 'unknown']);
    await brought(whole);
    expect([await calvesThere(), await keptAside()]).toEqual([2, []]);
  });

  test('still holds after the browser of its phone has lost the key and made another', async () => {
    await record(caro, 2);
    const { whole } = await given(caro);
    await openServerPhone(farm, 'caro').meet();
    await brought(whole);
    expect([await calvesThere(), await keptAside()]).toEqual([2, []]);
  });

  test('shows the name that the farm knows, whatever it says itself', async () => {
    await record(caro, 2);
    const { whole } = await given(caro);
    expect((await looked({ ...whole, author: { ...whole.author, name: 'Ana, la dueña' } })).author).toBe('Caro Díaz');
  });
});

describe('A package that is not what its author sealed', () => {
  const forgeries: Readonly<
    Record<string, readonly [seen: string, forge: (whole: RecordsPackage) => Promise<RecordsPackage> | RecordsPackage]>
  > = {
    'with other amounts': ['broken', (whole) => ({ ...whole, operations: manyCalves(whole) })],
    'with what the receiving screen shows changed': [
      'broken',
      (whole) => ({ ...whole, operations: whole.operations.map((one) => ({ ...one, postings: [] })) }),
    ],
    'with a record put in beside the others': [
      'broken',
      (whole) => ({
        ...whole,
        operations: [
          ...whole.operations,
          ...manyCalves(whole).map((one) => ({ ...one, op_id: crypto.randomUUID(), entity_id: crypto.randomUUID() })),
        ],
      }),
    ],
    'in the owner’s name': ['unknown', (whole) => ({ ...whole, author: { id: farm.userIds.ana, name: 'Ana' } })],
    'in the owner’s name, sealed by who forged it': [
      'unknown',
      (whole) => forged(whole, { author: { id: farm.userIds.ana, name: 'Ana' }, operations: manyCalves(whole) }),
    ],
    'without a seal, as older apps make it': ['unsigned', unsealed],
  };

  test.each(Object.keys(forgeries))('%s is said, books nothing, and is kept for the office', async (title) => {
    await record(caro, 2);
    const { whole } = await given(caro);
    const [seen, forge] = forgeries[title] ?? [];
    if (!forge) throw new Error('no forgery');
    const forgery = await forge(whole);
    expect((await looked(forgery)).seal).toBe(seen);
    await brought(forgery);
    expect(await calvesThere()).toBe(0);
    const kept = await keptAside();
    expect(kept.map(({ key }) => key)).toEqual(forgery.operations.map(({ op_id }) => op_id).toSorted());
    for (const row of kept) {
      const session = await farm.db
        .selectFrom('sessions')
        .select('user_id')
        .where('id', '=', row.session_id)
        .executeTakeFirst();
      expect([row.author_id, row.user_id, session?.user_id]).toEqual([
        forgery.author.id,
        farm.userIds.beto,
        farm.userIds.beto,
      ]);
      expect(row.message).toContain('sin una firma que valga');
    }
    // The true one is on its author's phone still.
    await caro.meet();
    expect([await calvesThere(), await caro.farm.views.pending()]).toEqual([2, []]);
  });

  test('and of another farm comes in nowhere', async () => {
    await record(caro, 2);
    const { whole } = await given(caro);
    const swapped = JSON.stringify({ ...whole, organization_id: crypto.randomUUID() });
    expect(await beto.farm.acts.takeIn(swapped)).toMatchObject({ ok: false });
  });
});

describe('A phone whose browser cannot sign', () => {
  test('says so before it gives, and loses nothing', async () => {
    const dana = openServerPhone(farm, 'caro', { cannotSign: true });
    await dana.meet();
    dana.link.isUp = false;
    await record(dana, 2);
    const { whole, isSealed } = await given(dana);
    expect([isSealed, whole.seal]).toEqual([false, undefined]);
    await brought(whole);
    expect([await calvesThere(), (await keptAside()).length]).toEqual([0, 1]);
    await dana.meet();
    expect([await calvesThere(), await dana.farm.views.pending()]).toEqual([2, []]);
  });
});

describe('A device’s key', () => {
  const telling = async (phone: { isUp: boolean }) => {
    const { key, privateKey } = await newKeyPair();
    const store = openMemoryStore();
    const asked: string[] = [];
    const net = {
      call: async ({ path }: { path: string }) => {
        if (!phone.isUp) return { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' } as const;
        asked.push(path);
        return { outcome: 'answer', body: {}, marks: {} } as never;
      },
    };
    const live = (epoch: string, device_keys: readonly object[]) => ({
      ...store,
      outbox: async () => ({ ops: [], sync: { epoch, cursor: 7 } }) as never,
      picture: async () => ({ members: [{ id: 'caro', state: 'activo', device_keys }] }) as never,
    });
    let now = live('first', []);
    const tell = openKeyTelling({
      store: { ...store, outbox: () => now.outbox(), picture: () => now.picture() },
      net,
      organizationId: 'farm',
      userId: 'caro',
      signer: async () => ({ key, privateKey }),
    });
    return { tell, asked, key, goTo: (epoch: string, keys: readonly object[]) => (now = live(epoch, keys)) };
  };

  test('is told at the first signal, once, and again to a server that went back in time and lost it', async () => {
    const link = { isUp: false };
    const { tell, asked, key, goTo } = await telling(link);
    expect([await tell(), asked.length]).toEqual([false, 0]);
    link.isUp = true;
    expect([await tell(), await tell(), asked.length]).toEqual([true, false, 1]);
    goTo('second', [key]);
    expect([await tell(), asked.length]).toEqual([false, 1]);
    goTo('third', []);
    expect([await tell(), asked.length]).toEqual([true, 2]);
  });
});
