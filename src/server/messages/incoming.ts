export interface IncomingMessage {
  readonly id: string;
  /** Spelled as in product.md §5 for an Argentine mobile, else `+` and digits. */
  readonly from: string;
  /** When sent, ISO 8601 UTC. */
  readonly at: string;
  /** The text, the chosen menu option's title, or a file's caption; null if none. */
  readonly text: string | null;
  readonly choice: string | null;
  readonly audio: Media | null;
  readonly file?: Media;
  /** An attachment that cannot be fetched: the message is stored anyway, and completed when delivered again with it. */
  readonly missing?: MediaKind;
}

/** A message's attachment. Videos are not stored. */
export type MediaKind = 'audio' | 'image' | 'document' | 'video';

export interface Media {
  /** By its content; a sound's as the provider gives it: `audio/ogg; codecs=opus`. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface MessageState {
  readonly id: string;
  readonly state: 'sent' | 'delivered' | 'read' | 'failed';
  readonly at: string;
}

/** Takes what phones send. A rejection makes the provider deliver it again. */
export interface Incoming {
  readonly message: (message: IncomingMessage) => Promise<void>;
  readonly state: (state: MessageState) => Promise<void>;
}
