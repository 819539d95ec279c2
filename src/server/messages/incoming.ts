/** A message that a person sent to the product's number. The provider may bring the same one twice: its id tells. */
export interface IncomingMessage {
  /** The provider's id. */
  readonly id: string;
  /** In the spelling of product.md §5 where it is an Argentine mobile, else `+` and digits. */
  readonly from: string;
  /** When it was sent, ISO 8601 UTC. */
  readonly at: string;
  /** What was written, the title of the menu's option that was tapped, or what stands under a file; null where it says nothing. */
  readonly text: string | null;
  /** The id of the menu's option, where one was tapped. */
  readonly choice: string | null;
  readonly audio: Media | null;
  /** A picture or a document. */
  readonly file?: Media;
  /** What it carried that cannot be had: the message is kept all the same, and filled in where it is brought again with it. */
  readonly missing?: MediaKind;
}

/** What a message may carry. Videos are not kept. */
export type MediaKind = 'audio' | 'image' | 'document' | 'video';

export interface Media {
  /** By its content; a sound's as the provider says it: `audio/ogg; codecs=opus`. */
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
