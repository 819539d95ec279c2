import type { Reply } from '#net/reply.ts';

/** Prefetches the next page or segment of a whole load while the last is written; at most one. */
export class Ahead {
  /** Whether to load the history by segments: not once the feed could not be followed from them. */
  bySegments = true;
  private asked: { readonly name: string; readonly reply: Promise<Reply> } | null = null;

  /** `name`: the page's token or the segment's tag. */
  ask(name: string, reply: Promise<Reply>): void {
    this.asked = { name, reply };
  }

  /** The prefetched answer; null if another is wanted. */
  take(name: string | null): Promise<Reply> | null {
    const { asked } = this;
    this.asked = null;
    return asked?.name === name ? asked.reply : null;
  }
}
