import type { DBCore, DBCoreTransaction, Middleware } from 'dexie';

interface RestingPage {
  readonly addEventListener: (
    type: 'pagehide' | 'pageshow',
    listener: (event: { readonly persisted: boolean }) => void,
  ) => void;
}

type Followed = Pick<IDBTransaction, 'abort' | 'addEventListener'>;

/**
 * WebKit keeps a page that one leaves, with its transactions: they never end, and the next page waits for its database for ever. So they
 * are given up when the page rests (nothing in them was told as saved); shown again, it hears that they failed. (Loading it anew froze it,
 * two times in three.)
 */
export class PageRest {
  private readonly underWay = new Set<Followed>();
  private isResting = false;

  constructor(page: RestingPage) {
    page.addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) return;
      this.isResting = true;
      for (const transaction of this.underWay) giveUp(transaction);
    });
    page.addEventListener('pageshow', () => {
      this.isResting = false;
    });
  }

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
    // It has just ended by itself.
    if (!(thrown instanceof DOMException)) throw thrown;
  }
}

/** Has every transaction of a database followed. */
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

/** What follows the transactions of this page; null where the browser does not keep pages so. */
export function pageAtRest(): PageRest | null {
  if (!isWebKit()) return null;
  own ??= new PageRest({ addEventListener: (type, listener) => window.addEventListener(type, listener) });
  return own;
}

/** What a database whose transactions are the library's is to be used with; null where the browser does not keep pages so. */
export function restOfPage(): Middleware<DBCore> | null {
  const rest = pageAtRest();
  return rest && followedBy(rest);
}
