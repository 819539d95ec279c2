import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { storedInThreads } from '../../src/server/messages/conversations/threads.ts';
import type { IncomingMessage } from '../../src/server/messages/incoming.ts';
import type { Message, Sent } from '../../src/server/messages/outgoing.ts';
import { jpegOf } from '../support/pictures.ts';
import { closesInOrder, createTestServer, type TestServer } from '../support/server.ts';

interface Thread {
  readonly id: string;
  readonly phone: string;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly organization_id: string | null;
  readonly organization_name: string | null;
  readonly last_message: string | null;
  readonly last_at: string;
  readonly unread: number;
}
interface Said {
  readonly id: string;
  readonly direction: string;
  readonly text: string | null;
  readonly choice: string | null;
  readonly audio_id: string | null;
  readonly missing: string | null;
  readonly file: { readonly id: string; readonly type: string; readonly size: number } | null;
  readonly at: string;
  readonly state: string;
}

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
  // Dana has no farm here: the platform's own.
  await server.db.updateTable('users').set({ is_super_admin: 1 }).where('id', '=', server.userIds.dana).execute();
});

const carosPhone = '+5491155550002';
let phones = 0;
/** A telephone that nobody gave. */
const newPhone = (): string => {
  phones += 1;
  return `+54911444400${String(phones).padStart(2, '0')}`;
};
const instant = (minutes: number): string => new Date(server.clock.now + minutes * 60_000).toISOString();
const from = (phone: string, rest: Partial<IncomingMessage> = {}): IncomingMessage => ({
  id: `wamid.${randomUUID()}`,
  from: phone,
  at: instant(0),
  text: 'Llovió 20',
  choice: null,
  audio: null,
  ...rest,
});
const voice = (text: string) => ({ type: 'audio/ogg; codecs=opus', bytes: new TextEncoder().encode(text) });

const threads = async (search = ''): Promise<Thread[]> =>
  (await server.as('dana', 'GET', `/api/conversation${search}`)).body['conversations'] as Thread[];
const threadOf = async (phone: string): Promise<Thread> => {
  const found = (await threads()).find((thread) => thread.phone === phone);
  if (!found) throw new Error(`No thread of ${phone}`);
  return found;
};
const said = async (phone: string): Promise<Said[]> =>
  (await server.as('dana', 'GET', `/api/conversation/${(await threadOf(phone)).id}`)).body['messages'] as Said[];
const rowsOf = async (table: 'messages' | 'audios' | 'conversations' | 'accesses'): Promise<number> =>
  (await server.db.selectFrom(table).selectAll().execute()).length;

/** Something done while the messages' table is away. */
const withoutMessages = async (act: () => Promise<void>): Promise<void> => {
  await server.db.schema.alterTable('messages').renameTo('messages_away').execute();
  try {
    await act();
  } finally {
    await server.db.schema.alterTable('messages_away').renameTo('messages').execute();
  }
};

