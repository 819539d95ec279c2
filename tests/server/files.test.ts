import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { examineFiles } from '../../src/server/features/files/examine.ts';
import { type FileFolder, openFileStore } from '../../src/server/features/files/store.ts';
import { closesInOrder, createTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let folder: string;
let store: FileFolder;
/** The file of an invoice, and a voice, both in the folder. */
let file: string;
let voice: string;

const pdf = new TextEncoder().encode('%PDF-1.7');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  store = openFileStore(join(folder, 'files'));
  server = await createTestServer();
  const path = `/api/invoice/${server.organizationId}/upload`;
  const { body } = await server.as('ana', 'POST', path, { files: [{ name: 'a.pdf', bytes: pdf }] });
  file = (body['invoice'] as Invoice).attachments[0]?.id ?? '';
  const audio = { type: 'audio/ogg', bytes: new TextEncoder().encode('OggS') };
  const at = new Date(server.clock.now).toISOString();
  await server.incoming.message({ id: 'wamid.1', from: '+5491144440001', at, text: null, choice: null, audio });
  voice = (await server.db.selectFrom('audios').select('id').executeTakeFirstOrThrow()).id;
  for (const [id, bytes] of server.outside.files) await store.write(id, bytes);
});

afterAll(() => rm(folder, { recursive: true }));

const examined = async () => await examineFiles(server.db, store);

describe('The folder of the files', () => {
  test('holds a file as it was given, for its owner alone', async () => {
    expect(new Uint8Array(await store.read(file))).toEqual(pdf);
    expect(await store.sizeOf(file)).toBe(pdf.length);
    expect((await stat(join(folder, 'files', file))).mode & 0o777).toBe(0o600);
  });

  test('takes no second file by an id that is taken', async () => {
    await expect(store.write(file, new Uint8Array(3))).rejects.toThrow('EEXIST');
    expect(new Uint8Array(await store.read(file))).toEqual(pdf);
  });

  test('has nothing of a file that was removed, and removing it again is no failure', async () => {
    const id = crypto.randomUUID();
    await store.write(id, pdf);
    await store.remove(id);
    await store.remove(id);
    expect(await store.sizeOf(id)).toBeNull();
    await expect(store.read(id)).rejects.toThrow('ENOENT');
    expect(await readdir(join(folder, 'files'))).toHaveLength(2);
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
});

closesInOrder(() => server);
