import type { DBCore, DBCoreTransaction, Middleware } from 'dexie';

interface RestingPage {
  readonly addEventListener: (
    type: 'pagehide' | 'pageshow',
    listener: (event: { readonly persisted: boolean }) => void,
  ) => void;
}

type Followed = Pick<IDBTransaction, 'abort' | 'addEventListener'>;

/**
 * WebKit caches a page one leaves with its transactions: they never end, and the next page waits for its database for ever. So they are
 * aborted when the page rests (nothing in them was reported as saved); shown again, the page reads anew what it was reading, and writers get
 * their failure. (Reloading it instead froze it, two times in three.)
 */
export class PageRest {
  private readonly underWay = new Set<Followed>();
  private isResting = false;
  private rests = 0;
  private shown: Promise<void> = Promise.resolve();
  private show: () => void = () => undefined;

  constructor(page: RestingPage) {
    page.addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) return;
      this.isResting = true;
      this.rests += 1;
      this.shown = new Promise((resolve) => (this.show = resolve));
      for (const transaction of this.underWay) giveUp(transaction);
    });
    page.addEventListener('pageshow', () => {
      this.isResting = false;
      this.show();
    });
  }

  /** Asked once something failed: null where the page was not at rest since, else when it is shown. */
  readonly begin = (): (() => Promise<void> | null) => {
    const before = this.rests;
    return () => (this.isResting || this.rests > before ? this.shown : null);
  };

  readonly follow = (transaction: Followed): void => {
    if (this.isResting) {
      giveUp(transaction);
      return;
    }
    this.underWay.add(transaction);
    for (const end of ['complete', 'abort'] as const)
      transaction.addEventListener(end, () => this.underWay.delete(transaction));
  };
}

function giveUp(transaction: Followed): void {
  try {
    transaction.abort();
  } catch (thrown) {
    // It just ended.
    if (!(thrown instanceof DOMException)) throw thrown;
  }
}

/** Dexie middleware that follows every transaction. */
export const followedBy = (rest: Pick<PageRest, 'follow'>): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'page-rest',
  create: (core) => ({
    ...core,
    transaction: (...given): DBCoreTransaction => {
      const transaction = core.transaction(...given);
      rest.follow(transaction as unknown as IDBTransaction);
      return transaction;
    },
  }),
});

const isWebKit = (): boolean => typeof window !== 'undefined' && navigator.vendor === 'Apple Computer, Inc.';
let own: PageRest | null = null;

/** Follows this page's transactions; null outside WebKit. */
export function pageAtRest(): PageRest | null {
  if (!isWebKit()) return null;
  own ??= new PageRest({ addEventListener: (type, listener) => window.addEventListener(type, listener) });
  return own;
}

/** The same for Dexie's own transactions; null outside WebKit. */
export function restOfPage(): Middleware<DBCore> | null {
  const rest = pageAtRest();
  return rest && followedBy(rest);
}
