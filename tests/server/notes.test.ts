import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Note } from '../../src/domain/office/notes.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});
beforeEach(() => {
  farm.clock.now += 1000;
});

const write = (who: PersonName, body: object) => farm.as(who, 'POST', `/api/note/create/${org}`, body);
const change = (who: PersonName, id: string, body: object) => farm.as(who, 'PUT', `/api/note/update/${id}`, body);
const written = async (who: PersonName, body: object): Promise<Note> => {
  const answer = await write(who, body);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body['note'] as Note;
};
const notesOf = async (who: PersonName, query = ''): Promise<Note[]> =>
  (await farm.as(who, 'GET', `/api/note/all/${org}${query}`)).body['notes'] as Note[];
const heard = () => farm.commits.at(-1)?.announcements.at(-1);

interface Change {
  readonly table: string;
  readonly id: string;
  readonly row: object | null;
}
/** What a phone gets of a note by the feed, from a sequence on. */
const pulled = async (who: PersonName, since: number, id: string): Promise<object | null | undefined> => {
  const { body } = await farm.as(who, 'GET', `/api/sync/${org}?since=${since}`);
  return (body['changes'] as Change[]).find((one) => one.table === 'notes' && one.id === id)?.row;
};
const lastSeq = (): number => farm.commits.at(-1)?.seq ?? 0;

describe('A note', () => {
  test('is written by anybody of the team and says who wrote it', async () => {
    const note = await written('caro', {
      text: '  Se cayó el alambrado  ',
      lot_id: farm.lots.ombu,
      tags: ['alambrado'],
    });
    expect(note).toMatchObject({
      text: 'Se cayó el alambrado',
      created_by: farm.userIds.caro,
      visibility: 'todos',
      tags: ['alambrado'],
      lot_id: farm.lots.ombu,
      pinned: false,
      archived: false,
      version: 1,
    });
    expect(heard()).toMatchObject({ action: 'note-created', payload: { note: { id: note.id } } });
  });

  test('pinned stands above the newer ones', async () => {
    const pinned = await written('ana', { text: 'Vacunar antes del 15', pinned: true });
    farm.clock.now += 1000;
    await written('ana', { text: 'Llovió' });
    expect((await notesOf('beto'))[0]?.id).toBe(pinned.id);
  });

  test('that comes twice with the phone’s id is one', async () => {
    const cid = randomUUID();
    const first = await written('caro', { text: 'Una vez', cid });
    const again = await written('caro', { text: 'Una vez', cid });
    expect([first.id, again]).toEqual([cid, first]);
    expect((await notesOf('caro')).filter((note) => note.id === cid)).toHaveLength(1);
  });

  test('archived is kept, with what it was in its history', async () => {
    const note = await written('caro', { text: 'Revisar el molino' });
    await change('caro', note.id, { archived: true });
    const kept = (await notesOf('beto')).find((one) => one.id === note.id);
    expect(kept).toMatchObject({
      archived: true,
      version: 2,
      editHistory: [{ editedBy: farm.userIds.caro, changes: ['archived'] }],
    });
  });

  test('sent again as it stands changes nothing, and no phone hears of it', async () => {
    const note = await written('ana', { text: 'Igual' });
    const commits = farm.commits.length;
    const answer = await change('ana', note.id, { text: 'Igual' });
    expect(answer.body['note']).toMatchObject({ version: 1 });
    expect(farm.commits).toHaveLength(commits);
  });

  test('comes in pages where a page is asked', async () => {
    const all = await notesOf('ana');
    const first = await farm.as('ana', 'GET', `/api/note/all/${org}?limit=2`);
    const cursor = String(first.body['next_cursor']);
    expect(first.body['notes']).toEqual(all.slice(0, 2));
    expect(await notesOf('ana', `?cursor=${cursor}`)).toEqual(all.slice(2));
  });

  test('says what was taken where no words were, and keeps it as it is', async () => {
    const [photo, voice] = ['b'.repeat(64), 'c'.repeat(64)];
    expect(await written('ana', { text: '', photos: [photo] })).toMatchObject({ text: '', photos: [photo] });
    expect(await written('ana', { text: '', audio_id: voice })).toMatchObject({ text: '', audio_id: voice });
  });

  test('is left something to say: words go where a photo stays, and the photo not after them', async () => {
    const photo = 'd'.repeat(64);
    const note = await written('ana', { text: 'El molino', photos: [photo] });
    expect((await change('ana', note.id, { text: '' })).body['note']).toMatchObject({ text: '', photos: [photo] });
    const before = await farm.everything();
    const issues = [{ path: 'text', message: 'Escribí la nota' }];
    expect(await change('ana', note.id, { photos: [] })).toMatchObject({ status: 400, body: { issues } });
    expect(await farm.everything()).toBe(before);
  });

  test.each([
    ['nothing written', { text: '   ' }, 'text', 'Escribí la nota'],
    ['a text without end', { text: 'a'.repeat(5001) }, 'text', 'Usá como máximo 5000 caracteres'],
    ['a day that does not exist', { text: 'x', remind_on: '2026-02-30' }, 'remind_on', 'La fecha no existe'],
    ['five photos', { text: 'x', photos: ['a', 'b', 'c', 'd', 'e'] }, 'photos', 'Como máximo 4 fotos'],
    ['a reader that is none', { text: 'x', visibility: 'nadie' }, 'visibility', 'Elegí una opción'],
    ['a field that is none', { text: 'x', created_by: 'otro' }, 'created_by', 'Hay datos que no corresponden'],
  ])('with %s is refused at its field', async (_what, body, path, message) => {
    const before = await farm.everything();
    expect(await write('ana', body)).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
    expect(await farm.everything()).toBe(before);
  });

  test('about a lot that never was is refused at the office, and waits when it comes from the field', async () => {
    const lot_id = randomUUID();
    expect(await write('ana', { text: 'x', lot_id })).toMatchObject({
      status: 404,
      body: { message: 'Lote no encontrado' },
    });
    expect(await write('ana', { text: 'x', lot_id, offline: true })).toMatchObject({ status: 424 });
  });
});

