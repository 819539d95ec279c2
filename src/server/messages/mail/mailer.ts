import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../../kernel/log.ts';
import type { Mail } from '../outgoing.ts';
import { withPatience } from '../patience.ts';

interface MailSettings {
  /** `smtp://user:password@host:port`; empty keeps every letter as a file. */
  readonly smtpUrl: string;
  /** The sender: `Name <address>`. */
  readonly from: string;
  /** Where letters are kept when there is no mail server. */
  readonly folder: string;
  readonly log: Log;
  /** How long it waits before each new try. */
  readonly pausesMs?: readonly number[];
}

export interface Mailer {
  /** Whether it went out. Never rejects: a mail server that is down is logged (trust.md F44). */
  readonly send: (mail: Mail) => Promise<boolean>;
  readonly close: () => void;
}

/** Mail by SMTP where a server is given, else a file and a line in the log that says where (domain.md §1.11). */
export function createMailer(settings: MailSettings): Mailer {
  const { deliver, close } = settings.smtpUrl === '' ? byFile(settings) : bySmtp(settings);
  const send = async (mail: Mail): Promise<boolean> => {
    try {
      await deliver(mail);
      return true;
    } catch (error) {
      // The subject alone: the text may carry a code.
      settings.log.error({ err: error, subject: mail.subject }, 'a letter could not be sent');
      return false;
    }
  };
  return { send, close };
}

interface Post {
  readonly deliver: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

const defaultPausesMs = [1000, 10_000, 60_000];

function bySmtp({ smtpUrl, from, pausesMs = defaultPausesMs }: MailSettings): Post {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A letter of ours is text that we wrote: nothing in it may make the server fetch a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const deliver = async ({ to, subject, text }: Mail): Promise<void> => {
    await withPatience(() => transport.sendMail({ from, to: { name: '', address: to }, subject, text }), pausesMs);
  };
  return { deliver, close: () => transport.close() };
}

function byFile({ folder, from, log }: MailSettings): Post {
  const deliver = async ({ to, subject, text }: Mail): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.txt`);
    await writeFile(path, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
    log.info({ path }, 'no mail server is set: a letter is kept as a file');
  };
  return { deliver, close: () => undefined };
}
