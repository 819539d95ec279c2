import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { restoredOf } from '../../src/server/database/lives.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openHistories } from '../support/opened-histories.ts';
import { expectInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
beforeEach(async () => {
  farm = await createFieldFarm();
  await openHistories(farm.db);
  org = farm.organizationId;
  return async () => {
    await expectInOrder(farm);
    await farm.close();
  };
});

const rain = (mm: number, headers: Readonly<Record<string, string>> = {}): Promise<CoreResponse> =>
  farm.record('ana', 'weather/rain', { date: '2026-10-01', mm }, { 'idempotency-key': randomUUID(), ...headers });
const pull = (query: string, headers = {}) => farm.as('ana', 'GET', `/api/sync/${org}?${query}`, undefined, headers);
const known = ({ headers }: CoreResponse): string => `${headers['x-sync-seq']}.${headers['x-sync-mark']}`;
const markOf = ({ headers }: CoreResponse): string => headers['x-sync-mark'] ?? '';
const seqOf = ({ headers }: CoreResponse): number => Number(headers['x-sync-seq']);
const otherLife = { status: 410, body: { ok: false, code: 'OTHER_LIFE' } };

/** Takes the newest commits back, as a copy put back would: what phones were told of them is all that is left. */
async function goBackTo(seq: number): Promise<void> {
  const { mark } = await farm.db
    .selectFrom('commits')
    .select('mark')
    .where('organization_id', '=', org)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  for (const table of ['commits', 'changes'] as const)
    await farm.db.deleteFrom(table).where('organization_id', '=', org).where('seq', '>', seq).execute();
  await sql`update cells set seq = coalesce((select max(seq) from changes where row_id = cells.cell_id), 0)`.execute(
    farm.db,
  );
  await farm.db.deleteFrom('operations').where('scope', '=', org).where('seq', '>', seq).execute();
  await farm.db.updateTable('organizations').set({ seq, mark }).where('id', '=', org).execute();
}

describe('A commit', () => {
  test('has a mark that its answer, the feed and the live message carry alike', async () => {
    const answer = await rain(5);
    const page = await pull(`since=${seqOf(answer) - 1}`);
    expect(page.body).toMatchObject({ to: seqOf(answer), mark: markOf(answer), acks: [{ mark: markOf(answer) }] });
    expect(farm.commits.at(-1)).toMatchObject({ seq: seqOf(answer), mark: markOf(answer), epoch: farm.epoch });
  });

  test('that is made again after a copy was put back has another mark', async () => {
    const before = await rain(5);
    await goBackTo(seqOf(before) - 1);
    const after = await rain(5);
    expect([seqOf(after), markOf(after) === markOf(before)]).toEqual([seqOf(before), false]);
  });

  test('answers a repeated key with the mark that it has', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await rain(5, key);
    await rain(6);
    const again = await rain(5, key);
    expect([again.headers['idempotency-status'], known(again)]).toEqual(['replayed', known(first)]);
  });
});

