import type { Change } from '#contract/endpoints/sync.ts';

/** How far the movements of a long page are put aside. */
export interface Staging {
  readonly generation: number;
  /** The set that they are to be shown over. */
  readonly under: number;
  readonly done: number;
  readonly leftOut: readonly Change[];
}

/** A page of the feed, parsed. `at` is the phone's instant. */
export interface FeedPage {
  readonly epoch: string;
  readonly from: number;
  readonly to: number;
  readonly more: boolean;
  /** Of the commit `to`. */
  readonly mark?: string | null;
  readonly changes: readonly Change[];
  readonly acks: readonly {
    readonly key: string;
    readonly seq: number;
    readonly mark?: string | null | undefined;
    readonly server_id: string | null;
  }[];
  /**
   * Keys of acknowledged operations whose commits the request told of, which an answer confirms. Later ones are proved by the next page,
   * for a copy may have been put back in between.
   */
  readonly reported: ReadonlySet<string>;
  /** Where its movements were put aside. */
  readonly staging?: Staging | null;
  readonly at: string;
}

/** What of the store brings long pages in; each call is one small transaction. */
export interface StagingStore {
  /** Puts the next few movements aside, where no screen sees them; 'whole': none are left, and the page can be applied. */
  readonly stage: (
    organizationId: string,
    page: FeedPage,
    before: Staging | null,
  ) => Promise<Staging | 'whole' | 'stale'>;
  /** Puts a few of the movements that lie over the others among them; whoever looks sees no difference. */
  readonly settle: (organizationId: string) => Promise<void>;
}
