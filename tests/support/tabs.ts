import { LockedTab, type SoleTab } from '../../src/app/store/sole-tab.ts';

type Mode = LockMode;
interface Request {
  readonly mode: Mode;
  readonly grant: () => void;
  readonly lose: (thrown: DOMException) => void;
}

const stolen = (): DOMException => new DOMException('Stolen', 'AbortError');

/** The browser's locks of one name, as its specification has them. */
class FakeLocks {
  private held: Request[] = [];
  private queue: Request[] = [];
  isBroken = false;

  readonly request = async (name: string, options: LockOptions, task: (lock: Lock | null) => unknown) => {
    if (this.isBroken) throw new DOMException('No locks here', 'SecurityError');
    const { mode = 'exclusive', ifAvailable = false, steal = false, signal } = options;
    await Promise.resolve();
    if (steal) for (const one of this.held.splice(0)) one.lose(stolen());
    if (ifAvailable && !(this.isFree(mode) && this.queue.length === 0)) return await task(null);
    let lose: (thrown: DOMException) => void = () => undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      lose = reject;
    });
    lost.catch(() => undefined);
    const granted = new Promise<Request>((resolve) => {
      const own: Request = { mode, grant: () => resolve(own), lose };
      if (steal) this.queue.unshift(own);
      else this.queue.push(own);
      signal?.addEventListener('abort', () => {
        if (!this.queue.includes(own)) return;
        this.queue = this.queue.filter((other) => other !== own);
        lose(new DOMException('Given up', 'AbortError'));
        this.next();
      });
    });
    this.next();
    const own = await Promise.race([granted, lost]);
    try {
      return await Promise.race([task({ name, mode }), lost]);
    } finally {
      this.held = this.held.filter((other) => other !== own);
      this.next();
    }
  };

  readonly query = (): Promise<LockManagerSnapshot> =>
    Promise.resolve({ held: this.held.map(({ mode }) => ({ name: 'solo', mode, clientId: '' })), pending: [] });

  private isFree(mode: Mode): boolean {
    return this.held.length === 0 || (mode === 'shared' && this.held.every((one) => one.mode === 'shared'));
  }

  private next(): void {
    for (let [first] = this.queue; first && this.isFree(first.mode); [first] = this.queue) {
      this.queue.shift();
      this.held.push(first);
      first.grant();
    }
  }
}

/** A tab of this browser. */
export interface FakeTab {
  readonly sole: SoleTab;
  readonly show: (isVisible: boolean) => void;
  /** It does nothing any more, and answers nobody, until it is shown again. */
  readonly hang: () => void;
  /** Its process is gone, and its locks with it. */
  readonly die: () => void;
}

/** A browser whose tabs open one person's database. */
export function openBrowser(older: { isOpen: boolean } = { isOpen: false }) {
  const locks = new FakeLocks();
  const listeners = new Map<object, () => void>();
  const openTab = (): FakeTab => {
    const page = { isVisible: true, isHung: false };
    const shown = new Set<() => void>();
    const own = {};
    const releases: (() => void)[] = [];
    const sole = new LockedTab('solo', {
      locks: {
        query: locks.query,
        request: (async (name: string, options: LockOptions, task: (lock: Lock | null) => unknown) =>
          await locks.request(name, options, (lock) =>
            Promise.race([task(lock), new Promise<void>((resolve) => void releases.push(resolve))]),
          )) as unknown as LockManager['request'],
      },
      channel: {
        postMessage: () => {
          for (const [tab, told] of listeners) if (tab !== own) setTimeout(told, 0);
        },
        addEventListener: (_type: string, told: EventListenerOrEventListenerObject) => {
          listeners.set(own, () => {
            if (!page.isHung) (told as () => void)();
          });
        },
        close: () => void listeners.delete(own),
      },
      isVisible: () => page.isVisible,
      onShown: (listener) => {
        shown.add(listener);
        return () => void shown.delete(listener);
      },
      hasOlderTab: () => Promise.resolve(older.isOpen),
      after: (ms, run) => {
        const timer = setTimeout(() => {
          if (!page.isHung) run();
        }, ms);
        return () => clearTimeout(timer);
      },
    });
    return {
      sole,
      show: (isVisible) => {
        page.isHung = false;
        page.isVisible = isVisible;
        for (const listener of shown) listener();
      },
      hang: () => {
        page.isHung = true;
      },
      die: () => {
        listeners.delete(own);
        page.isHung = true;
        for (const release of releases) release();
      },
    };
  };
  return { openTab, locks };
}
