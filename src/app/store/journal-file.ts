import {
  type Act,
  decodeActs,
  encodeActs,
  type Found,
  type Journal,
  type OnWritten,
  type TabJournal,
} from './journal.ts';
import type { JournalAnswer, JournalRequest } from './journal-worker.ts';

const folderName = 'diario';
/** Two files per tab: one is in use while the other is rewritten. */
const endings = ['.a', '.b'] as const;
const tabOf = (file: string): string => file.slice(0, file.lastIndexOf('.'));

const mostForEmptying = 2_000;

type Bare<R> = R extends unknown ? Omit<R, 'id'> : never;

/** Whether there are files that a worker can flush, and locks to tell living tabs; both need https. */
export const hasFiles = (): boolean =>
  typeof navigator !== 'undefined' &&
  'locks' in navigator &&
  typeof Worker !== 'undefined' &&
  typeof navigator.storage?.getDirectory === 'function';

class Writer {
  private readonly worker = new Worker(new URL('./journal-worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, OnWritten>();
  private early: (() => void)[] | null = [];
  private failure: string | null = null;
  private count = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data: { id, failure } }: MessageEvent<JournalAnswer>) => {
      this.waiting.get(id)?.(failure);
      this.waiting.delete(id);
    });
    this.worker.addEventListener('error', ({ message }) => this.fail(message || 'The worker did not start'));
  }

  private send(request: Bare<JournalRequest>, onWritten: OnWritten): void {
    this.count += 1;
    this.waiting.set(this.count, onWritten);
    this.worker.postMessage({ ...request, id: this.count }, 'bytes' in request ? [request.bytes.buffer] : []);
  }

  /** Queued in order until the files may be opened. */
  ask(request: Bare<JournalRequest>, onWritten: OnWritten): void {
    const { failure } = this;
    if (failure !== null) setTimeout(() => onWritten(failure));
    else if (this.early) this.early.push(() => this.send(request, onWritten));
    else this.send(request, onWritten);
  }

  open(request: Bare<JournalRequest>): void {
    if (this.failure !== null) return;
    this.send(request, (failure) => {
      if (failure !== null) this.fail(failure);
    });
    for (const send of this.early ?? []) send();
    this.early = null;
  }

  /** Writes no more and tells all who wait. The first failure stays. */
  fail(failure: string): void {
    if (this.failure !== null) return;
    this.failure = failure;
    for (const send of this.early ?? []) send();
    this.early = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const onWritten of waiting) onWritten(failure);
  }

  readonly end = (): void => {
    this.worker.terminate();
    this.fail('The worker was ended');
  };
}

const isMissing = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === 'NotFoundError';

/** A file that another tab writes to may be torn: read again. */
const mostReadings = 20;

async function bytesOf(handle: FileSystemFileHandle): Promise<Uint8Array<ArrayBuffer>> {
  for (let reading = 1; ; reading += 1) {
    try {
      return new Uint8Array(await (await handle.getFile()).arrayBuffer());
    } catch (thrown) {
      if (isMissing(thrown)) return new Uint8Array();
      const isChanged = thrown instanceof DOMException && thrown.name === 'NotReadableError';
      if (!isChanged || reading === mostReadings) throw thrown;
    }
  }
}

const locksOf = (userId: string): string => `${folderName}:${userId}:`;

/** Tabs that have a journal of this person's open, of older apps too. */
export async function livingTabs(userId: string): Promise<readonly string[]> {
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(locksOf(userId)));
  return names.map((name) => name.slice(locksOf(userId).length));
}

class JournalFolder {
  readonly path: readonly string[];
  private readonly userId: string;

  constructor(userId: string) {
    this.path = [folderName, encodeURIComponent(userId)];
    this.userId = userId;
  }

  readonly lockOf = (tab: string): string => `${locksOf(this.userId)}${tab}`;

  private async open(): Promise<FileSystemDirectoryHandle> {
    let directory = await navigator.storage.getDirectory();
    for (const part of this.path) directory = await directory.getDirectoryHandle(part, { create: true });
    return directory;
  }

  private async living(): Promise<ReadonlySet<string>> {
    return new Set(await livingTabs(this.userId));
  }

  async isLocked(tab: string): Promise<boolean> {
    return (await this.living()).has(tab);
  }

  async hasFilesOf(tab: string): Promise<boolean> {
    for await (const name of (await this.open()).keys()) if (tabOf(name) === tab) return true;
    return false;
  }

