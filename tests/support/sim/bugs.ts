/** What a bug does, and by which invariants it is seen. */
export interface PlantedBug {
  readonly says: string;
  readonly seenAs: RegExp;
  readonly seenOn?: number;
}

/**
 * Bugs that real systems have had, switched on one at a time to prove that the simulation notices them (offline.md §3.3). They live
 * in what stands around the shipping lines (disk, link, the database that the core is given), never in them. `seenOn`: a day that has
 * noticed the bug, lived before the search begins; days change with the code, and then the search finds another.
 */
export const bugs = {
  'no-key': { says: 'every try of a write goes under a key of its own', seenAs: /I2|I5/, seenOn: 8 },
  'short-ledger': { says: 'the server forgets keys after a while', seenAs: /I2|I5/, seenOn: 5 },
  'ledger-apart': { says: 'the ledger is written in a second transaction', seenAs: /I2|I5/, seenOn: 13 },
  'check-then-act': { says: 'two deliveries pass the check before either is written', seenAs: /I2|I5/, seenOn: 5 },
  'absolute-counts': { says: 'counts travel as totals, not as differences', seenAs: /I5/ },
  'removed-before-send': { says: 'the record leaves the outbox before it is sent', seenAs: /I1|I4/ },
  'overlay-dropped': { says: 'the screen drops a record at the answer, before its row has come', seenAs: /I4/ },
  'deleted-at-answer': { says: 'the row of the outbox is deleted at the answer', seenAs: /I4/ },
  'any-answer': { says: 'any answer counts as success', seenAs: /I1|I4/, seenOn: 4 },
  'cursor-before-rows': { says: 'the cursor is saved before the rows', seenAs: /I3|I4|I5/ },
  'stale-page': { says: 'a page is applied that another tab has overtaken', seenAs: /I[3456]/ },
  'blind-event': { says: 'a live message is applied without a look for gaps', seenAs: /I[345]/, seenOn: 11 },
  'time-cursor': { says: 'the cursor is a moment, which commits can share', seenAs: /I[345]|I10/ },
  'acks-ahead': { says: 'the feed acknowledges what its rows do not show yet', seenAs: /I[45]/ },
  'split-commit': { says: 'a page of the feed ends in the middle of a commit', seenAs: /I[345]/ },
  'keeps-its-epoch': {
    says: 'a restored server goes on in its old life: nobody looks at the marks that phones bring',
    seenAs: /I[13468]|I10/,
    seenOn: 3,
  },
  'no-archive': { says: 'confirmed records are not kept for a server that goes back in time', seenAs: /I1|I4/ },
  'no-journal': { says: 'a journal is never written', seenAs: /I1|I4/, seenOn: 5 },
  'believed-removals': {
    says: 'what a journal says has left leaves a database that never took it',
    seenAs: /I1|I4/,
    seenOn: 2,
  },
  'same-stamp': { says: 'a change leaves the stamp of the change before', seenAs: /I[45]|I10/ },
  'no-lock-no-ledger': { says: 'tabs send at the same time to a server without a ledger', seenAs: /I2|I5/, seenOn: 2 },
} as const satisfies Readonly<Record<string, PlantedBug>>;

export type Bug = keyof typeof bugs;

/** No bug: what it leaves out is for speed alone. Days with it must end well, which proves that safety needs no lock (offline.md §2.1, 3). */
export const harmless = 'no-lock';

export type Mutation = Bug | typeof harmless;

export const bugNames = Object.keys(bugs) as Bug[];
