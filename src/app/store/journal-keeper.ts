import type { Row } from './disk.ts';
import type { Act, Found, Journal, Line, Marks, TabJournal } from './journal.ts';
import { asJournalRow, nameOf } from './journal-rows.ts';
import type { OlderCopy } from './older-copy.ts';
import { StorageFailure } from './store.ts';

/** Why saves are in the database alone: no such files in this browser, or the journal is late, full, or failed. */
export type JournalTrouble = 'absent' | 'silent' | 'full' | 'broken';

interface KeeperPorts {
  readonly onTrouble: (trouble: JournalTrouble | null) => void;
  /** The longest a save waits for its journal: it is on disk already. */
  readonly patienceMs: number;
}

/** A journal write under way. No promise: a transaction survives only its tables' promises. */
export interface Sending {
  state: 'under way' | 'held' | 'failed';
  onWritten: (() => void) | null;
}

/** Rewritten when it grew by this plus twice its initial size. */
const bytesBetween = 256 * 1024;
/** A torn one is rewritten after this much more. */
const bytesBetweenTries = 16 * 1024;
const patienceForWholes = 60;
/** More missed acts are not retried one by one. */
const mostMissed = 100;

const troubleOf = (failure: string): JournalTrouble => (/quota/i.test(failure) ? 'full' : 'broken');

/** Approximate size on disk. */
const sizeOf = ({ row }: Line): number =>
  row && 'bytes' in row ? (row.bytes as Uint8Array).length : JSON.stringify(row).length + 100;

interface Word {
  readonly stamp: number;
  readonly row: Row;
  readonly says: string;
}

/** This tab's journal, written in transaction order, and its present content. */
export class JournalKeeper {
  private readonly journal: Journal | null;
  private readonly ports: KeeperPorts;
  /** What this tab wrote and still holds, even if its files were deleted. */
  private readonly words = new Map<string, Word>();
  /** Failed acts: retried in front of the next. */
  private missed: readonly Act[] = [];
  /** Missed more than can be retried. */
  private isTorn = false;
  private hasFailedAnew = false;
  private trouble: JournalTrouble | null = null;
  private grown = 0;
  private begun = 0;
  private hasBegun = false;

  constructor(journal: Journal | null, ports: KeeperPorts) {
    this.journal = journal;
    this.ports = ports;
    if (journal === null) this.tell('absent');
  }

  readonly says = (name: string): string | undefined => this.words.get(name)?.says;

  /** Whether to rewrite it, so that every start does not read what was sent long ago. */
  get isLong(): boolean {
    return this.grown > (this.isTorn ? bytesBetweenTries : bytesBetween + 2 * this.begun);
  }

  /** Rewrites after the next act: it may differ from the database. */
  rewrite(): void {
    this.grown = Number.MAX_SAFE_INTEGER;
  }

  post(act: Act): Sending {
    this.learn(act);
    const sending: Sending = { state: 'under way', onWritten: null };
    if (this.journal === null) return { ...sending, state: 'failed' };
    this.grown += act.lines.reduce((sum, line) => sum + sizeOf(line), 0);
    const acts = [...this.missed, act];
    this.missed = [];
    this.journal.append(acts, (failure) => {
      if (failure !== null) this.miss(acts);
      // It works again: what it missed is only in the database.
      else if (this.isTorn && !this.hasFailedAnew) this.rewrite();
      this.settle(sending, failure);
    });
    return sending;
  }

  postWhole(act: Act): Sending {
    this.words.clear();
    this.learn(act);
    this.hasBegun = true;
    this.begun = act.lines.reduce((sum, line) => sum + sizeOf(line), 0);
    this.grown = 0;
    const sending: Sending = { state: 'under way', onWritten: null };
    if (this.journal === null) return { ...sending, state: 'failed' };
    const missed = this.missed;
    this.missed = [];
    this.journal.begin(act, (failure) => {
      if (failure === null) this.isTorn = false;
      else this.miss(missed);
      this.hasFailedAnew = failure !== null;
      this.settle(sending, failure);
    });
    return sending;
  }

  private miss(acts: readonly Act[]): void {
    // Not even one act: then any later success is a good sign.
    this.hasFailedAnew = false;
    this.missed = [...acts, ...this.missed];
    if (this.missed.length <= mostMissed) return;
    this.missed = [];
    this.isTorn = true;
  }

  private settle(sending: Sending, failure: string | null): void {
    if (failure !== null) this.tell(troubleOf(failure));
    else if (!this.isTorn) this.tell(null);
    sending.state = failure === null ? 'held' : 'failed';
    sending.onWritten?.();
  }

  /** Whether the journal holds it; gives up after a while. Ask after the transaction. */
  answer(sending: Sending): Promise<boolean> {
    // Once silent, it delays no further save; a late answer still counts.
    if (this.trouble === 'silent') return Promise.resolve(sending.state === 'held');
    return this.within(this.ports.patienceMs, sending);
  }

  /** The same for a rewrite, which may take seconds and delays no save. */
  answerWhole(sending: Sending): Promise<boolean> {
    return this.within(patienceForWholes * this.ports.patienceMs, sending);
  }

