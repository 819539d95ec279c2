import { join } from 'node:path';
import type { Windows } from './database/windows.ts';
import { type IncomingPorts, threadsOfPhones, storedInThreads } from './messages/conversations/threads.ts';
import { boundedBy, createMailer } from './messages/mail/mailer.ts';
import { embeddedMessenger } from './messages/messaging/messenger.ts';
import { createWebhook, type Webhook } from './messages/messaging/webhook.ts';
import { type WhatsAppAccount, whatsAppMessenger } from './messages/messaging/whatsapp.ts';
import type { Log } from './kernel/log.ts';
import type { Outgoing } from './messages/outgoing.ts';
import type { Settings } from './settings.ts';

export interface Outward {
  readonly outgoing: Outgoing;
  /** Null without a provider's account. */
  readonly webhook: Webhook | null;
  readonly close: () => void;
}

/**
 * Opens them by the settings: real ones with credentials, else files in the data folder (domain.md §1.10, §1.11). Messages go into the
 * conversations either way.
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

/** The edge's log, for what exists before it. */
export const logOf = (log: () => Log | undefined): Log => ({
  info: (facts, text) => log()?.info(facts, text),
  error: (facts, text) => log()?.error(facts, text),
});

/** The server's address on its own machine. */
export const localUrlOf = (settings: Settings, port = settings.PORT): string =>
  `${settings.TLS_CERT === '' ? 'http' : 'https'}://localhost:${port}`;

/** The product's address: links use it alone, never a request's host (trust.md row 51). */
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