describe('A phone that knows what this history never held', () => {
  test('ahead of it: a new life begins, and every call is told so', async () => {
    const lost = await rain(5);
    await goBackTo(seqOf(lost) - 1);
    const told = await pull(`since=${seqOf(lost)}&mark=${markOf(lost)}&epoch=${farm.epoch}`);
    expect(told).toMatchObject(otherLife);
    expect(told.headers['x-sync-epoch']).not.toBe(farm.epoch);
    const answer = await rain(6);
    expect(answer.headers['x-sync-epoch']).toBe(told.headers['x-sync-epoch']);
  });

  test('overtaken by others since: its mark tells', async () => {
    const lost = await rain(5);
    await goBackTo(seqOf(lost) - 1);
    await rain(6);
    await rain(7);
    const told = await pull(`since=${seqOf(lost)}&mark=${markOf(lost)}&epoch=${farm.epoch}`);
    expect(told).toMatchObject(otherLife);
    expect(told.headers['x-sync-epoch']).not.toBe(farm.epoch);
  });

  test('a record that it brings is not taken before it has fetched the whole', async () => {
    const lost = await rain(5);
    await goBackTo(seqOf(lost) - 1);
    const told = await rain(8, { 'x-sync-epoch': farm.epoch, 'x-sync-known': known(lost) });
    expect(told).toMatchObject(otherLife);
    const rows = await farm.db.selectFrom('movements').selectAll().where('type', '=', 'RAIN').execute();
    expect(rows.filter(({ payload }) => payload.includes('"mm":8'))).toEqual([]);
  });

  test('with the epoch of a life that is not remembered either', async () => {
    const told = await pull(`since=0&epoch=${randomUUID()}`);
    expect(told).toMatchObject(otherLife);
    expect(told.headers['x-sync-epoch']).not.toBe(farm.epoch);
  });

  test('is told once: who comes with the life that ended makes no third', async () => {
    const lost = await rain(5);
    await goBackTo(seqOf(lost) - 1);
    const told = await Promise.all(
      [1, 2, 3].map(() => pull(`since=${seqOf(lost)}&mark=${markOf(lost)}&epoch=${farm.epoch}`)),
    );
    expect(new Set(told.map(({ headers }) => headers['x-sync-epoch'])).size).toBe(1);
    const lives = await farm.db.selectFrom('lives').select('epoch').where('organization_id', '=', org).execute();
    expect(lives).toHaveLength(2);
  });

  test('that makes it up again and again is made to wait', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) statuses.push((await pull(`since=0&epoch=${randomUUID()}`)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([410, 429]);
    const late = await pull(`since=0&epoch=${randomUUID()}`);
    expect(late.headers['retry-after']).toBe('60');
  });

  test('says nothing of other farms: a stranger is answered as if there were none', async () => {
    const told = await farm.as('dana', 'GET', `/api/sync/${org}?since=100000&epoch=${farm.epoch}`);
    expect([told.status, told.headers['x-sync-epoch']]).toEqual([404, undefined]);
    const lives = await farm.db.selectFrom('lives').select('epoch').where('organization_id', '=', org).execute();
    expect(lives).toHaveLength(1);
  });

  test('and one that knows less than this history is served as always', async () => {
    const first = await rain(5);
    await rain(6);
    const page = await pull(`since=${seqOf(first)}&mark=${markOf(first)}&epoch=${farm.epoch}`);
    expect([page.status, page.headers['x-sync-epoch']]).toEqual([200, farm.epoch]);
  });
});

