import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FarmStore, StorageFailure } from '../../src/app/store/store.ts';
import type { HandedOver, TakenIn } from '../../src/app/sync/handover/handover.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { audioOf, digestOf, jpegOf } from '../support/pictures.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let caro: ServerPhone;
let beto: ServerPhone;
let betosStore: FarmStore;
let betosCalls: string[];

const openBeto = (store: FarmStore): ServerPhone =>
  openServerPhone(farm, 'beto', {
    store,
    onCall: ({ method, path }) => {
      if (method !== 'GET') betosCalls.push(path.split('/')[2] ?? '');
      return null;
    },
  });

beforeEach(async () => {
  farm = await createFieldFarm();
  betosStore = openMemoryStore();
  betosCalls = [];
  caro = openServerPhone(farm, 'caro');
  beto = openBeto(betosStore);
  for (const phone of [caro, beto]) {
    await phone.meet();
    phone.link.isUp = false;
  }
});

const kept = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const outcome = await caro.farm.blobs.keep(bytes);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.value;
};
const recordRain = async (photos: readonly string[]): Promise<void> => {
  const outcome = await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 12, photos });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
};
const given = async (withFiles = true): Promise<HandedOver> => {
  const made = await caro.farm.acts.exportPending(withFiles);
  if (!made.ok || made.value === null) throw new Error('nothing to give');
  return made.value;
};
const taken = async (text: string): Promise<TakenIn> => {
  const outcome = await beto.farm.acts.takeIn(text);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.value;
};
const onServer = async (): Promise<readonly string[]> =>
  (await farm.db.selectFrom('blobs').select('digest').orderBy('digest').execute()).map((row) => row.digest);

describe('A file of records', () => {
  test('brings their photos and voice notes, and says so first', async () => {
    await recordRain([await kept(jpegOf(1)), await kept(jpegOf(2, 900))]);
    await caro.farm.acts.createThing('note', { text: 'Revisar el molino', audio_id: await kept(audioOf('ogg')) });
    const { text, files } = await given();
    expect(files).toMatchObject({ photos: 2, voices: 1, left: 0 });
    expect(files.bytes).toBeGreaterThan(1200);
    expect(await beto.farm.acts.lookInto(text)).toMatchObject({ ok: true, value: { count: 2, files: 3 } });
    expect(await taken(text)).toEqual({ added: 2, known: 0, files: 3, filesLeft: 0 });
    expect(await beto.farm.blobs.open(digestOf(jpegOf(1)))).toMatchObject({ is: 'here', bytes: jpegOf(1) });
    expect(await beto.farm.blobs.waiting()).toEqual({ photos: 2, voices: 1, papers: 0, refused: 0 });
  });

  test('leaves out photos of forms that were never saved, and of records that are on the server', async () => {
    await recordRain([await kept(jpegOf(1))]);
    await caro.meet();
    caro.link.isUp = false;
    await kept(jpegOf(2));
    await recordRain([]);
    expect((await given()).files).toMatchObject({ photos: 0, voices: 0, bytes: 0 });
  });

  test('goes without them where that is asked for, as codes do', async () => {
    await recordRain([await kept(jpegOf(1))]);
    const { text, files } = await given(false);
    expect(text).not.toContain('"blobs"');
    expect(files.photos).toBe(1);
    expect(await taken(text)).toEqual({ added: 1, known: 0, files: 0, filesLeft: 0 });
  });

  test('carries as much as any phone can open; the rest is counted', async () => {
    for (let mark = 1; mark <= 6; mark += 1) {
      farm.clock.now += 1000;
      await recordRain([await kept(jpegOf(mark, 5 * 1024 * 1024))]);
    }
    const { text, files } = await given();
    expect(files).toMatchObject({ photos: 5, left: 1 });
    expect(text).not.toContain(`"digest":"${digestOf(jpegOf(6, 5 * 1024 * 1024))}"`);
  });
});

describe('Photos that came in by a file', () => {
  test('go up after their record, under the same name', async () => {
    const digest = await kept(jpegOf(1));
    await recordRain([digest]);
    await taken((await given()).text);
    betosCalls = [];
    await beto.meet();
    expect(betosCalls).toEqual(['sync', 'blob']);
    expect(await onServer()).toEqual([digest]);
    expect(await beto.farm.blobs.waiting()).toEqual({ photos: 0, voices: 0, papers: 0, refused: 0 });
  });

  test.each([
    ['the companion’s phone first', () => [beto, caro]],
    ['its own phone first', () => [caro, beto]],
  ])('are there once when they come by two roads, %s', async (_title, order) => {
    const digest = await kept(jpegOf(1));
    await recordRain([digest]);
    await taken((await given()).text);
    for (const phone of order()) await phone.meet();
    for (const phone of order()) await phone.meet();
    expect(await onServer()).toEqual([digest]);
    for (const phone of [caro, beto])
      expect(await phone.farm.blobs.waiting()).toEqual({ photos: 0, voices: 0, papers: 0, refused: 0 });
  });

  test('go up also when the file is opened again after its records went', async () => {
    const digest = await kept(jpegOf(1));
    await recordRain([digest]);
    await taken((await given(false)).text);
    await beto.meet();
    beto.link.isUp = false;
    expect(await taken((await given()).text)).toMatchObject({ files: 1 });
    await beto.meet();
    expect(await onServer()).toEqual([digest]);
  });

  test('that are not the ones that were named stay out; their records come in', async () => {
    await recordRain([await kept(jpegOf(1)), await kept(jpegOf(2))]);
    const whole = JSON.parse((await given()).text) as { blobs: { digest: string; data: string }[] };
    const [first, second] = whole.blobs;
    if (!first || !second) throw new Error('no photos');
    for (const data of ['no base64 at all', second.data, btoa('<svg/>')]) {
      const text = JSON.stringify({ ...whole, blobs: [{ ...first, data }, second] });
      expect(await taken(text)).toMatchObject({ files: 1, filesLeft: 1 });
    }
    expect(await beto.farm.blobs.open(first.digest)).toEqual({ is: 'away' });
  });

  test('for which there is no room are counted; their records come in all the same', async () => {
    await recordRain([await kept(jpegOf(1))]);
    beto = openBeto({
      ...betosStore,
      keepBlob: async () => Promise.reject(new StorageFailure('QuotaExceededError')),
    });
    expect(await taken((await given()).text)).toEqual({ added: 1, known: 0, files: 0, filesLeft: 1 });
    expect(await beto.farm.views.pending()).toHaveLength(1);
  });
});

describe('A phone without room for the records', () => {
  test('says that they stay where they are', async () => {
    await recordRain([]);
    const { text } = await given();
    beto = openBeto({
      ...betosStore,
      changeOutbox: async () => Promise.reject(new StorageFailure('QuotaExceededError')),
    });
    const outcome = await beto.farm.acts.takeIn(text);
    expect(outcome.ok ? '' : outcome.problem).toContain('Siguen en el otro');
  });
});
