/** A cheap phone on a slow line. */
export declare const slowPhone: {
  readonly throttle: number;
  readonly line: {
    readonly latency: number;
    readonly downloadThroughput: number;
    readonly uploadThroughput: number;
  };
};

export declare function watchCost(): void;

/** Of a page, until five seconds after it was loaded. */
export interface PageCost {
  /** Its largest paint, in milliseconds. */
  readonly ms: number;
  readonly painted: number;
  /** What work blocks a finger: of each longer than 50 ms, the rest. */
  readonly blocked: number;
  /** How far things moved that nobody moved (CLS). */
  readonly shifted: number;
  /** Of its scripts, as they are sent. */
  readonly scriptBytes: number;
}

export declare function pageCost(): PageCost | null;
