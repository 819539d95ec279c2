import type { Log } from '../../kernel/log.ts';
import type { Message } from '../outgoing.ts';
import { withPatience } from '../patience.ts';
import type { Messenger } from './messenger.ts';

export interface WhatsAppAccount {
  /** The Graph API with version: `https://graph.facebook.com/v21.0`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly phoneId: string;
  /** Signs incoming notices. */
  readonly appSecret: string;
  /** Echoed by the provider when the webhook is registered. */
  readonly verifyToken: string;
  /** The approved template for codes: outside a running conversation nothing else arrives. Empty: codes go as text. */
  readonly codeTemplate: string;
}

class ProviderRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The messaging provider answered ${status}`);
    this.status = status;
  }
}

const answerWithinMs = 10_000;
const defaultPausesMs = [1000, 10_000];

/** Too many calls or a failure of theirs is temporary; refusals are final. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ProviderRefusal) || error.status === 429 || error.status >= 500;

/** Sends texts, menus and codes through the WhatsApp Cloud API. */
export function whatsAppMessenger(account: WhatsAppAccount, log: Log, pausesMs = defaultPausesMs): Messenger {
  const post = async (message: Message): Promise<string | null> => {
    const answer = await fetch(`${account.apiUrl}/${account.phoneId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(message, account.codeTemplate)),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!answer.ok) throw new ProviderRefusal(answer.status);
    const { messages } = (await answer.json()) as { readonly messages?: readonly { readonly id?: string }[] };
    return messages?.[0]?.id ?? null;
  };
  return {
    send: async (message) => {
      try {
        return { id: await withPatience(() => post(message), pausesMs, mayPass), state: 'sent' };
      } catch (error) {
        log.error({ err: error }, 'a message could not be sent');
        return { id: null, state: 'failed' };
      }
    },
  };
}

const menuLimits = { options: 10, title: 24, description: 72, button: 20 };

function bodyOf(message: Message, codeTemplate: string): object {
  const envelope = { messaging_product: 'whatsapp', recipient_type: 'individual', to: message.to.replace('+', '') };
  if (message.code !== undefined && codeTemplate !== '') {
    return { ...envelope, type: 'template', template: codeForm(codeTemplate, message.code) };
  }
  if (!message.menu) return { ...envelope, type: 'text', text: { body: message.text, preview_url: false } };
  const rows = message.menu.options.slice(0, menuLimits.options).map(({ id, title, description }) => ({
    id,
    title: title.slice(0, menuLimits.title),
    ...(description && { description: description.slice(0, menuLimits.description) }),
  }));
  const button = message.menu.button.slice(0, menuLimits.button);
  const action = { button, sections: [{ rows }] };
  return { ...envelope, type: 'interactive', interactive: { type: 'list', body: { text: message.text }, action } };
}

/** An authentication template has the code twice: in its text and its copy button. */
function codeForm(name: string, code: string): object {
  const parameters = [{ type: 'text', text: code }];
  return {
    name,
    language: { code: 'es_AR' },
    components: [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ],
  };
}
