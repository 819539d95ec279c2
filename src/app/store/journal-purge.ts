import type { Act, Marks, TabJournal } from './journal.ts';
import type { JournalKeeper } from './journal-keeper.ts';
import { StorageFailure } from './store.ts';

/** How long tabs that live have to begin anew, and files of those that ended to be let go by their workers. */
const [mostLooks, lookAgainMs] = [100, 100];

export interface PurgePorts {
  readonly keeper: JournalKeeper;
  readonly tab: string;
  /** Writes all that is still kept into this tab's journal and gives that act's stamp; null where the database is not to be relied on. */
  readonly beginAnew: () => Promise<number | null>;
  readonly askOthers: () => void;
  /** Up to where the database has what each tab wrote down. */
  readonly marks: () => Promise<Marks>;
}

const says = ({ lines }: Act): boolean => lines.length > 0;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookAgainMs));

/** Whether the database has, or had, all that it says. What a journal began anew with was read out of the database itself. */
const isKnown = ({ tab, acts }: TabJournal, marks: Marks): boolean =>
  acts.every((act) => !says(act) || act.whole !== undefined || act.stamp <= (marks[tab] ?? 0));

/**
 * Removes from all journals what was removed from the database: this tab's begins anew, ended tabs' go, living ones are asked to. 'unknown'
 * where an ended tab wrote what the database never had. Throws a StorageFailure where some is left, to be tried again.
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
  // Where the browser lets nobody read its files, this device has none that it could write either.
  if (isRead || stamp === null) throw new StorageFailure('A journal still holds what was removed');
  return 'done';
}

/** A tab that lives may be in the middle of a transaction. */
async function someEnded(keeper: JournalKeeper, tab: string, journals: readonly TabJournal[]): Promise<boolean> {
  const ended = await keeper.read('ended', tab);
  return ended?.journals.some((one) => journals.some((other) => other.tab === one.tab)) ?? false;
}