describe('After a copy was put back', () => {
  const lifeOf = async () =>
    farm.db
      .selectFrom('lives')
      .selectAll()
      .where('organization_id', '=', org)
      .orderBy('began_at')
      .orderBy('returned', 'desc')
      .execute();
  const ask = (answers: readonly CoreResponse[]) =>
    farm.as('ana', 'POST', `/api/sync/${org}/life`, {
      commits: answers.map((answer) => ({ seq: seqOf(answer), mark: markOf(answer) })),
    });

  test('the newest commit that phone and server share is named, and when it was made is kept', async () => {
    const [shared, gone] = [await rain(1), await rain(2)];
    await goBackTo(seqOf(shared));
    await pull(`since=${seqOf(gone)}&mark=${markOf(gone)}&epoch=${farm.epoch}`);
    await rain(3);
    expect((await ask([gone, shared])).body).toMatchObject({ ok: true, shared: seqOf(shared) });
    expect((await lifeOf()).find(({ epoch }) => epoch !== farm.epoch)).toMatchObject({
      copy_seq: seqOf(shared),
      copy_at: new Date(farm.clock.now).toISOString(),
    });
  });

  test('while phones share only older commits with it, the copy is said to be of then or later', async () => {
    const early = await rain(1);
    farm.clock.now += 60_000;
    const late = await rain(2);
    const gone = await rain(3);
    await goBackTo(seqOf(late));
    farm.clock.now += 60_000;
    await pull(`since=${seqOf(gone)}&mark=${markOf(gone)}&epoch=${farm.epoch}`);
    const told = async () => (await restoredOf(farm.db, org))?.copy_may_be_newer;
    expect(await told()).toBeUndefined();
    await ask([early, gone]);
    expect(await told()).toBe(true);
    await ask([late, gone]);
    expect(await told()).toBe(false);
  });

  test('of a phone that was answered before and after it, nothing later than the first commit that is lost is shared', async () => {
    const [shared, gone] = [await rain(1), await rain(2)];
    await goBackTo(seqOf(shared));
    const again = await rain(3);
    expect(seqOf(again)).toBe(seqOf(gone));
    expect((await ask([shared, again])).body).toMatchObject({ shared: seqOf(again) });
    expect((await ask([shared, gone, again])).body).toMatchObject({ shared: seqOf(shared) });
  });

  test('nothing in common is said too', async () => {
    expect(
      (await farm.as('ana', 'POST', `/api/sync/${org}/life`, { commits: [{ seq: 3, mark: 'otra' }] })).body,
    ).toEqual({ ok: true, shared: null });
  });

  test('what a phone brings back is counted once, and is taken though the book says otherwise', async () => {
    const gone = await rain(1);
    await goBackTo(seqOf(gone) - 1);
    await pull(`since=${seqOf(gone)}&mark=${markOf(gone)}&epoch=${farm.epoch}`);
    const key = randomUUID();
    const sale = {
      key,
      method: 'POST',
      path: `/api/movement/death/${org}`,
      body: {
        date: '2026-10-01',
        lot_id: farm.lots.bajo,
        rodeo_id: farm.rodeos.invernada,
        animals: [{ type: farm.cat('Novillo'), count: 5000 }],
      },
      healing: seqOf(gone),
    };
    for (const turn of ['first', 'again']) {
      const answer = await farm.as('ana', 'POST', `/api/sync/${org}/ops`, { operations: [sale] });
      expect([turn, answer.body['results']]).toMatchObject([turn, [{ key, status: 200 }]]);
    }
    expect((await lifeOf()).map(({ returned }) => returned)).toEqual([1, 0]);
  });

  describe('corrections come back in an order of their own', () => {
    const edit = (
      id: string,
      mm: number,
      healing?: number,
      { who = 'ana', ...said }: { who?: PersonName; recorded_at?: string } = {},
    ) =>
      farm.as(who, 'POST', `/api/sync/${org}/ops`, {
        operations: [
          {
            key: randomUUID(),
            method: 'PUT',
            path: `/api/movement/weather/rain/${org}/${id}`,
            body: { date: '2026-10-01', mm, ...said },
            ...(healing !== undefined && { healing }),
          },
        ],
      });
    const lot = (id: string, changes: object, healing?: number) =>
      farm.as('ana', 'POST', `/api/sync/${org}/ops`, {
        operations: [
          {
            key: randomUUID(),
            method: 'PUT',
            path: `/api/lot/edit/${org}`,
            body: { id, ...changes },
            ...(healing !== undefined && { healing }),
          },
        ],
      });
    const cycle = (id: string, changes: object, healing: number) =>
      farm.as('ana', 'POST', `/api/sync/${org}/ops`, {
        operations: [
          { key: randomUUID(), method: 'PUT', path: `/api/reproductive-cycle/${org}/${id}`, body: changes, healing },
        ],
      });
    const shown = async (id: string) =>
      ((await farm.as('ana', 'GET', `/api/movement/${id}`)).body['movement'] as { metadata: { mm: number } }).metadata
        .mm;
    let id: string;
    beforeEach(async () => {
      const made = await rain(1);
      ({ id } = made.body['movement'] as { id: string });
      const gone = await rain(2);
      await goBackTo(seqOf(made));
      await pull(`since=${seqOf(gone)}&mark=${markOf(gone)}&epoch=${farm.epoch}`);
    });

    test('the newer one stands, whichever arrives last', async () => {
      await edit(id, 34, 120);
      await edit(id, 31, 110);
      expect(await shown(id)).toBe(34);
      await edit(id, 36, 130);
      expect(await shown(id)).toBe(36);
    });

    test('the one that was overtaken leaves its line: who, when and what he had written', async () => {
      farm.clock.now += 600_000;
      const at = new Date(farm.clock.now - 300_000).toISOString();
      await edit(id, 34, 120);
      await edit(id, 31, 110, { who: 'beto', recorded_at: at });
      const { movement } = (await farm.as('ana', 'GET', `/api/movement/${id}`)).body as unknown as {
        movement: { metadata: { mm: number; editHistory: unknown[] } };
      };
      expect(movement.metadata).toMatchObject({
        mm: 34,
        editHistory: [{ editedBy: farm.userIds.beto, editedAt: at }, { editedBy: farm.userIds.ana }],
      });
      const lines = await farm.db.selectFrom('edits').selectAll().where('movement_id', '=', id).execute();
      const his = lines.find(({ edited_by }) => edited_by === farm.userIds.beto);
      expect(JSON.parse(his?.after ?? '{}')).toMatchObject({ mm: 31 });
    });

    test('the one that was overtaken is told to phones, and counted as brought back', async () => {
      await edit(id, 34, 120);
      const { seq } = farm.commits.at(-1) ?? { seq: 0 };
      await edit(id, 31, 110);
      const page = await pull(`since=${seq}`);
      const changes = page.body['changes'] as { table: string; id: string }[];
      expect(Object.fromEntries(changes.map((change) => [change.table, change.id]))).toEqual({
        movements: id,
        organization: org,
      });
      expect((await lifeOf()).map(({ returned }) => returned)).toContain(2);
    });

    test('one that was made since the restore is newer than all of them', async () => {
      await edit(id, 40);
      await edit(id, 34, 120);
      expect(await shown(id)).toBe(40);
    });

    test('both have what they added to a list, whichever comes first and whatever the other had seen', async () => {
      const on = (day: number) => ({
        date: `2026-11-0${day}`,
        count: day,
        sire: null,
        technician: null,
        protocol: null,
      });
      const [one, two, three, four] = [on(1), on(2), on(3), on(4)];
      const service = { service_type: 'iatf', service_start: '2026-10-15', service_end: '2027-01-15' };
      const body = { rodeo_ids: [farm.rodeos.cria], ...service, inseminations: [one] };
      const made = await farm.as('ana', 'POST', `/api/reproductive-cycle/${org}`, body);
      const at = (made.body['cycle'] as { id: string }).id;
      await cycle(at, { inseminations: [one, two, three], inseminations_before: [one, two] }, 120);
      await cycle(at, { inseminations: [one, two], inseminations_before: [one], vet: 'Sosa' }, 110);
      await cycle(at, { inseminations: [one, four], inseminations_before: [one], vet: 'Paz' }, 105);
      const read = await farm.as('ana', 'GET', `/api/reproductive-cycle/${org}/${at}`);
      expect(read.body['cycle']).toMatchObject({ vet: 'Sosa', inseminations: [one, four, two, three] });
    });

    test('both have what they wrote in a text, whichever comes first and whatever the other had seen', async () => {
      const notes = async () => {
        const read = await farm.as('ana', 'GET', `/api/lot/details/${farm.lots.bajo}`);
        return (read.body['lot'] as { notes: string }).notes;
      };
      await lot(farm.lots.bajo, { notes: 'uno', notes_before: '' });
      await lot(farm.lots.bajo, { notes: 'uno\ndos\ntres', notes_before: 'uno\ndos' }, 120);
      expect(await notes()).toBe('uno\ndos\ntres');
      await lot(farm.lots.bajo, { notes: 'uno\ndos', notes_before: 'uno' }, 110);
      await lot(farm.lots.bajo, { notes: 'uno\ncuatro', notes_before: 'uno' }, 105);
      expect(await notes()).toBe('uno\ndos\ntres\ncuatro');
    });

    test('both who ended a task have what they said of it, whichever comes first', async () => {
      const path = `/api/task/${org}`;
      const made = await farm.as('ana', 'POST', path, {
        title: 'Aguadas',
        checklist: [{ text: 'Norte', done: false }],
      });
      const at = `${path}/${(made.body['task'] as { id: string }).id}`;
      const put = (who: PersonName, body: object, healing: number) =>
        farm.as(who, 'POST', `/api/sync/${org}/ops`, {
          operations: [{ key: randomUUID(), method: 'PUT', path: at, body, healing }],
        });
      const ended = (final_note: string, photo: string) => ({
        state: 'hecha',
        final_note,
        photos: [photo],
        photos_before: [],
      });
      await put('beto', ended('Falta un flotante', 'b'.repeat(64)), 120);
      await put('ana', ended('Sin novedad', 'a'.repeat(64)), 110);
      const [ana, beto] = [farm.userIds.ana, farm.userIds.beto];
      const tasks = async () => (await farm.as('ana', 'GET', path)).body['tasks'] as { title: string }[];
      expect((await tasks()).find(({ title }) => title === 'Aguadas')).toMatchObject({
        state: 'hecha',
        done_by: beto,
        also_done_by: [ana],
        final_note: 'Falta un flotante',
        also_said: [{ by: ana, final_note: 'Sin novedad' }],
        photos: ['a'.repeat(64), 'b'.repeat(64)],
      });
      // An end that a newer edit undid undoes nothing of it, and is told all the same.
      await put('beto', { state: 'pendiente' }, 130);
      await put('ana', { state: 'hecha', final_note: 'Con agua' }, 125);
      expect((await tasks()).find(({ title }) => title === 'Aguadas')).toMatchObject({
        state: 'pendiente',
        done_by: null,
        final_note: 'Falta un flotante',
        also_said: [{ final_note: 'Sin novedad' }, { by: ana, final_note: 'Con agua' }],
      });
    });

    test('fields that only the older one set are set all the same', async () => {
      await lot(farm.lots.bajo, { hectares: 90 }, 120);
      await lot(farm.lots.bajo, { hectares: 80, notes: 'Aguada rota' }, 110);
      const row = await farm.db
        .selectFrom('lots')
        .selectAll()
        .where('id', '=', farm.lots.bajo)
        .executeTakeFirstOrThrow();
      expect([row.hectares, row.notes]).toEqual([90, 'Aguada rota']);
    });
  });
});
