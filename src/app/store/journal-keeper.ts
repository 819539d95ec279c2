import type { Row } from './disk.ts';
import type { Act, Found, Journal, Line } from './journal.ts';
import { asJournalRow } from './journal-rows.ts';
import { nameOf } from './written.ts';

/** Why saves stand in the database alone: the browser has no such files, the journal is late, has no room, or failed. */
export type JournalTrouble = 'absent' | 'silent' | 'full' | 'broken';

export interface KeeperPorts {
  readonly onTrouble: (trouble: JournalTrouble | null) => void;
  /** A save does not wait longer than this for its journal: it is on the disk already. */
  readonly patienceMs: number;
}

/** An act on its way to the journal. No promise, for a transaction follows only its tables'. */
export interface Sending {
  state: 'under way' | 'held' | 'failed';
  onWritten: (() => void) | null;
}

/** A journal begins anew when it has grown by this, and by twice what it began with. */
const bytesBetween = 256 * 1024;
/** One that has missed too much to make up for begins anew after so much more. */
const bytesBetweenTries = 16 * 1024;
const patienceForWholes = 60;
/** More acts than these are not written again one by one. */
const mostMissed = 100;

const troubleOf = (failure: string): JournalTrouble => (/quota/i.test(failure) ? 'full' : 'broken');

/** About as much as the line takes on the disk. */
const sizeOf = ({ row }: Line): number =>
  row && 'bytes' in row ? (row.bytes as Uint8Array).length : JSON.stringify(row).length + 100;

interface Word {
  readonly stamp: number;
  readonly row: Row;
  readonly says: string;
}

/** This tab's journal, written in the order of the transactions, and what it says by now. */
export class JournalKeeper {
  private readonly journal: Journal | null;
  private readonly ports: KeeperPorts;
  /** What this tab has written and still stands, also where its files were deleted under it. */
  private readonly words = new Map<string, Word>();
  /** What found no room or no answer yet: it goes in front of what comes next. */
  private missed: readonly Act[] = [];
  /** It missed more than is made up for act by act. */
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

  /** Whether it should begin anew, so that what was sent long ago is not read at every start. */
  get isLong(): boolean {
    return this.grown > (this.isTorn ? bytesBetweenTries : bytesBetween + 2 * this.begun);
  }

  /** Has it begin anew after the next act: what it says may be more or less than the database has. */
  rewrite(): void {
    this.grown = Number.MAX_SAFE_INTEGER;
  }

  /** Puts an act on its way, at once and waiting for nothing. */
  post(act: Act): Sending {
    this.learn(act);
    const sending: Sending = { state: 'under way', onWritten: null };
    if (this.journal === null) return { ...sending, state: 'failed' };
    this.grown += act.lines.reduce((sum, line) => sum + sizeOf(line), 0);
    const acts = [...this.missed, act];
    this.missed = [];
    this.journal.append(acts, (failure) => {
      if (failure !== null) this.miss(acts);
      // It answers again: what it missed is in nothing but the database.
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
    // Not even one act: whatever it takes next is a good sign.
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

  /** Whether the journal holds it; given up on after a while. To be asked when the transaction is over. */
  answer(sending: Sending): Promise<boolean> {
    // Once silent, it holds up no further save; its late answer is heard all the same.
    if (this.trouble === 'silent') return Promise.resolve(sending.state === 'held');
    return this.within(this.ports.patienceMs, sending);
  }

  /** The same for all that is kept, which may take seconds and holds up no save. */
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

  /** What the journals hold, this tab's own out of memory where its files went. Null where they cannot be read. */
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

  /** The act stands in the journal, and is to be written again. */
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