describe('A message from a telephone', () => {
  test('begins a thread, with the person who has the telephone and the only farm that he has', async () => {
    await server.incoming.message(from(carosPhone));
    expect(await threadOf(carosPhone)).toMatchObject({
      user_id: server.userIds.caro,
      user_name: 'Caro Díaz',
      organization_id: server.organizationId,
      organization_name: 'La Esperanza',
      last_message: 'Llovió 20',
      last_at: instant(0),
      unread: 1,
    });
    const [message] = await said(carosPhone);
    expect(message).toMatchObject({ direction: 'in', text: 'Llovió 20', state: 'received', movement_id: null });
    expect(message).not.toHaveProperty('provider_id');
  });

  test('of a number that nobody gave is nobody’s', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone));
    expect(await threadOf(phone)).toMatchObject({ user_id: null, user_name: null, organization_id: null });
  });

  test('of a number that two people gave is nobody’s', async () => {
    const shared = { phone: newPhone() };
    const ids = [server.userIds.ana, server.userIds.beto];
    const before = await server.db.selectFrom('users').select(['id', 'phone']).where('id', 'in', ids).execute();
    await server.db.updateTable('users').set(shared).where('id', 'in', ids).execute();
    await server.incoming.message(from(shared.phone));
    expect(await threadOf(shared.phone)).toMatchObject({ user_id: null, organization_id: null });
    for (const { id, phone } of before)
      await server.db.updateTable('users').set({ phone }).where('id', '=', id).execute();
  });

  test('that the provider brings twice is there once, and its sound too', async () => {
    const phone = newPhone();
    const message = from(phone, { text: null, audio: voice('once') });
    await server.incoming.message(message);
    const before = [await rowsOf('messages'), await rowsOf('audios'), server.outside.files.size];
    await server.incoming.message(message);
    expect([await rowsOf('messages'), await rowsOf('audios'), server.outside.files.size]).toEqual(before);
    expect((await threadOf(phone)).unread).toBe(1);
  });

  test('that comes at the same moment as ten others begins one thread with all of them', async () => {
    const phone = newPhone();
    await Promise.all(Array.from({ length: 10 }, (_, n) => server.incoming.message(from(phone, { text: `${n}` }))));
    expect((await threads()).filter((thread) => thread.phone === phone)).toMatchObject([{ unread: 10 }]);
    expect(await said(phone)).toHaveLength(10);
  });

  test('that comes late takes its place in time, and is not the last', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone, { text: 'Segunda', at: instant(-1) }));
    await server.incoming.message(from(phone, { text: 'Primera', at: instant(-5) }));
    expect((await said(phone)).map(({ text }) => text)).toEqual(['Primera', 'Segunda']);
    expect(await threadOf(phone)).toMatchObject({ last_message: 'Segunda', last_at: instant(-1) });
  });

  test('from the future is of now', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone, { at: instant(999) }));
    expect(await threadOf(phone)).toMatchObject({ last_at: instant(0) });
  });

  test('loses signs that no database takes, and what is beyond the longest', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone, { text: `Hola\0 \u202e${'a'.repeat(9000)}` }));
    const [message] = await said(phone);
    expect(message?.text).toMatch(/^Hola a+$/);
    expect(message?.text).toHaveLength(4096);
  });

  test('keeps which option of the menu was tapped', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone, { text: 'Cargar lluvia', choice: 'lluvia' }));
    expect(await said(phone)).toMatchObject([{ text: 'Cargar lluvia', choice: 'lluvia' }]);
  });
});

describe('A voice message', () => {
  test('is kept as a file, which the message names', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone, { text: null, audio: voice('OggS') }));
    const [message] = await said(phone);
    const id = message?.audio_id ?? '';
    expect(server.outside.files.get(id)).toEqual(voice('OggS').bytes);
    expect(await threadOf(phone)).toMatchObject({ last_message: null });
    const { file } = (await server.as('dana', 'GET', `/audio/${id}`)).body as { file: object };
    expect(file).toEqual({ name: `${id}.ogg`, ...voice('OggS') });
  });

  test('that cannot be put into its thread is named nowhere, and is to be brought again', async () => {
    const named = async () => (await server.db.selectFrom('audios').select('id').execute()).length;
    const before = await named();
    const message = from(newPhone(), { text: null, audio: voice('lost') });
    await withoutMessages(() => expect(server.incoming.message(message)).rejects.toThrow('messages'));
    expect(await named()).toBe(before);
    await server.incoming.message(message);
    expect(await named()).toBe(before + 1);
  });
});

