export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** False if somebody else has it sent, whom its reader may not know: limited per address and day. */
  readonly isAsked?: false;
}

export interface Message {
  /** Spelled as in product.md §5: `+549…`. */
  readonly to: string;
  readonly text: string;
  readonly menu?: Menu;
  /** The code in the text, for a provider's code template. */
  readonly code?: string;
}

interface Menu {
  readonly button: string;
  readonly options: readonly { readonly id: string; readonly title: string; readonly description?: string }[];
}

export interface Sent {
  readonly id: string | null;
  readonly state: 'sent' | 'failed';
}

/**
 * Mails and messages: sent after the commit (`call.afterCommit`), never inside a transaction. Neither rejects: failures are logged (trust.md
 * F44).
 */
export interface Outgoing {
  /** Which channels are configured; the others only write files to the data folder (domain.md §1.10, §1.11). */
  readonly reaches: { readonly mail: boolean; readonly messages: boolean };
  readonly mail: (mail: Mail) => Promise<boolean>;
  readonly message: (message: Message) => Promise<Sent>;
}
