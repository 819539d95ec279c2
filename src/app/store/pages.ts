import type { Change } from '#contract/endpoints/sync.ts';

export interface Staging {
  readonly generation: number;
  /** The set they will be shown over. */
  readonly under: number;
  readonly done: number;
  readonly leftOut: readonly Change[];
}

/** A parsed page of the feed. `at` is the phone's clock. */
export interface FeedPage {
  readonly epoch: string;
  readonly from: number;
  readonly to: number;
  readonly more: boolean;
  readonly mark?: string | null;
  readonly changes: readonly Change[];
  readonly acks: readonly {
    readonly key: string;
    readonly seq: number;
    readonly mark?: string | null | undefined;
    readonly server_id: string | null;
  }[];
  /**
   * Keys of acked ops whose commits the request reported; an answer confirms these. Later ones wait for the next page, for the server may
   * have been restored in between.
   */
  readonly reported: ReadonlySet<string>;
  readonly staging?: Staging | null;
  readonly at: string;
}

/** Applies long pages; each call is one small transaction. */
export interface StagingStore {
  /** Whether nobody records here: what is applied then makes no save wait. Absent: not known. */
  readonly isCalm?: () => boolean;
  /** Stages the next few movements, unseen by screens; 'whole': none left, the page can be applied. */
  readonly stage: (
    organizationId: string,
    page: FeedPage,
    before: Staging | null,
  ) => Promise<Staging | 'whole' | 'stale'>;
  /** Merges a few shown staged movements into the set below; pictures do not change. */
  readonly settle: (organizationId: string) => Promise<void>;
}
