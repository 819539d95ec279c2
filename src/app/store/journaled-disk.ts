import { type Ahead, type Disk, keyValues, type Mode, type TableName, type Tables } from './disk.ts';
import { apply, fold, foldedTables, type Folding, journalLines } from './fold.ts';
import type { Act, Journal, Marks } from './journal.ts';
import { type JournaledPorts, JournalKeeper, purgeJournals, type Sending } from './journal-keeper.ts';
import { isJournaled, type JournalState, putState, readState, Written } from './journal-rows.ts';
import { ClosedFailure, HeldFailure, StorageFailure } from './store.ts';

/** Not the database this tab met: the browser deleted that under the living page. */
class OtherLife extends StorageFailure {}

const neverReady = (): ClosedFailure => new ClosedFailure('It was closed before it was ready');

/** Beyond this the browser deletes as fast as it opens. */
const mostMeetings = 3;

interface Made<T> {
  readonly act: Act;
  readonly result: T;
  readonly addsAct: boolean;
  readonly sending: Sending;
}

/** A disk whose unsent records are also in a journal, and return from it when the browser has deleted the database. */
export interface JournaledDisk extends Disk {
  /** The database may be gone: checks now, not at the next act. */
  readonly onLost: () => void;
}

/** A write is in both places when it resolves; a silent journal is reported, and stops no save. */
export function journaledDisk(disk: Disk, journal: Journal | null, ports: JournaledPorts): JournaledDisk {
  const opened = new Journaled(disk, journal, ports);
  return {
    transact: opened.transact,
    watch: disk.watch,
    forget: opened.forget,
    onLost: opened.onLost,
    close: opened.close,
  };
}

class Journaled {
  private readonly disk: Disk;
  private readonly journal: Journal | null;
  private readonly keeper: JournalKeeper;
  private readonly ports: JournaledPorts;
  private meeting: Promise<void> | null = null;
  private isMet = false;
  private life: string | null = null;
  private lastStamp = 0;
  /** Acts that the database rejected and that were still reported as saved. */
  private held: Act[] = [];
  private isBeginning = false;
  private isClosed = false;

  constructor(disk: Disk, journal: Journal | null, ports: JournaledPorts) {
    this.disk = disk;
    this.journal = journal;
    this.ports = ports;
    this.keeper = new JournalKeeper(journal, ports);
    journal?.onAsked(() => void this.beginInTheBackground());
  }

  readonly transact: Disk['transact'] = (mode, names, task, ahead) => {
    const act = mode === 'write' && names.some(isJournaled) ? this.write : this.disk.transact;
    // No await before the database: a live query tracks only what it asks synchronously.
    if (this.isMet && this.held.length === 0) return act(mode, names, task, ahead);
    if (this.isClosed && !this.isMet) return Promise.reject(neverReady());
    // Reads first what the meeting writes, so that the live query asks again.
    const asked = this.disk.transact('read', [keyValues], async (tables) => await readState(tables));
    return asked.then(this.ready).then(() => act(mode, names, task, ahead));
  };

  /** Running writes finish; no new ones start. */
  readonly close = (): void => {
    this.isClosed = true;
    this.disk.close();
    this.journal?.close();
  };

  readonly onLost = (): void => {
    if (this.isClosed) return;
    this.isMet = false;
    this.meeting = null;
    // The next caller gets the error.
    this.ready().catch(() => undefined);
  };

  /** False: records that a tab had journaled and the database never had came in, and there is more to forget. */
  readonly forget = async (): Promise<boolean> => {
    await this.ready();
    const end = await purgeJournals({
      keeper: this.keeper,
      tab: this.ports.tab,
      beginAnew: () => this.beginAnew([]),
      askOthers: () => this.journal?.askOthers(),
      marks: async () => {
        const state = await this.disk.transact('read', [keyValues], async (tables) => await readState(tables));
        return state?.marks ?? {};
      },
    });
    if (end === 'unknown') await this.meet('ended');
    return end === 'done';
  };

  private readonly ready = (): Promise<void> => {
    const meeting = (this.meeting ??= this.begunMeeting());
    return this.held.length > 0 ? meeting.then(this.putHeld) : meeting;
  };

  private begunMeeting(): Promise<void> {
    const meeting: Promise<void> = this.meet().then(
      () => {
        if (this.meeting === meeting) this.isMet = true;
      },
      (thrown: unknown) => {
        if (this.meeting === meeting) this.meeting = null;
        // A read-only database (a newer version has it) can still be read; writers get the error.
        if (!(thrown instanceof StorageFailure) || thrown instanceof ClosedFailure) throw thrown;
      },
    );
    return meeting;
  }

  /** The mark must not pass acts that the database lacks. */
  private marksAfter({ marks }: JournalState, stamp: number): Marks {
    return this.held.length > 0 ? marks : { ...marks, [this.ports.tab]: stamp };
  }

  private stampAfter(state: JournalState): number {
    this.lastStamp = Math.max(this.ports.now(), state.stamp + 1, this.lastStamp + 1);
    return this.lastStamp;
  }

  private readonly write: Disk['transact'] = async (mode, names, task, ahead) => {
    for (let meeting = 1; ; meeting += 1) {
      try {
        return await this.writeOnce(mode, names, task, ahead);
      } catch (thrown) {
        if (!(thrown instanceof OtherLife) || meeting === mostMeetings) throw thrown;
      }
      this.onLost();
      await this.ready();
    }
  };

