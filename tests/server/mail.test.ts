import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailer } from '../../src/server/messages/mail/mailer.ts';

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

let folder: string;
let post: SMTPServer;
let smtpUrl: string;
const letters: Letter[] = [];
/** How many letters the post office still turns away. */
let refusals = 0;
const lines: { facts: Readonly<Record<string, unknown>>; text: string }[] = [];
const log = {
  info: (facts: Readonly<Record<string, unknown>>, text: string) => lines.push({ facts, text }),
  error: (facts: Readonly<Record<string, unknown>>, text: string) => lines.push({ facts, text }),
};

const textOf = async (stream: AsyncIterable<unknown>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letters-'));
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.username === 'campo' && auth.password === 'clave' ? done(null, { user: 'campo' }) : done(new Error('no')),
    onData: (stream, session, done) => {
      void textOf(stream).then((raw) => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('busy'), { responseCode: 451 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
  smtpUrl = `smtp://campo:clave@127.0.0.1:${(post.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise<void>((resolve) => post.close(() => resolve()));
  await rm(folder, { recursive: true });
});

const mailer = (url: string) =>
  createMailer({ smtpUrl: url, from: 'Tranquera <no-responder@campo.test>', folder, log, pausesMs: [10, 10] });

/** The body of a letter as it is read: the ñ travels encoded. */
const readable = (raw: string): string => {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n').trim();
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`);
  return /quoted-printable/i.test(head) ? decodeURIComponent(bytes) : body;
};

describe('With a mail server', () => {
  test('a letter reaches the address that it was written to, in our name', async () => {
    const out = mailer(smtpUrl);
    expect(await out.send({ to: 'ana@campo.test', subject: 'Tu código', text: 'Mañana: 123456' })).toBe(true);
    out.close();
    const [letter] = letters.splice(0);
    expect(letter).toMatchObject({ from: 'no-responder@campo.test', to: ['ana@campo.test'] });
    expect(readable(letter?.raw ?? '')).toBe('Mañana: 123456');
    expect(letter?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
  });

  test('a subject or an address in several lines adds no reader and no header', async () => {
    const out = mailer(smtpUrl);
    const to = 'ana@campo.test\r\nBcc: otro@campo.test';
    await out.send({ to, subject: 'Hola\r\nBcc: otro@campo.test', text: 'x' });
    await out.send({ to: 'ana@campo.test', subject: 'Hola\r\nBcc: otro@campo.test', text: 'x' });
    out.close();
    const sent = letters.splice(0);
    expect(sent.flatMap((letter) => letter.to)).not.toContain('otro@campo.test');
    for (const { raw } of sent) expect(raw).not.toMatch(/^Bcc:/im);
  });

  test('that is busy for a moment the letter is tried again', async () => {
    refusals = 2;
    const out = mailer(smtpUrl);
    expect(await out.send({ to: 'ana@campo.test', subject: 'Hola', text: 'x' })).toBe(true);
    out.close();
    expect(letters.splice(0)).toHaveLength(1);
  });

  test('that stays down nothing is thrown: the log says it, and not what the letter said', async () => {
    lines.length = 0;
    const out = mailer('smtp://127.0.0.1:1');
    expect(await out.send({ to: 'ana@campo.test', subject: 'Tu código', text: 'Es 123456' })).toBe(false);
    out.close();
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('123456');
  });
});

describe('Without a mail server', () => {
  test('a letter is a file for the owner of the folder alone, and the log says where', async () => {
    lines.length = 0;
    const out = mailer('');
    expect(await out.send({ to: 'ana@campo.test', subject: 'Tu código', text: 'Es 123456' })).toBe(true);
    const [name = ''] = await readdir(folder);
    const path = join(folder, name);
    expect(await readFile(path, 'utf8')).toContain('To: ana@campo.test\nSubject: Tu código\n\nEs 123456');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(lines).toEqual([{ facts: { path }, text: expect.stringContaining('file') as string }]);
    expect(JSON.stringify(lines)).not.toContain('123456');
  });
});
