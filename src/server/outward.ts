import { join } from 'node:path';
import type { Windows } from './database/windows.ts';
import { type IncomingPorts, threadsOfPhones } from './messages/conversations/incoming.ts';
import { storedInThreads } from './messages/conversations/outgoing.ts';
import { boundedBy } from './messages/mail/bounded.ts';
import { createMailer } from './messages/mail/mailer.ts';
import { embeddedMessenger } from './messages/messaging/embedded.ts';
import { createWebhook, type Webhook } from './messages/messaging/webhook.ts';
import { type WhatsAppAccount, whatsAppMessenger } from './messages/messaging/whatsapp.ts';
import type { Log } from './kernel/log.ts';
import type { Outgoing } from './messages/outgoing.ts';
import type { Settings } from './settings.ts';

/** The ways to people outside: letters, messages to phones, and what phones send. */
export interface Outward {
  readonly outgoing: Outgoing;
  /** Where the provider knocks; null without an account of one. */
  readonly webhook: Webhook | null;
  readonly close: () => void;
}

/**
 * Opens them by the settings: real ones where there are credentials, else files in the data folder (domain.md §1.10, §1.11). Messages
 * stand in the conversations either way.
 */
export function openOutward(
  settings: Settings,
  log: Log,
  threads: IncomingPorts,
  counts: Pick<Windows, 'hitTogether'>,
): Outward {
  const mailer = createMailer({
    smtpUrl: settings.SMTP_URL,
    from: settings.SMTP_FROM || `Tranquera <no-responder@${new URL(publicUrlOf(settings)).hostname}>`,
    folder: join(settings.DATA_DIR, 'mail'),
    log,
  });
  const account = whatsAppAccountOf(settings);
  const messenger = account
    ? whatsAppMessenger(account, log)
    : embeddedMessenger(join(settings.DATA_DIR, 'messages'), log);
  return {
    outgoing: {
      reaches: { mail: settings.SMTP_URL !== '', messages: account !== null },
      mail: boundedBy(counts, mailer.send, log),
      message: storedInThreads(threads, messenger.send, log),
    },
    webhook: account && createWebhook(account, threadsOfPhones(threads), log),
    close: mailer.close,
  };
}

/** The edge's log for what is made before the edge is. */
export const logOf = (log: () => Log): Log => ({
  info: (facts, text) => log().info(facts, text),
  error: (facts, text) => log().error(facts, text),
});

/** Where the machine itself reaches this server. */
export const localUrlOf = (settings: Settings, port = settings.PORT): string =>
  `${settings.TLS_CERT === '' ? 'http' : 'https'}://localhost:${port}`;

/** Where people reach this server: links are built on it alone, whatever a request says of its host (trust.md row 51). */
export const publicUrlOf = (settings: Settings): string => settings.PUBLIC_URL || localUrlOf(settings);

const whatsAppAccountOf = (settings: Settings): WhatsAppAccount | null =>
  settings.WHATSAPP_TOKEN === ''
    ? null
    : {
        apiUrl: settings.WHATSAPP_API_URL.replace(/\/+$/, ''),
        token: settings.WHATSAPP_TOKEN,
        phoneId: settings.WHATSAPP_PHONE_ID,
        appSecret: settings.WHATSAPP_APP_SECRET,
        verifyToken: settings.WHATSAPP_VERIFY_TOKEN,
        codeTemplate: settings.WHATSAPP_CODE_TEMPLATE,
      };