  private async writeOnce<T>(
    mode: Mode,
    names: readonly TableName[],
    task: (tables: Tables) => Promise<T>,
    ahead: Ahead | undefined,
  ): Promise<T> {
    const under: { made: Made<T> | null } = { made: null };
    try {
      const run = async (tables: Tables): Promise<T> => {
        // Second try after a lost database: what the first journaled never was.
        this.takeBack(under.made);
        under.made = null;
        const state = await readState(tables);
        if (state === null || state.life !== this.life)
          throw new OtherLife('The database is another one at every look');
        const stamp = this.stampAfter(state);
        const written = new Written(stamp);
        const result = await task(written.through(tables));
        const lines = written.lines(this.keeper.says);
        if (lines.length === 0) return result;
        const act: Act = { stamp, lines };
        under.made = { act, result, addsAct: written.addsAct, sending: this.keeper.post(act) };
        await putState(tables, { ...state, stamp, marks: this.marksAfter(state, stamp) });
        return result;
      };
      const done = await this.disk.transact(mode, withKeyValues(names), run, ahead);
      // Only now: a transaction is lost by awaiting anything but its tables.
      if (under.made) await this.keeper.answer(under.made.sending);
      if (this.keeper.isLong) void this.beginInTheBackground();
      return done;
    } catch (thrown) {
      if (under.made === null) throw thrown;
      return await this.afterFailure(thrown, under.made);
    }
  }

  /** The database failed: a new record that the journal holds is saved; anything else fails and is taken back there. */
  private async afterFailure<T>(thrown: unknown, made: Made<T>): Promise<T> {
    const isHeld = await this.keeper.answer(made.sending);
    const { act, result, addsAct } = made;
    if (isHeld && addsAct && thrown instanceof StorageFailure && !(thrown instanceof OtherLife)) {
      this.keeper.unlearn(act);
      const keep = (): T => {
        this.keeper.learn(act);
        this.held.push(act);
        this.ports.onHeld(this.held.length);
        return result;
      };
      // Space may be freed; otherwise it is saved all the same.
      if (thrown.isFull) throw new HeldFailure(thrown.message, keep);
      return keep();
    }
    const sending = this.takeBack(made);
    if (sending) await this.keeper.answer(sending);
    throw thrown;
  }

  private takeBack(made: Made<unknown> | null): Sending | null {
    if (made === null) return null;
    this.lastStamp = Math.max(this.lastStamp, made.act.stamp) + 1;
    // What it said of other rows before is unknown now: rewrite all.
    this.keeper.rewrite();
    return this.keeper.post({ stamp: this.lastStamp, lines: [], taken: [made.act.stamp] });
  }

  private readonly putHeld = async (): Promise<void> => {
    const acts = [...this.held];
    const news = acts.flatMap(({ stamp, lines }) => lines.map((line) => ({ stamp, line, isNew: line.isNew === true })));
    try {
      await this.disk.transact('write', foldedTables, async (tables) => {
        const state = await readState(tables);
        // Another database: its meeting brings them.
        if (state?.life === this.life) await apply(tables, news);
      });
      this.held = this.held.filter((act) => !acts.includes(act));
      this.ports.onHeld(this.held.length);
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
    }
  };

  private meet(again?: 'ended'): Promise<void> {
    const alone = this.journal?.alone ?? ((task: () => Promise<void>) => task());
    return alone(async () => {
      if (this.isClosed) throw neverReady();
      const known = await this.disk.transact('read', [keyValues], async (tables) => await readState(tables));
      const isOther = known === null || (this.life !== null && again === undefined);
      const which = isOther ? 'all' : 'ended';
      const { tab, newLife } = this.ports;
      const found = await this.keeper.read(which, tab);
      const older = known === null ? await this.olderLines() : [];
      const folding: Folding = { found, older, newLife: newLife(), ownTab: tab };
      const { state, restored } = await this.disk.transact('write', foldedTables, (tables) => fold(tables, folding));
      this.life = state.life;
      this.held = [];
      if (restored !== null) this.ports.onRestored(restored);
      // This tab's journal has what waits before the others go. No screen waits for it.
      if (found) void this.beginAnew(found.journals.map((one) => one.tab)).catch(() => undefined);
    });
  }

  private async olderLines(): Promise<Folding['older']> {
    try {
      return (await this.ports.older?.read()) ?? [];
    } catch {
      this.ports.onTrouble('broken');
      return [];
    }
  }

  private async beginInTheBackground(): Promise<void> {
    if (this.isBeginning) return;
    this.isBeginning = true;
    try {
      await this.beginAnew([]);
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
    } finally {
      this.isBeginning = false;
    }
  }

  /**
   * Rewrites this tab's journal with all that is kept, so that those of dead tabs and older apps may go. Gives its stamp; null where the
   * database lacks something or is another.
   */
  private async beginAnew(ended: readonly string[]): Promise<number | null> {
    const { tab, older } = this.ports;
    if (this.held.length > 0 || this.isClosed) return null;
    const begun: { sending: Sending | null; stamp: number | null } = { sending: null, stamp: null };
    await this.disk.transact('write', foldedTables, async (tables) => {
      const state = await readState(tables);
      if (state === null || state.life !== this.life) return;
      const stamp = this.stampAfter(state);
      const marks = { ...state.marks, [tab]: stamp };
      const lines = await journalLines(tables);
      await putState(tables, { ...state, stamp, marks });
      begun.sending = this.keeper.postWhole({ stamp, lines, whole: marks });
      begun.stamp = stamp;
    });
    if (begun.sending === null || !(await this.keeper.answerWhole(begun.sending))) return begun.stamp;
    await this.keeper.drop(ended.filter((name) => name !== tab));
    await older?.drop();
    return begun.stamp;
  }
}

const withKeyValues = (names: readonly TableName[]): readonly TableName[] => [
  ...new Set<TableName>([...names, keyValues]),
];