describe('A note of somebody’s own', () => {
  let own: Note;
  beforeAll(async () => {
    own = await written('caro', { text: 'Pedir aumento', visibility: 'yo' });
  });

  test('is announced to the room without a word of it', () => {
    expect(heard()).toEqual({ action: 'note-created', payload: {} });
  });

  test('is read by its author, and by nobody else: not even the owner', async () => {
    expect((await notesOf('caro')).map((note) => note.id)).toContain(own.id);
    for (const who of ['ana', 'beto'] as const) {
      expect((await notesOf(who)).map((note) => note.id)).not.toContain(own.id);
      expect(await pulled(who, 0, own.id)).toBeNull();
    }
    expect(await pulled('caro', 0, own.id)).toMatchObject({ text: 'Pedir aumento' });
  });

  test('is not in the first load of another’s phone', async () => {
    let page: string | null = '';
    const seen: Change[] = [];
    while (page !== null) {
      const { body } = await farm.as('ana', 'GET', `/api/sync/${org}/snapshot?page=${page}`);
      seen.push(...(body['changes'] as Change[]));
      page = body['next_page'] as string | null;
    }
    expect(JSON.stringify(seen)).not.toContain('Pedir aumento');
    expect(seen.some((one) => one.table === 'notes' && one.row !== null)).toBe(true);
  });

  test('is changed by nobody else, for whom it is not there', async () => {
    for (const who of ['ana', 'beto', 'dana'] as const) {
      expect(await change(who, own.id, { text: 'Mío' })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(await write('ana', { text: 'x', cid: own.id })).toMatchObject({ status: 409 });
  });

  test('shared appears to all, and taken back leaves their phones', async () => {
    await change('caro', own.id, { visibility: 'todos' });
    expect(heard()).toMatchObject({ payload: { note: { text: 'Pedir aumento' } } });
    const since = lastSeq();
    expect((await notesOf('ana')).map((note) => note.id)).toContain(own.id);
    await change('caro', own.id, { visibility: 'yo' });
    expect(heard()).toEqual({ action: 'note-updated', payload: {} });
    expect(await pulled('ana', since, own.id)).toBeNull();
  });
});

describe('A note of another', () => {
  test('is not a hand’s to change, but the owner’s and the administrator’s', async () => {
    const note = await written('beto', { text: 'Comprar sal' });
    expect(await change('caro', note.id, { text: 'No' })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await change('ana', note.id, { pinned: true })).status).toBe(200);
  });

  test('is made private by its author alone', async () => {
    const note = await written('caro', { text: 'Para todos' });
    expect(await change('ana', note.id, { visibility: 'yo' })).toMatchObject({ status: 403 });
  });
});

closesInOrder(() => farm);
