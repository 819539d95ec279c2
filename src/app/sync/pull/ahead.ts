import type { Reply } from '#net/reply.ts';

/** The next page or segment of a load of the whole, asked for while the last is written; one at most. */
export class Ahead {
  /** Whether the history is asked for by segments: not after the feed could not be followed from where they stand. */
  bySegments = true;
  private asked: { readonly name: string; readonly reply: Promise<Reply> } | null = null;

  /** `name`: the token of the page, or the tag of the segment. */
  ask(name: string, reply: Promise<Reply>): void {
    this.asked = { name, reply };
  }

  /** The answer that was asked for; null where another is wanted by now. */
  take(name: string | null): Promise<Reply> | null {
    const { asked } = this;
    this.asked = null;
    return asked?.name === name ? asked.reply : null;
  }
}
