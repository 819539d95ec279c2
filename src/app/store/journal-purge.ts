import type { Act, Marks, TabJournal } from './journal.ts';
import type { JournalKeeper } from './journal-keeper.ts';
import { StorageFailure } from './store.ts';

/** Time for living tabs to rewrite, and for workers to release dead tabs' files. */
const [mostLooks, lookAgainMs] = [100, 100];

export interface PurgePorts {
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
