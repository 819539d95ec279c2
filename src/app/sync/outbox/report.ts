import type { KnownCommit } from '#contract/endpoints/sync.ts';
import type { Said } from '#net/reply.ts';
import { freshCommits } from '#store/confirm.ts';
import { type Op, type OpState, rejected } from '#store/op.ts';
import type { OutboxNow, SyncState } from '#store/store.ts';

/** More does not fit in a header; the next call tells the rest. */
const mostNamed = 30;

/** States of a record that, as far as is known, is only on this phone. */
const isUnsent: ReadonlySet<OpState> = new Set<OpState>(['pending', 'inflight', 'parked', 'blocked', 'auth', rejected]);

const wordOf = ({ seq, mark }: KnownCommit): string => `${seq}.${mark}`;
const wordsOf = (commits: readonly KnownCommit[]): readonly string[] =>
  [...new Set(commits.map(wordOf))].slice(0, mostNamed);

const said = (epoch: string, commits: readonly KnownCommit[]): Said => {
  const known = wordsOf(commits).join(',');
  return { epoch, ...(known !== '' && { known }) };
};

/**
 * What every sync call reports: this phone's history, so that an older copy of the server is noticed (offline.md §2.5), and how much waits
 * besides what the call brings (trust.md row 86). Nothing before the first load.
 */
export function reportOf(now: OutboxNow, brought: readonly Op[] = []): Said | undefined {
  const { epoch } = now.sync;
  if (epoch === null) return undefined;
  const unsent = now.ops.filter(({ state }) => isUnsent.has(state)).length;
  return { ...said(epoch, freshCommits(now)), waiting: unsent - brought.length };
}

/** Acked ops that such a call covers, or that need no report. */
export function reportedOf(now: OutboxNow): ReadonlySet<string> {
  const words = new Set(wordsOf(freshCommits(now)));
  const isNamed = ({ ack }: Op): boolean =>
    !ack?.mark || ack.seq === null || words.has(wordOf({ seq: ack.seq, mark: ack.mark }));
  return new Set(now.ops.filter((op) => op.state === 'acked' && isNamed(op)).map((op) => op.opId));
}

interface Loading {
  readonly ops: OutboxNow['ops'];
  readonly sync: Pick<SyncState, 'epoch' | 'cursor' | 'mark' | 'lives'> & {
    readonly snapshot: { readonly epoch: string; readonly seen?: KnownCommit | null | undefined } | null;
  };
}

/**
 * What calls of a whole load report: earlier pages, and answers since it began, may show commits that a restored copy lacks. Nothing with
 * the first page.
 */
export function reportUnder({ ops, sync }: Loading): Said | undefined {
  const { snapshot } = sync;
  if (snapshot === null) return undefined;
  const isSame = snapshot.epoch === sync.epoch;
  const under = isSame ? sync : { epoch: snapshot.epoch, cursor: null, mark: null, lives: [] };
  const seen = snapshot.seen ? [snapshot.seen] : [];
  return said(snapshot.epoch, [...freshCommits({ ops, sync: under }), ...seen]);
}
