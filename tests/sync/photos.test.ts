import { openMemoryStore } from '../support/memory-store.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FarmStore, StorageFailure } from '../../src/app/store/store.ts';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import { BlobLane } from '../../src/app/sync/blobs/blob-lane.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { audioOf, digestOf, jpegOf } from '../support/pictures.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { indexedDbStore } from '../support/stores.ts';

type Call = Omit<Request, 'token'>;

let farm: FieldFarm;
let store: FarmStore;
let sent: Call[];
let instead: (request: Call) => Reply | null;
let ana: ServerPhone;

const openAna = (): ServerPhone =>
  openServerPhone(farm, 'ana', {
    store,
    onCall: (request) => {
      sent.push(request);
      return instead(request);
    },
  });

beforeEach(async () => {
  farm = await createFieldFarm();
  store = openMemoryStore();
  sent = [];
  instead = () => null;
  ana = openAna();
  await ana.meet();
  sent = [];
});

const kept = async (phone: ServerPhone, bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const outcome = await phone.farm.blobs.keep(bytes);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.value;
};

const recordRain = async (photos: readonly string[]): Promise<string> => {
  const outcome = await ana.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 12, photos });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value.opId;
};

const rainOf = async (phone: ServerPhone) =>
  (await phone.farm.views.lastTen()).find(({ movement }) => movement.type === 'RAIN');

const uploads = (): readonly Call[] => sent.filter(({ method, path }) => method === 'PUT' && path.includes('/blob/'));
const held = async (): Promise<readonly string[]> =>
  (await farm.db.selectFrom('blobs').select('digest').execute()).map((row) => row.digest);
const waiting = async (): Promise<number> => (await ana.farm.blobs.waiting()).photos;

const noAnswer: Reply = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'lost' };
const noMarks = { seq: null, epoch: null, replayed: false, serverTimeMs: null };
const refused = (code: string, status: number): Reply => ({
  outcome: 'refused',
  problem: { code, status, message: null, issues: [], retryAfterMs: null, requestId: null },
  marks: noMarks,
});
const withoutPhotos = ({ path }: Call): Reply | null => (path.includes('/blob/') ? noAnswer : null);