describe('What a message carries', () => {
  const photo = { type: 'image/jpeg', bytes: jpegOf(1) };
  const fileAt = async (phone: string, id: string) =>
    await server.as('dana', 'GET', `/api/conversation/${(await threadOf(phone)).id}/file/${id}`);

  test('is kept in the thread, named in the list, and shown to the super admin alone', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone, { text: null, file: photo }));
    expect(await threadOf(phone)).toMatchObject({ last_message: 'Foto' });
    const [message] = await said(phone);
    expect(message).toMatchObject({
      text: null,
      audio_id: null,
      missing: null,
      file: { type: 'image/jpeg', size: 64 },
    });
    const id = message?.file?.id ?? '';
    expect((await fileAt(phone, id)).body).toEqual({ ok: true, file: { name: `${id}.jpg`, ...photo } });
    const looked = await server.db.selectFrom('accesses').selectAll().where('thing_id', '=', id).execute();
    expect(looked).toMatchObject([{ what: 'file', user_id: server.userIds.dana }]);
    // It is no sound, and of no other thread.
    const { id: thread } = await threadOf(phone);
    await server.incoming.message(from(newPhone()));
    const other = (await threads()).find((one) => one.id !== thread)?.id ?? '';
    for (const path of [`/audio/${id}`, `/api/conversation/${other}/file/${id}`])
      expect(await server.as('dana', 'GET', path)).toMatchObject({ status: 404 });
    expect(await server.as('ana', 'GET', `/api/conversation/${thread}/file/${id}`)).toMatchObject({ status: 403 });
  });

  test('and a document goes by its name and as a document', async () => {
    const phone = newPhone();
    const file = { type: 'application/octet-stream', bytes: new Uint8Array([1, 2]) };
    await server.incoming.message(from(phone, { text: 'planilla.xls', file }));
    expect(await threadOf(phone)).toMatchObject({ last_message: 'planilla.xls' });
    const [message] = await said(phone);
    expect((await fileAt(phone, message?.file?.id ?? '')).body).toMatchObject({
      file: { name: `${message?.file?.id}.bin` },
    });
  });

  test('and cannot be had is said in its place; brought again with it, the message gets it once', async () => {
    const phone = newPhone();
    const message = from(phone, { text: null, missing: 'audio' as const });
    await server.incoming.message(message);
    expect(await said(phone)).toMatchObject([
      { text: 'Audio no disponible', audio_id: null, state: 'received', missing: 'audio' },
    ]);
    expect(await threadOf(phone)).toMatchObject({ last_message: 'Audio no disponible' });
    await server.incoming.message(message);
    const whole = from(phone, { id: message.id, at: message.at, text: null, audio: voice('OggS') });
    const before = await rowsOf('audios');
    for (let times = 0; times < 2; times += 1) await server.incoming.message(whole);
    const [heard, ...more] = await said(phone);
    expect(heard).toMatchObject({ text: null, state: 'received', missing: null });
    expect((await server.as('dana', 'GET', `/audio/${heard?.audio_id}`)).status).toBe(200);
    expect([more, (await rowsOf('audios')) - before]).toEqual([[], 1]);
    expect(await threadOf(phone)).toMatchObject({ last_message: null });
  });
});

describe('A message of ours', () => {
  const lines: string[] = [];
  const log = { info: () => undefined, error: (_facts: object, text: string) => void lines.push(text) };
  const send = async (message: Message, sent: Sent = { id: randomUUID(), state: 'sent' }): Promise<Sent> => {
    const ports = { db: server.db, newId: randomUUID, now: () => server.clock.now };
    return await storedInThreads(ports, async () => sent, log)(message);
  };

  test('stands in the thread with its choices, and is nothing unread', async () => {
    const phone = newPhone();
    const options = [
      { id: 'lluvia', title: 'Cargar lluvia' },
      { id: 'nota', title: 'Cargar una nota' },
    ];
    await send({ to: phone, text: '¿Qué hacemos?', menu: { button: 'Elegir', options } });
    const text = '¿Qué hacemos?\n• Cargar lluvia\n• Cargar una nota';
    expect(await said(phone)).toMatchObject([{ direction: 'out', text, state: 'sent' }]);
    expect(await threadOf(phone)).toMatchObject({ last_message: text, unread: 0 });
  });

  test('shows no code to whoever reads the thread', async () => {
    const phone = newPhone();
    await send({ to: phone, text: 'Tu código es 123456. No lo compartas: 123456', code: '123456' });
    expect((await said(phone))[0]?.text).toBe('Tu código es ••••••. No lo compartas: ••••••');
    expect(JSON.stringify(await server.db.selectFrom('messages').selectAll().execute())).not.toContain('123456');
  });

  test('follows what the provider says of it, and never goes back', async () => {
    const phone = newPhone();
    const { id } = await send({ to: phone, text: 'Hola' });
    const states: string[] = [];
    for (const state of ['delivered', 'read', 'delivered', 'sent'] as const) {
      await server.incoming.state({ id: id ?? '', state, at: instant(0) });
      states.push((await said(phone))[0]?.state ?? '');
    }
    expect(states).toEqual(['delivered', 'read', 'read', 'read']);
  });

  test('that did not go out says so', async () => {
    const phone = newPhone();
    await send({ to: phone, text: 'Hola' }, { id: null, state: 'failed' });
    expect(await said(phone)).toMatchObject([{ state: 'failed' }]);
  });

  test('whose state nobody knows changes nothing', async () => {
    const before = await server.db.selectFrom('messages').selectAll().execute();
    await server.incoming.state({ id: 'wamid.none', state: 'read', at: instant(0) });
    expect(await server.db.selectFrom('messages').selectAll().execute()).toEqual(before);
  });

  test('goes out even when the book cannot be written: the log tells', async () => {
    const sent = { id: 'x', state: 'sent' as const };
    await withoutMessages(async () => expect(await send({ to: newPhone(), text: 'Hola' }, sent)).toEqual(sent));
    expect(lines).toEqual(['a message that went out could not be kept']);
  });
});

