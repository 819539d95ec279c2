import { beforeEach, describe, expect, test } from 'vitest';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import type { Saved, SaveProblem } from '../../src/app/sync/farm.ts';
import type { Result } from '../../src/domain/result.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { audioOf, jpegOf } from '../support/pictures.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { versioned } from '../support/versioned.ts';

let farm: FieldFarm;
let caro: ServerPhone;
let store: FarmStore;

beforeEach(async () => {
  farm = await createFieldFarm();
  store = openFarmStore(versioned(openMemoryDisk()));
  caro = openServerPhone(farm, 'caro', { store });
  await caro.meet();
  caro.link.isUp = false;
});

const kept = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const outcome = await caro.farm.blobs.keep(bytes);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.value;
};
async function saved(outcome: Promise<Result<Saved, SaveProblem>>): Promise<void> {
  const result = await outcome;
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
}
/** The owner takes the hand off the team while his phone has no signal; later it meets the server. */
async function meetTakenOff(): Promise<void> {
  farm.clock.now += 60_000;
  const body = { organization_id: farm.organizationId };
  await farm.as('ana', 'DELETE', `/api/organization/user/${farm.userIds.caro}`, body);
  await caro.meet();
}
const onServer = async (): Promise<readonly string[]> =>
  (await farm.db.selectFrom('blobs').select('digest').execute()).map((row) => row.digest);
const nothing = { photos: 0, voices: 0, papers: 0, refused: 0 };

describe('A hand who was taken off the team while he was without signal', () => {
  test('brings his record and then its photo, and nothing of it waits any more', async () => {
    const digest = await kept(jpegOf(1));
    await saved(caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 12, photos: [digest] }));
    await meetTakenOff();
    const { body } = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}?type=RAIN`);
    expect(body['movements']).toMatchObject([{ created_by: farm.userIds.caro, metadata: { photos: [digest] } }]);
    expect(await onServer()).toEqual([digest]);
    expect(await caro.farm.blobs.waiting()).toEqual(nothing);
    expect(await caro.farm.views.pending()).toEqual([]);
  });

  test('brings it too when his phone was just fetching everything anew', async () => {
    await saved(caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 14 }));
    // His role was changed before, and the phone had begun to load the rows as the new one shows them.
    const { sync } = await store.outbox(farm.organizationId);
    await store.changeOutbox(farm.organizationId, () => ({
      edit: { wantEpoch: sync.epoch ?? '' },
      result: null,
    }));
    await meetTakenOff();
    // The next round is a second later; this phone's clock stands still.
    await caro.meet();
    const { body } = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}?type=RAIN`);
    expect(body['movements']).toMatchObject([{ created_by: farm.userIds.caro, metadata: { mm: 14 } }]);
    expect(await caro.farm.views.pending()).toEqual([]);
  });

  test('has his refused note kept for the office, with its voice note, and on his phone', async () => {
    const digest = await kept(audioOf('ogg'));
    await saved(caro.farm.acts.createThing('note', { text: 'Se cayó el alambre', audio_id: digest }));
    await meetTakenOff();
    const { body } = await farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`);
    expect(body['refused']).toMatchObject([{ author: { first_name: 'Caro' }, body: { audio_id: digest } }]);
    expect(await onServer()).toEqual([digest]);
    expect((await caro.farm.views.pending()).map(({ state }) => state)).toEqual(['con_error']);
    expect(await caro.farm.blobs.open(digest)).toMatchObject({ is: 'here' });
  });

  test('is not told that a record of his is deleted, for it stands', async () => {
    const made = await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 15 });
    const id = made.ok ? made.value.entityId : '';
    await caro.meet();
    caro.link.isUp = false;
    await saved(caro.farm.acts.deleteMovement(id));
    await meetTakenOff();
    const { body } = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}?type=RAIN`);
    expect(body['movements']).toMatchObject([{ id, deleted: false }]);
    expect(await caro.farm.views.pending()).toMatchObject([
      { act: 'delete', state: 'con_error', problem: { code: 'FORBIDDEN' } },
    ]);
  });

  test('keeps the photo of what he recorded afterwards, and is told why', async () => {
    await farm.as('ana', 'DELETE', `/api/organization/user/${farm.userIds.caro}`, {
      organization_id: farm.organizationId,
    });
    farm.clock.now += 60_000;
    const digest = await kept(jpegOf(2));
    await saved(caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 13, photos: [digest] }));
    await caro.meet();
    expect((await caro.farm.views.pending()).map(({ problem }) => problem?.code)).toEqual(['NOT_FOUND']);
    expect(await caro.farm.blobs.open(digest)).toMatchObject({ is: 'here' });
    const { body } = await farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`);
    expect(body['refused']).toMatchObject([{ body: { photos: [digest] } }]);
    expect(await onServer()).toEqual([digest]);
  });
});