describe('A photo taken without signal', () => {
  test('goes up after its record, and somebody else sees it', async () => {
    ana.link.isUp = false;
    const digest = await kept(ana, jpegOf(1));
    await recordRain([digest]);
    expect(await waiting()).toBe(1);
    await ana.meet();
    const order = sent.filter(({ method }) => method !== 'GET').map(({ path }) => path.split('/')[2]);
    expect(order).toEqual(['movement', 'blob']);
    expect(await waiting()).toBe(0);
    const beto = openServerPhone(farm, 'beto');
    await beto.meet();
    const view = await rainOf(beto);
    expect(view?.movement.metadata['photos']).toEqual([digest]);
    expect(await beto.farm.blobs.open(digest)).toEqual({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) });
    beto.link.isUp = false;
    expect(await beto.farm.blobs.open(digest)).toMatchObject({ is: 'here' });
  });

  test('is seen on its own phone before and after it went', async () => {
    ana.link.isUp = false;
    const digest = await kept(ana, jpegOf(1));
    expect(await ana.farm.blobs.open(digest)).toMatchObject({ is: 'here', bytes: jpegOf(1) });
    await recordRain([digest]);
    await ana.meet();
    ana.link.isUp = false;
    expect(await ana.farm.blobs.open(digest)).toMatchObject({ is: 'here', bytes: jpegOf(1) });
  });

  test('stays when its record cannot go', async () => {
    instead = ({ path, method }) =>
      method === 'POST' && path.includes('/movement/') ? refused('FORBIDDEN', 403) : null;
    await recordRain([await kept(ana, jpegOf(1))]);
    await ana.meet();
    expect(uploads()).toEqual([]);
    expect(await waiting()).toBe(1);
  });

  test('of a form that was never saved is not sent', async () => {
    await kept(ana, jpegOf(1));
    await ana.meet();
    expect(uploads()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('added by an edit goes after the edit', async () => {
    await recordRain([]);
    await ana.meet();
    const view = await rainOf(ana);
    const digest = await kept(ana, jpegOf(1));
    await ana.farm.acts.editMovement(view?.movement.id ?? '', { date: '2026-11-20', mm: 12, photos: [digest] });
    await ana.meet();
    expect(await held()).toEqual([digest]);
  });
});

describe('A photo of a phone whose clock was ahead, and is set right before there is signal', () => {
  test.each([
    ['an hour', 3_600_000],
    ['a year', 365 * 86_400_000],
  ])('by %s, goes up after its record', async (_title, ahead) => {
    ana.link.isUp = false;
    farm.clock.now += ahead;
    const digest = await kept(ana, jpegOf(1));
    await recordRain([digest]);
    farm.clock.now -= ahead;
    await ana.meet();
    expect(await held()).toEqual([digest]);
  });
});

describe('A voice note of a note', () => {
  test('goes up after the note', async () => {
    const digest = await kept(ana, audioOf('ogg'));
    await ana.farm.acts.createThing('note', { text: 'Revisar el molino', audio_id: digest });
    expect(await ana.farm.blobs.waiting()).toEqual({ photos: 0, voices: 1, papers: 0, refused: 0 });
    await ana.meet();
    expect(await held()).toEqual([digest]);
  });
});

describe('The same photo', () => {
  test('in two records is sent once', async () => {
    const digest = await kept(ana, jpegOf(1));
    await recordRain([digest]);
    await ana.meet();
    expect(await kept(ana, jpegOf(1))).toBe(digest);
    await recordRain([digest]);
    await ana.meet();
    expect(uploads()).toHaveLength(1);
  });

  test('that was only looked at, taken here too, is sent', async () => {
    const digest = digestOf(jpegOf(1));
    await farm.as('beto', 'PUT', `/api/blob/${farm.organizationId}/${digest}`, jpegOf(1));
    expect(await ana.farm.blobs.open(digest)).toMatchObject({ is: 'here' });
    await kept(ana, jpegOf(1));
    await recordRain([digest]);
    await ana.meet();
    expect(uploads()).toHaveLength(1);
  });
});

describe('What goes wrong between the record and the photo', () => {
  test('the app is killed: the photo goes with the next start', async () => {
    instead = withoutPhotos;
    const digest = await kept(ana, jpegOf(1));
    await recordRain([digest]);
    await ana.meet();
    expect(await waiting()).toBe(1);
    instead = () => null;
    ana = openAna();
    await ana.meet();
    expect(await held()).toEqual([digest]);
    expect(await waiting()).toBe(0);
  });

  test('the answer is lost: it goes again, and is there once', async () => {
    const digest = await kept(ana, jpegOf(1));
    await recordRain([digest]);
    instead = (request) => {
      if (!request.path.includes('/blob/')) return null;
      void farm.as('ana', request.method, request.path, request.body);
      return noAnswer;
    };
    await ana.meet();
    expect(await waiting()).toBe(1);
    instead = () => null;
    await ana.meet();
    expect(await held()).toEqual([digest]);
    expect(await waiting()).toBe(0);
  });

  test('a portal answers in its place: nothing is believed', async () => {
    instead = ({ path }) =>
      path.includes('/blob/') ? { outcome: 'answer', status: 200, body: { ok: true }, marks: noMarks } : null;
    await recordRain([await kept(ana, jpegOf(1))]);
    await ana.meet();
    expect(await waiting()).toBe(1);
  });

  test('a proxy on the way never lets it through: it waits, the next one goes', async () => {
    const heavy = await kept(ana, jpegOf(1));
    farm.clock.now += 1000;
    const light = await kept(ana, jpegOf(2));
    instead = ({ path }) => (path.endsWith(heavy) ? noAnswer : null);
    await recordRain([heavy]);
    await recordRain([light]);
    for (let times = 0; times < 3; times += 1) await ana.meet();
    expect(await held()).toEqual([light]);
    expect(await waiting()).toBe(1);
  });

  test('the server does not take it: it stays here, the next one goes', async () => {
    const [first, second] = [await kept(ana, jpegOf(1)), await kept(ana, jpegOf(2))];
    instead = ({ path }) => (path.endsWith(first) ? refused('BODY_TOO_LARGE', 413) : null);
    await recordRain([first, second]);
    await ana.meet();
    expect(await held()).toEqual([second]);
    expect(await ana.farm.blobs.waiting()).toEqual({ photos: 0, voices: 0, papers: 0, refused: 1 });
    const [told] = await ana.farm.blobs.refused();
    expect(told).toMatchObject({ digest: first, kind: 'photo' });
    expect(told?.message).toContain('lugar para fotos');
    expect(await ana.farm.blobs.open(first)).toMatchObject({ is: 'here' });
    instead = () => null;
    await ana.meet();
    expect(await held()).toContain(first);
    expect(await ana.farm.blobs.refused()).toEqual([]);
  });

  test('the server does not take it, and its person throws it away', async () => {
    const digest = await kept(ana, jpegOf(1));
    instead = ({ path }) => (path.includes('/blob/') ? refused('NOT_FOUND', 404) : null);
    await recordRain([digest]);
    await ana.meet();
    await ana.farm.blobs.discard(digest);
    expect(await ana.farm.blobs.waiting()).toEqual({ photos: 0, voices: 0, papers: 0, refused: 0 });
    expect(await ana.farm.blobs.open(digest)).toEqual({ is: 'away' });
  });

  test('years pass: what the server does not take is never swept away', async () => {
    const digest = await kept(ana, jpegOf(1));
    instead = withoutPhotos;
    await recordRain([digest]);
    await ana.meet();
    farm.clock.now += 400 * 86_400_000;
    ana = openAna();
    await ana.meet().catch(() => undefined);
    expect(await ana.farm.blobs.open(digest)).toMatchObject({ is: 'here' });
  });

  test('the server goes back to a copy from before: record and photo go again', async () => {
    const digest = await kept(ana, jpegOf(1));
    await recordRain([digest]);
    await ana.meet();
    expect(await held()).toEqual([digest]);
    await farm.db.deleteFrom('blobs').execute();
    const [blob] = await store.blobs(farm.organizationId);
    if (blob) await store.putBlob(farm.organizationId, { ...blob, epoch: 'the life before' });
    await ana.meet();
    expect(await held()).toEqual([digest]);
  });
});

describe('There is no room on the phone', () => {
  const full = (at: FarmStore, times: number): FarmStore => {
    let left = times;
    return {
      ...at,
      keepBlob: async (...given) => {
        left -= 1;
        if (left >= 0) throw new StorageFailure('QuotaExceededError');
        await at.keepBlob(...given);
      },
    };
  };

  test('what the server has makes room, and the new photo is kept', async () => {
    const digest = await kept(ana, jpegOf(1));
    await recordRain([digest]);
    await ana.meet();
    store = full(store, 1);
    ana = openAna();
    const second = await kept(ana, jpegOf(2));
    expect((await store.blobs(farm.organizationId)).map((blob) => blob.digest)).toEqual([second]);
  });

  test('where nothing can go, it is said, and no unsent photo is touched', async () => {
    const digest = await kept(ana, jpegOf(1));
    store = full(store, 9);
    ana = openAna();
    expect(await ana.farm.blobs.keep(jpegOf(2))).toMatchObject({ ok: false });
    expect((await store.blobs(farm.organizationId)).map((blob) => blob.digest)).toEqual([digest]);
  });
});

describe('In IndexedDB', () => {
  test('bytes come back as they went in', async () => {
    store = indexedDbStore();
    ana = openAna();
    const digest = await kept(ana, jpegOf(1));
    expect(await ana.farm.blobs.open(digest)).toEqual({ is: 'here', type: 'image/jpeg', bytes: jpegOf(1) });
  });
});

describe('The lane of the photos', () => {
  test('looks again by itself after a failure, and rests when nothing is owed', async () => {
    const digest = await kept(ana, jpegOf(1));
    instead = withoutPhotos;
    await recordRain([digest]);
    await ana.meet();
    instead = () => null;
    const planned: (readonly [number, () => void])[] = [];
    const lane = new BlobLane({
      store,
      net: { call: ana.call },
      clock: {
        now: () => farm.clock.now,
        after: (ms, run) => {
          planned.push([ms, run]);
          return () => undefined;
        },
      },
      random: { fraction: () => 0 },
      locks: { run: async (_name, _steal, task) => task().then(() => true) },
      organizationId: farm.organizationId,
      userId: 'ana',
    });
    await lane.wake();
    const [wait = 0] = planned.at(-1) ?? [];
    expect(wait).toBeGreaterThan(0);
    farm.clock.now += wait;
    await lane.wake();
    expect(await held()).toEqual([digest]);
    const before = planned.length;
    await lane.wake();
    expect(planned).toHaveLength(before);
  });
});
