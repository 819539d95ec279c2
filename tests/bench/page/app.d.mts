/** What the driver says of the farm. */
export interface BenchFarm {
  readonly organizationId: string;
  readonly userId: string;
  readonly token: string;
}

/** What a list shows. */
export interface BenchRow {
  readonly id: string;
  readonly type: string;
  readonly date: string;
  readonly detail: string | null;
}

/** A record that is to be made. */
export interface BenchMovement extends BenchRow {
  readonly animals: readonly { readonly type: string; readonly count: number }[];
  readonly metadata: { readonly lot_id: string; readonly rodeo_id: string };
}

/** What each store can do for the workloads. */
export interface BenchStore {
  readonly write: (movement: BenchMovement) => Promise<void>;
  readonly queue: (movements: readonly BenchMovement[]) => Promise<void>;
  readonly list: (limit: number) => Promise<readonly BenchRow[]>;
  readonly page: (type: string, from: string, to: string, limit: number) => Promise<readonly BenchRow[]>;
  readonly rain: (year: string) => Promise<Readonly<Record<string, number>>>;
  readonly stock: () => Promise<Readonly<Record<string, number>>>;
  readonly pull: () => Promise<void>;
  readonly drain: () => Promise<void>;
  readonly delta: (mark: { readonly id: string; readonly detail: string }) => Promise<void>;
  /** What goes on after the moment that is timed has ended. */
  readonly settled?: () => Promise<void>;
}

/** Opens the page over a store, and makes the workloads `window.bench`. */
export function boot(
  open: (name: string, options: unknown, farm: BenchFarm) => Promise<BenchStore>,
  early?: () => readonly BenchRow[],
): Promise<void>;
