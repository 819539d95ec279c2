import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Request } from '../../src/app/net/reply.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { Result } from '../../src/domain/result.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { jpegOf } from '../support/pictures.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let store: FarmStore;
let sent: Omit<Request, 'token'>[];
let ana: ServerPhone;

const openAna = (): ServerPhone =>
  openServerPhone(farm, 'ana', {
    store,
    onCall: (request) => {
      sent.push(request);
      return null;
    },
  });

beforeEach(async () => {
  farm = await createFieldFarm();
  store = openMemoryStore();
  sent = [];
  ana = openAna();
  await ana.meet();
  sent = [];
  ana.link.isUp = false;
});

const kept = async (mark: number): Promise<string> => {
  const outcome = await ana.farm.blobs.keep(jpegOf(mark));
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.value;
};
async function saved(outcome: Promise<Result<Saved, SaveProblem>>): Promise<Saved> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
const item = { name: 'Ivermectina', kind: 'antiparasitario', unit: 'ml', quantity: 500, date: '2026-11-20' };
const create = async (photo: string | null): Promise<string> =>
  (await saved(ana.farm.acts.createThing('asset', { ...item, photo }))).entityId;
const backInSignal = async (): Promise<void> => {
  ana.link.isUp = true;
  await ana.meet();
};
/** What was written of the farm; a device that opens makes its key known too. */
const written = (): readonly string[] =>
  sent
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/device-key'))
    .map(({ method, path }) => `${method} ${path.split('/')[2]}`);
const photoOn = async (phone: ServerPhone, id: string): Promise<string | null | undefined> =>
  (await phone.farm.views.thing('asset', id))?.row.photo;
const waiting = async (): Promise<number> => (await ana.farm.blobs.waiting()).photos;
const onServer = async (): Promise<readonly string[]> =>
  (await farm.db.selectFrom('blobs').select('digest').orderBy('digest').execute()).map((row) => row.digest);

describe('An item made without signal with a photo', () => {
  test('shows it at once, goes first and its photo after it, once', async () => {
    const photo = await kept(1);
    const id = await create(photo);
    expect(await photoOn(ana, id)).toBe(photo);
    expect(await ana.farm.blobs.open(photo)).toMatchObject({ is: 'here', bytes: jpegOf(1) });
    expect(await waiting()).toBe(1);
    await backInSignal();
    await ana.meet();
    expect(written()).toEqual(['POST asset', 'PUT blob']);
    expect(await waiting()).toBe(0);
    expect(await onServer()).toEqual([photo]);
  });

  test('is seen with it by a hand on another phone', async () => {
    const photo = await kept(1);
    const id = await create(photo);
    await backInSignal();
    const caro = openServerPhone(farm, 'caro');
    await caro.meet();
    expect(await photoOn(caro, id)).toBe(photo);
    expect(await caro.farm.blobs.open(photo)).toEqual({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) });
  });

  test('keeps it through the end of the app', async () => {
    const photo = await kept(1);
    const id = await create(photo);
    ana = openAna();
    expect(await photoOn(ana, id)).toBe(photo);
    await ana.meet();
    expect(written()).toEqual(['POST asset', 'PUT blob']);
    expect(await onServer()).toEqual([photo]);
  });

  test('and taken back before it left sends neither', async () => {
    const photo = await kept(1);
    const { opId } = await saved(ana.farm.acts.createThing('asset', { ...item, photo }));
    await ana.farm.acts.undo(opId);
    expect(await waiting()).toBe(0);
    await backInSignal();
    expect(written()).toEqual([]);
  });

  test('with none has none', async () => {
    const id = await create(null);
    expect(await photoOn(ana, id)).toBeNull();
    await backInSignal();
    expect(await photoOn(ana, id)).toBeNull();
  });
});

describe('The photo of an item that the farm has', () => {
  let id: string;
  let photo: string;
  beforeEach(async () => {
    photo = await kept(1);
    id = await create(photo);
    await backInSignal();
    sent = [];
    ana.link.isUp = false;
  });

  test('is replaced without signal: only the new one goes, after the change', async () => {
    const another = await kept(2);
    await saved(ana.farm.acts.editThing('asset', id, { photo: another }));
    expect(await photoOn(ana, id)).toBe(another);
    await backInSignal();
    expect(written()).toEqual(['PUT asset', 'PUT blob']);
    expect(await photoOn(ana, id)).toBe(another);
    expect(await onServer()).toEqual([photo, another].toSorted());
  });

  test('is taken away without signal', async () => {
    await saved(ana.farm.acts.editThing('asset', id, { photo: null }));
    expect(await photoOn(ana, id)).toBeNull();
    await backInSignal();
    expect(written()).toEqual(['PUT asset']);
    const beto = openServerPhone(farm, 'beto');
    await beto.meet();
    expect(await photoOn(beto, id)).toBeNull();
  });

  test('stays when something else of the item changes', async () => {
    await saved(ana.farm.acts.editThing('asset', id, { minimum: 100 }));
    await backInSignal();
    expect(await photoOn(ana, id)).toBe(photo);
    expect(written()).toEqual(['PUT asset']);
  });
});