  async read(which: 'ended' | 'all', ownTab: string): Promise<Found> {
    const acts = new Map<string, Act[]>();
    const handles: FileSystemFileHandle[] = [];
    for await (const entry of (await this.open()).values()) {
      if (!(entry instanceof FileSystemFileHandle)) continue;
      handles.push(entry);
      acts.set(tabOf(entry.name), []);
    }
    // Queried after the files: a tab with a file holds its lock already.
    const alive = which === 'all' ? new Set<string>() : new Set([ownTab, ...(await this.living())]);
    for (const handle of handles) {
      if (alive.has(tabOf(handle.name))) continue;
      acts.get(tabOf(handle.name))?.push(...decodeActs(await bytesOf(handle)));
    }
    const journals = [...acts].map(([tab, list]): TabJournal => ({ tab, acts: list }));
    return { journals: journals.filter(({ tab }) => !alive.has(tab)), tabs: [...acts.keys()] };
  }

  async drop(tabs: readonly string[], empty: (files: readonly string[]) => Promise<void>): Promise<void> {
    const alive = await this.living();
    const directory = await this.open();
    const files = tabs.filter((tab) => !alive.has(tab)).flatMap((tab) => endings.map((ending) => `${tab}${ending}`));
    await empty(files);
    const held: unknown[] = [];
    for (const file of files) {
      await directory.removeEntry(file).catch((thrown: unknown) => {
        // The worker of a just-ended page may hold one: remove the others.
        if (!isMissing(thrown)) held.push(thrown);
      });
    }
    if (held.length > 0) throw held[0];
  }
}

/** Calls back when a page from the back/forward cache is shown again. */
type ShownAgain = (listener: () => void) => void;

const pageShownAgain: ShownAgain = (listener) =>
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });

class FileJournal implements Journal {
  readonly tab: string;
  private readonly folder: JournalFolder;
  private readonly queue: string;
  private readonly channel: BroadcastChannel;
  private readonly asked: (() => void)[] = [];
  private release: () => void = () => undefined;
  private readonly life = new Promise<void>((resolve) => {
    this.release = resolve;
  });
  /** Lock first: a file without a locked tab counts as a dead tab's. */
  private locked: Promise<void>;
  private writer: Writer;
  private isClosed = false;

  constructor(userId: string, tab: string) {
    this.tab = tab;
    this.folder = new JournalFolder(userId);
    this.queue = `${folderName}:${userId}`;
    this.channel = new BroadcastChannel(this.queue);
    this.locked = this.lock();
    this.writer = this.open();
  }

  private lock(): Promise<void> {
    return new Promise((resolve, reject) => {
      const hold = (): Promise<void> => {
        resolve();
        return this.life;
      };
      navigator.locks.request(this.folder.lockOf(this.tab), hold).catch(reject);
    });
  }

  private open(): Writer {
    const opened = new Writer();
    const files = endings.map((ending) => `${this.tab}${ending}`);
    this.locked.then(
      () => opened.open({ is: 'open', folder: this.folder.path, files }),
      (thrown: unknown) => opened.fail(String(thrown)),
    );
    return opened;
  }

  /**
   * WebKit drops a resting page's locks, and another page then drops its journal as a dead tab's (decision 0036): takes the lock again and
   * rewrites what is kept.
   */
  readonly wake = async (): Promise<void> => {
    if (this.isClosed || (await this.folder.isLocked(this.tab))) return;
    this.locked = this.lock();
    await this.locked;
    if (!(await this.folder.hasFilesOf(this.tab))) this.renew();
    for (const listener of this.asked) listener();
  };

  readonly append: Journal['append'] = (acts, onWritten) =>
    this.writer.ask({ is: 'append', bytes: encodeActs(acts) }, onWritten);

  readonly begin: Journal['begin'] = (act, onWritten) =>
    this.writer.ask({ is: 'begin', bytes: encodeActs([act]) }, onWritten);

  readonly renew = (): void => {
    // Its lock is released: another page may drop such files.
    if (this.isClosed) return;
    this.writer.end();
    this.writer = this.open();
  };

  readonly read: Journal['read'] = (which) => this.folder.read(which, this.tab);

  readonly drop: Journal['drop'] = (tabs) => this.folder.drop(tabs, this.empty);

  /** Their removal waits for no silent worker. */
  private readonly empty = (files: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, mostForEmptying);
      this.writer.ask({ is: 'empty', files }, () => resolve());
    });

  readonly alone: Journal['alone'] = (task) => navigator.locks.request(this.queue, task);

  readonly askOthers = (): void => this.channel.postMessage('begin');

  readonly onAsked: Journal['onAsked'] = (listener) => {
    this.asked.push(listener);
    this.channel.addEventListener('message', listener);
  };

  readonly close = (): void => {
    this.isClosed = true;
    this.channel.close();
    this.writer.end();
    this.release();
  };
}

/** The journal in the origin's private file system: a folder per person, two files per tab. */
export function openFileJournal(userId: string, tab: string, shownAgain: ShownAgain = pageShownAgain): Journal {
  const journal = new FileJournal(userId, tab);
  // An unreadable folder is found out by the next write.
  shownAgain(() => void journal.wake().catch(() => undefined));
  return journal;
}
