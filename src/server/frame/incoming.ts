/** A message that a person sent to the product's number. The provider may bring the same one twice: its id tells. */
export interface IncomingMessage {
  /** The provider's id. */
  readonly id: string;
  /** In the spelling of product.md §5 where it is an Argentine mobile, else `+` and digits. */
  readonly from: string;
  /** When it was sent, ISO 8601 UTC. */
  readonly at: string;
  /** What was written, or the title of the menu's option that was tapped; null for a voice message. */
  readonly text: string | null;
  /** The id of the menu's option, where one was tapped. */
  readonly choice: string | null;
  readonly audio: Audio | null;
}

export interface Audio {
  /** As the provider says it: `audio/ogg; codecs=opus`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** What became of a message that went out. */
export interface MessageState {
  /** The provider's id, as `Sent.id` gave it. */
  readonly id: string;
  readonly state: 'sent' | 'delivered' | 'read' | 'failed';
  readonly at: string;
}

/** Who takes what comes in from phones. A rejection makes the provider bring it again later. */
export interface Incoming {
  readonly message: (message: IncomingMessage) => Promise<void>;
  readonly state: (state: MessageState) => Promise<void>;
}
