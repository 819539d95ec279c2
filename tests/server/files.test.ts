import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import { examineFiles, sweep } from '../../src/server/files/sweep.ts';
import { type FileFolder, filesIn, openFileStore } from '../../src/server/files/store.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { closesInOrder, createTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let folder: string;
let store: FileFolder;
/** The file of an invoice, a voice and a photo, all in the folder. */
let file: string;
let voice: string;
let photo: string;

const pdf = smallPdf('factura');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  store = filesIn(folder);
  server = await createTestServer();
  const path = `/api/invoice/${server.organizationId}/upload`;
  const { body } = await server.as('ana', 'POST', path, { files: [{ name: 'a.pdf', bytes: pdf }] });
  file = (body['invoice'] as Invoice).attachments[0]?.id ?? '';
  const audio = { type: 'audio/ogg', bytes: new TextEncoder().encode('OggS') };
  const at = new Date(server.clock.now).toISOString();
  await server.incoming.message({ id: 'wamid.1', from: '+5491144440001', at, text: null, choice: null, audio });
  voice = (await server.db.selectFrom('audios').select('id').executeTakeFirstOrThrow()).id;
  await server.as('ana', 'PUT', `/api/blob/${server.organizationId}/${digestOf(jpegOf(1))}`, jpegOf(1));
  photo = (await server.db.selectFrom('blobs').select('place').executeTakeFirstOrThrow()).place;
  for (const [id, bytes] of server.outside.files) {
    await store.write(id, bytes);
    await store.settle(id);
  }
});

afterAll(() => rm(folder, { recursive: true }));

const names = async () => await readdir(join(folder, 'files'));
const examined = async () => await examineFiles(server.db, store);

describe('The folder of the files', () => {
  test('holds a file as it was given, for its owner alone', async () => {
    expect(new Uint8Array(await store.read(file))).toEqual(pdf);
    expect(await store.sizeOf(file)).toBe(pdf.length);
    expect((await stat(join(folder, 'files', file))).mode & 0o777).toBe(0o600);
  });

  test('takes no second file by an id that is taken', async () => {
    await expect(store.write(file, new Uint8Array(3))).rejects.toThrow('the id of another file');
    expect(new Uint8Array(await store.read(file))).toEqual(pdf);
  });

  test.each([
    ['a tenth of a small disk', 10_000_000, 1_000_000],
    ['a gigabyte of a large one', 1_000_000_000_000, 1_000_000_000],
  ])('leaves the last of the disk to the records: %s', async (_what, size, kept) => {
    const bytes = new Uint8Array(1000);
    const disk = { size, free: kept + 999 };
    const narrow = openFileStore(join(folder, 'narrow'), async () => Promise.resolve(disk));
    const id = crypto.randomUUID();
    await expect(narrow.write(id, bytes)).rejects.toMatchObject({ problem: { code: 'DATABASE_UNAVAILABLE' } });
    expect(await narrow.sizeOf(id)).toBeNull();
    disk.free += 1;
    await narrow.write(id, bytes);
    expect(await narrow.sizeOf(id)).toBe(1000);
  });

  test('has nothing of a file that was removed, and removing it again is no failure', async () => {
    const id = crypto.randomUUID();
    await store.write(id, pdf);
    await store.remove(id);
    await store.remove(id);
    expect(await store.sizeOf(id)).toBeNull();
    await expect(store.read(id)).rejects.toThrow('ENOENT');
    expect((await names()).toSorted()).toEqual([file, voice, photo].toSorted());
  });

  test('holds bytes before their row stands, and after', async () => {
    const id = crypto.randomUUID();
    await store.write(id, pdf);
    expect(await names()).toContain(`${id}.new`);
    expect(new Uint8Array(await store.read(id))).toEqual(pdf);
    await expect(store.write(id, new Uint8Array(3))).rejects.toThrow('the id of another file');
    await store.settle(id);
    await store.settle(id);
    expect(await names()).toContain(id);
    expect(new Uint8Array(await store.read(id))).toEqual(pdf);
    expect(await store.sizeOf(id)).toBe(pdf.length);
    await store.remove(id);
  });
});

describe('What an upload left behind that was cut off', () => {
  const hourMs = 3_600_000;
  /** Bytes as a process leaves them that died before it settled them. */
  const leave = async (id: string, bytes: Uint8Array, ageMs: number): Promise<void> => {
    await store.remove(id);
    await store.write(id, bytes);
    const at = new Date(Date.now() - ageMs);
    await utimes(join(folder, 'files', `${id}.new`), at, at);
  };

  test('goes where no row names it, and is settled where one does', async () => {
    const nobodys = crypto.randomUUID();
    await leave(nobodys, pdf, 2 * hourMs);
    for (const id of [file, voice, photo]) await leave(id, await store.read(id), 2 * hourMs);
    expect(await examined()).toEqual([]);
    expect(await sweep(server.db, store, Date.now())).toEqual({ settled: 3, removed: 1 });
    expect((await names()).toSorted()).toEqual([file, voice, photo].toSorted());
    expect(await examined()).toEqual([]);
    expect(await sweep(server.db, store, Date.now())).toEqual({ settled: 0, removed: 0 });
  });

  test('is left alone while it may still be at work', async () => {
    const id = crypto.randomUUID();
    await leave(id, pdf, hourMs - 60_000);
    expect(await sweep(server.db, store, Date.now())).toEqual({ settled: 0, removed: 0 });
    expect(await names()).toContain(`${id}.new`);
    await store.remove(id);
  });

  test('is all that goes: settled bytes stay, also those that no row names any more', async () => {
    const id = crypto.randomUUID();
    await store.write(id, pdf);
    await store.settle(id);
    const odd = join(folder, 'files', 'nota.new');
    await writeFile(odd, 'de otro');
    const longAgo = new Date(0);
    for (const path of [join(folder, 'files', id), odd]) await utimes(path, longAgo, longAgo);
    expect(await sweep(server.db, store, Date.now())).toEqual({ settled: 0, removed: 0 });
    expect(await names()).toEqual(expect.arrayContaining([id, 'nota.new']));
    await store.remove(id);
    await rm(odd);
  });

  test('is no matter where there is no folder yet', async () => {
    expect(await sweep(server.db, filesIn(join(folder, 'none')), Date.now())).toEqual({ settled: 0, removed: 0 });
  });
});

describe('The doctor', () => {
  test('finds every file that is named, whole', async () => {
    expect(await examined()).toEqual([]);
  });

  test('notices one that was cut off, or is gone', async () => {
    const path = join(folder, 'files', file);
    const finding = { kind: 'file', organizationId: server.organizationId, file };
    await truncate(path, 3);
    expect(await examined()).toEqual([finding]);
    await rm(path);
    expect(await examined()).toEqual([finding]);
    await writeFile(path, pdf);
    expect(await examined()).toEqual([]);
  });

  test('notices a voice that is gone: it is of no farm', async () => {
    const bytes = await store.read(voice);
    await store.remove(voice);
    expect(await examined()).toEqual([{ kind: 'file', organizationId: '', file: voice }]);
    await store.write(voice, bytes);
  });

  test('notices a photo that is gone', async () => {
    const bytes = await store.read(photo);
    await store.remove(photo);
    expect(await examined()).toEqual([{ kind: 'file', organizationId: server.organizationId, file: photo }]);
    await store.write(photo, bytes);
  });
});

closesInOrder(() => server);
