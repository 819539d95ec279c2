import {
  type Act,
  decodeActs,
  encodeActs,
  type Journal,
  type Line,
  type OnWritten,
} from '../../src/app/store/journal.ts';

/** Journals by tab: they outlive the tabs, and the disks beside them. */
export type JournalFolder = Map<string, readonly Act[]>;

/** A journal in memory. */
export class MemoryJournal implements Journal {
  /** Written so often. */
  writings = 0;
  /** Says that it has written, and has not. */
  isDeaf = false;
  /** Takes every removal that it reads for one that stands by itself. */
  doesBelieve = false;
  /** How long it takes to begin anew. */
  wholeMs = 0;
  /** What it answers instead of writing; 'silence': nothing. */
  failure: Error | 'silence' | null = null;
  readonly tab: string;
  private readonly folder: JournalFolder;
  private readonly isLiving: (tab: string) => boolean;
  private last: Promise<void> = Promise.resolve();

  constructor(tab: string, folder: JournalFolder = new Map(), isLiving: (tab: string) => boolean = () => true) {
    this.tab = tab;
    this.folder = folder;
    this.isLiving = isLiving;
  }

  private write(acts: readonly Act[], isAnew: boolean, onWritten: OnWritten): void {
    const { failure } = this;
    if (failure === 'silence') return;
    if (failure === null && !this.isDeaf) {
      this.writings += 1;
      const before = isAnew ? [] : (this.folder.get(this.tab) ?? []);
      // As they would be read from its file.
      this.folder.set(this.tab, [...before, ...decodeActs(encodeActs(acts))]);
    }
    onWritten(failure && failure.message);
  }

  readonly append: Journal['append'] = (acts, onWritten) => this.write(acts, false, onWritten);

  readonly begin: Journal['begin'] = (act, onWritten) => {
    const write = (): void => this.write([act], true, onWritten);
    if (this.wholeMs > 0) setTimeout(write, this.wholeMs);
    else write();
  };

  private asRead(act: Act): Act {
    const { lines, ...rest } = structuredClone(act);
    const believed = (line: Line): Line => (line.row === null ? { ...line, isReplaced: true } : line);
    return { ...rest, lines: this.doesBelieve ? lines.map(believed) : lines };
  }

  readonly renew = (): void => undefined;

  readonly read: Journal['read'] = async (which) => {
    if (this.failure instanceof Error) throw this.failure;
    const journals = [...this.folder].map(([tab, acts]) => ({ tab, acts: acts.map((act) => this.asRead(act)) }));
    const wanted = journals.filter(({ tab }) => which === 'all' || (tab !== this.tab && !this.isLiving(tab)));
    return { journals: wanted, tabs: [...this.folder.keys()] };
  };

  readonly drop: Journal['drop'] = async (tabs) => {
    for (const tab of tabs) this.folder.delete(tab);
  };

  readonly alone: Journal['alone'] = (task) => {
    const mine = this.last.then(task);
    this.last = mine.catch(() => undefined);
    return mine;
  };

  readonly askOthers = (): void => undefined;

  readonly onAsked: Journal['onAsked'] = () => undefined;

  readonly close = (): void => undefined;
}
