/** A letter in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** False where somebody else has it sent, whom its reader may not know: few such go to one address a day. */
  readonly isAsked?: false;
}

/** A message to a phone. */
export interface Message {
  /** In the spelling of product.md §5: `+549…`. */
  readonly to: string;
  readonly text: string;
  /** Choices that the person may tap; ten at most. */
  readonly menu?: Menu;
  /** The code inside the text, for a provider that sends codes by a form of its own. */
  readonly code?: string;
}

interface Menu {
  readonly button: string;
  readonly options: readonly { readonly id: string; readonly title: string; readonly description?: string }[];
}

/** What became of a message: the provider's id for it, where there is a provider. */
export interface Sent {
  readonly id: string | null;
  readonly state: 'sent' | 'failed';
}

/**
 * What leaves the server for people: after the commit (`call.afterCommit`), never inside a transaction. Neither rejects: a failure is
 * logged (trust.md F44).
 */
export interface Outgoing {
  /** What is set up on this server to leave it: without, a letter or a message is only a file in its data folder (domain.md §1.10, §1.11). */
  readonly reaches: { readonly mail: boolean; readonly messages: boolean };
  /** Whether it went out. */
  readonly mail: (mail: Mail) => Promise<boolean>;
  readonly message: (message: Message) => Promise<Sent>;
}