  private within(patienceMs: number, sending: Sending): Promise<boolean> {
    if (sending.state !== 'under way') return Promise.resolve(sending.state === 'held');
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.tell('silent');
        resolve(false);
      }, patienceMs);
      sending.onWritten = () => {
        clearTimeout(timer);
        resolve(sending.state === 'held');
      };
    });
  }

  /** The journals' content; this tab's from memory if its files are gone. Null if unreadable. */
  async read(which: 'ended' | 'all', ownTab: string): Promise<Found | null> {
    const { journal } = this;
    try {
      const found = journal === null ? { journals: [], tabs: [] } : await journal.read(which);
      if (which === 'ended' || !this.hasBegun) return found;
      if (!found.tabs.includes(ownTab)) journal?.renew();
      const own = found.journals.find(({ tab }) => tab === ownTab)?.acts ?? [];
      const others = found.journals.filter(({ tab }) => tab !== ownTab);
      return {
        journals: [...others, { tab: ownTab, acts: [...own, ...this.remembered()] }],
        tabs: [...others.map(({ tab }) => tab), ownTab],
      };
    } catch (thrown) {
      this.tell(troubleOf(String(thrown)));
      return null;
    }
  }

  async drop(tabs: readonly string[]): Promise<void> {
    try {
      await this.journal?.drop(tabs);
    } catch (thrown) {
      this.tell(troubleOf(String(thrown)));
    }
  }

  /** The act is in the journal, but must be written again. */
  unlearn({ lines, stamp }: Act): void {
    for (const name of lines.map(nameOf)) if (this.words.get(name)?.stamp === stamp) this.words.delete(name);
  }

  learn(act: Act): void {
    for (const [name, { stamp }] of act.taken ? this.words : [])
      if (act.taken?.includes(stamp)) this.words.delete(name);
    for (const line of act.lines) {
      const name = nameOf(line);
      const journalRow = line.row && asJournalRow(line.table, line.row);
      if (journalRow) this.words.set(name, { stamp: act.stamp, row: journalRow.row, says: journalRow.says });
      else this.words.delete(name);
    }
  }

  private remembered(): readonly Act[] {
    return [...this.words].map(([name, { stamp, row }]) => {
      const [table = ''] = name.split('/', 1);
      return { stamp, lines: [{ table: table as Line['table'], name: name.slice(table.length + 1), row }] };
    });
  }

  private tell(trouble: JournalTrouble | null): void {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.ports.onTrouble(trouble);
  }
}

export interface JournaledPorts extends KeeperPorts {
  readonly tab: string;
  readonly now: () => number;
  readonly newLife: () => string;
  /** The browser had deleted the database; so many ops came back from the journals. */
  readonly onRestored: (acts: number) => void;
  /** So many acts are in the journal alone, for the database rejected them. */
  readonly onHeld: (acts: number) => void;
  readonly older: OlderCopy | null;
}

/** Time for living tabs to rewrite, and for workers to release dead tabs' files. */
const [mostLooks, lookAgainMs] = [100, 100];

interface PurgePorts {
  readonly keeper: JournalKeeper;
  readonly tab: string;
  /** Rewrites this tab's journal and gives the act's stamp; null if the database cannot be relied on. */
  readonly beginAnew: () => Promise<number | null>;
  readonly askOthers: () => void;
  /** The stamp up to which the database has each tab's acts. */
  readonly marks: () => Promise<Marks>;
}

const says = ({ lines }: Act): boolean => lines.length > 0;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookAgainMs));

/** Whether the database has, or had, all of it. A rewrite was read from the database itself. */
const isKnown = ({ tab, acts }: TabJournal, marks: Marks): boolean =>
  acts.every((act) => !says(act) || act.whole !== undefined || act.stamp <= (marks[tab] ?? 0));

/**
 * Removes from all journals what was removed from the database: rewrites this tab's, drops dead tabs', asks living ones. 'unknown': a dead
 * tab wrote what the database never had. Throws `StorageFailure` where some is left, to be retried.
 */
export async function purgeJournals({
  keeper,
  tab,
  beginAnew,
  askOthers,
  marks,
}: PurgePorts): Promise<'done' | 'unknown'> {
  let stamp: number | null = null;
  let isRead = false;
  for (let look = 0; look < mostLooks; look += 1) {
    if (look > 0) await pause();
    if (stamp === null) {
      stamp = await beginAnew();
      if (stamp === null) continue;
      askOthers();
    }
    const found = await keeper.read('all', tab);
    if (found === null) continue;
    isRead = true;
    const begun = stamp;
    const left = found.journals.filter(({ acts }) => acts.some((act) => says(act) && act.stamp < begun));
    if (left.length === 0) return 'done';
    if (left.some((one) => one.tab === tab)) stamp = null;
    const known = await marks();
    const others = left.filter((one) => one.tab !== tab);
    const unknown = others.filter((one) => !isKnown(one, known));
    if (unknown.length > 0 && (await someEnded(keeper, tab, unknown))) return 'unknown';
    await keeper.drop(others.filter((one) => !unknown.includes(one)).map((one) => one.tab));
  }
  // A browser that lets no one read its files could not write any either.
  if (isRead || stamp === null) throw new StorageFailure('A journal still holds what was removed');
  return 'done';
}

/** A living tab may be amid a transaction. */
async function someEnded(keeper: JournalKeeper, tab: string, journals: readonly TabJournal[]): Promise<boolean> {
  const ended = await keeper.read('ended', tab);
  return ended?.journals.some((one) => journals.some((other) => other.tab === one.tab)) ?? false;
}