describe('The super admin', () => {
  test('sees who wrote last first, and page by page if he likes', async () => {
    const all = await threads();
    expect(all.map(({ last_at }) => last_at)).toEqual(
      all
        .map(({ last_at }) => last_at)
        .toSorted()
        .reverse(),
    );
    const first = await server.as('dana', 'GET', '/api/conversation?limit=2');
    const cursor = String(first.body['next_cursor']);
    const ids = [...(first.body['conversations'] as Thread[]), ...(await threads(`?limit=2&cursor=${cursor}`))];
    expect(ids.map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
  });

  test('has read what he opened', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone));
    await server.incoming.message(from(phone));
    const { id, unread } = await threadOf(phone);
    expect(unread).toBe(2);
    await server.as('dana', 'GET', `/api/conversation/${id}`);
    expect((await threadOf(phone)).unread).toBe(0);
    await server.incoming.message(from(phone));
    expect((await threadOf(phone)).unread).toBe(1);
  });

  test('is written down with each look at a thread or a sound', async () => {
    const phone = newPhone();
    await server.incoming.message(from(phone, { text: null, audio: voice('x') }));
    const { id } = await threadOf(phone);
    const last = async () =>
      await server.db.selectFrom('accesses').selectAll().orderBy('id', 'desc').limit(2).execute();
    const [{ audio_id } = { audio_id: '' }] = await said(phone);
    await server.as('dana', 'GET', `/audio/${audio_id}`);
    expect(await last()).toMatchObject([
      { user_id: server.userIds.dana, what: 'audio', thing_id: audio_id, at: instant(0) },
      { user_id: server.userIds.dana, what: 'conversation', thing_id: id, at: instant(0) },
    ]);
    await threads();
    expect((await last())[0]).toMatchObject({ what: 'conversations', thing_id: null });
  });

  test('is written down each time, also when a key comes with the question', async () => {
    const before = await rowsOf('accesses');
    const headers = { 'idempotency-key': randomUUID() };
    await server.as('dana', 'GET', '/api/conversation', undefined, headers);
    await server.as('dana', 'GET', '/api/conversation', undefined, headers);
    expect(await rowsOf('accesses')).toBe(before + 2);
  });

  test('finds nothing where nothing is, and that is no look', async () => {
    const before = await rowsOf('accesses');
    for (const path of ['/api/conversation/none', '/audio/none', `/audio/${randomUUID()}`]) {
      expect(await server.as('dana', 'GET', path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    expect(await rowsOf('accesses')).toBe(before);
  });

  test('is nobody of a farm: what he is not, he does not see', async () => {
    const answer = await server.as('dana', 'GET', `/api/lot/info/${server.organizationId}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('An owner of a farm', () => {
  test('reads no conversation and hears no voice, not even of his own people', async () => {
    const { id } = await threadOf(carosPhone);
    const [audio] = server.outside.files.keys();
    const before = await rowsOf('accesses');
    for (const path of ['/api/conversation', `/api/conversation/${id}`, `/audio/${audio}`]) {
      expect(await server.as('ana', 'GET', path)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect(await rowsOf('accesses')).toBe(before);
  });
});

closesInOrder(() => server);
