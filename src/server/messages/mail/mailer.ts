import { randomUUID, createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../../kernel/log.ts';
import type { Mail, Outgoing } from '../outgoing.ts';
import { withPatience } from '../patience.ts';
import type { Windows } from '../../database/windows.ts';

interface MailSettings {
  /** `smtp://user:password@host:port`; empty writes mails to files. */
  readonly smtpUrl: string;
  readonly from: string;
  readonly folder: string;
  readonly log: Log;
  readonly pausesMs?: readonly number[];
}

interface Mailer {
  /** Whether it was sent. Never rejects: failures are logged (trust.md F44). */
  readonly send: (mail: Mail) => Promise<boolean>;
  readonly close: () => void;
}

/** Mail by SMTP if configured, else to a file named in the log (domain.md §1.11). */
export function createMailer(settings: MailSettings): Mailer {
  const { deliver, close } = settings.smtpUrl === '' ? byFile(settings) : bySmtp(settings);
  const send = async (mail: Mail): Promise<boolean> => {
    try {
      await deliver(mail);
      return true;
    } catch (error) {
      // Not the text, which may carry a code.
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
    // Our mails are plain text: nothing in them may fetch a file or URL.
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

const dayMs = 86_400_000;
/** Nobody is invited to more teams a day; more is abuse. */
const mostADay = 5;

/** Limits mails a day to one address that others had sent. Withheld ones are logged; who asked has got the link. */
export const boundedBy =
  (counts: Pick<Windows, 'hitTogether'>, send: Outgoing['mail'], log: Log): Outgoing['mail'] =>
  async (mail) => {
    if (mail.isAsked === false) {
      const address = createHash('sha256').update(mail.to).digest('base64url');
      const { hits } = await counts.hitTogether(`letter ${address}`, dayMs);
      if (hits > mostADay) {
        log.info({ subject: mail.subject }, 'a letter was kept back: its address got too many from others today');
        return false;
      }
    }
    return await send(mail);
  };
