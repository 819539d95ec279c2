import {
  askMovements,
  type AskRows,
  type Base,
  booksKey,
  changedSince,
  KnownAnswers,
  listIn,
  pictureTables,
  readAsked,
  readBase,
  readBooks,
} from './picture.ts';
import type { Lot } from '#domain/farm/places.ts';
import type { SyncTable } from '#contract/endpoints/sync.ts';
import { type Ahead, type Disk, keyValues, type Tables } from './disk.ts';
import type { Movement } from '#domain/movements/movement.ts';
import type { Op } from './op.ts';
import { idKey, readNow, resolvedId } from './outbox-rows.ts';
import { type Layers, movementsById, readLayers } from './movement-set.ts';
import { readListsVersion, readVersion } from './versions.ts';
import type { Ask, LotBook, MovementQuery, OutboxNow, Picture, SyncState, ThingRecord } from './store.ts';

type PartName = SyncTable | 'base';
const partsOf = (ask: Ask): readonly PartName[] => ['base', ...(ask.things ?? [])];

/** What one transaction read, shared. */
interface Parts {
  readonly version: string | null;
  readonly base: Base | null;
  readonly lists: ReadonlyMap<SyncTable, readonly ThingRecord[]>;
}

/** A transaction whose parts others await. They get them when it is over: inside, the database tolerates no foreign awaits. */
class Reading {
  readonly parts: Promise<Parts>;
  done: (parts: Parts) => void = () => undefined;
  failed: (thrown: unknown) => void = () => undefined;
  constructor() {
    this.parts = new Promise((resolve, reject) => {
      this.done = resolve;
      this.failed = reject;
    });
    // The reader throws it too.
    this.parts.catch(() => undefined);
  }
}

type Readers = Map<PartName, Reading>;

/** Confirmed movements looked up under a version; null: none. What is kept of an outbox is of its very ops, which the version does not cover. */
interface Looked {
  readonly version: string;
  readonly byId: Map<string, Movement | null>;
  about: { readonly ops: readonly Op[]; readonly byId: ReadonlyMap<string, Movement> } | null;
  books: { readonly ops: readonly Op[]; readonly key: string; readonly byLot: ReadonlyMap<string, LotBook> } | null;
}

/** The list as it was, where nothing in it is another: what is made of it is kept with it. */
const asBefore = <T>(before: readonly T[], list: readonly T[]): readonly T[] =>
  before.length === list.length && list.every((one, at) => one === before[at]) ? before : list;

const noBooks: ReadonlyMap<string, LotBook> = new Map();

/** A transaction's own rows, and who reads the rest. */
interface Found {
  readonly now: OutboxNow;
  readonly resolved: string | null;
  readonly byId: ReadonlyMap<string, Movement>;
  readonly books: ReadonlyMap<string, LotBook>;
  readonly mine: Parts;
  /** The version of its lists. */
  readonly lists: string | null;
  readonly others: Readers;
  readonly asked: Awaited<ReturnType<typeof readAsked>>;
}

/**
 * Pictures of one disk. A screen asks a dozen at every change, each needing the outbox and the farm's lists: under one version these are
 * read once (decision 0015). A shared part equals what this transaction would have read.
 */
export function openPictures(disk: Disk): {
  readonly picture: (organizationId: string, ask: Ask) => Promise<Picture>;
  readonly known: (organizationId: string, version: string | null, sync: SyncState) => Base | null;
  readonly expect: (organizationId: string, ids: readonly string[], made: readonly string[]) => void;
} {
  const pictures = new Pictures(disk);
  const picture = async (organizationId: string, ask: Ask): Promise<Picture> => {
    const found = await pictures.read(organizationId, ask, new Reading());
    const shared = await joined(found, ask);
    if (shared) return shared;
    // The transaction it waited for failed, or the disk was lost: read alone.
    const alone = await joined(await pictures.read(organizationId, ask, null), ask);
    if (!alone) throw new Error('A picture that reads by itself waits for nobody');
    return alone;
  };
  return { picture, known: pictures.known, expect: pictures.expect };
}

/** Other sets have other rows, whatever the version. */
const versionOf = (version: string, { scope, over }: Layers): string => `${version} ${scope} ${over ?? ''}`;
const listsOf = (version: string, { scope }: Layers): string => `${version} ${scope}`;

class Pictures {
  private readonly disk: Disk;
  /** By organization: who reads, or has read, each part under the newest version of the lists. */
  private readonly seen = new Map<string, { readonly version: string; readonly readers: Readers }>();
  /** By organization: the last lists. */
  private readonly bases = new Map<string, { readonly version: string; readonly base: Base }>();
  /** By organization: movements that the outbox is about. */
  private readonly looked = new Map<string, Looked>();
  /** By organization, as row keys: what was just saved, read ahead by the next picture. */
  private readonly expected = new Map<string, { readonly scope: string; ids: readonly string[] }>();
  private readonly answers = new Map<string, KnownAnswers>();
  /** By organization: the last outbox. */
  private readonly ops = new Map<string, readonly Op[]>();

  constructor(disk: Disk) {
    this.disk = disk;
  }

  /** The lists as a transaction under this version of them would read them; null if not read under it. */
  readonly known = (organizationId: string, version: string | null, sync: SyncState): Base | null => {
    const last = this.bases.get(organizationId);
    const isSame = version !== null && last?.version === listsOf(version, readLayers(organizationId, sync));
    return isSame ? last.base : null;
  };

  /** Ops on these movements were just written; those `made` for them are not among the confirmed rows. */
  readonly expect = (organizationId: string, ids: readonly string[], made: readonly string[]): void => {
    for (const id of made) this.looked.get(organizationId)?.byId.set(id, null);
    const expected = this.expected.get(organizationId);
    if (expected) expected.ids = ids;
  };

  /** `own`: what others may await; null: not shared. */
  async read(organizationId: string, ask: Ask, own: Reading | null): Promise<Found> {
    try {
      const found = await this.disk.transact(
        'read',
        pictureTables,
        (tables) => this.readIn(tables, organizationId, ask, own),
        this.aheadOf(organizationId, ask),
      );
      own?.done(found.mine);
      const { base } = found.mine;
      if (found.lists !== null && base !== null) this.bases.set(organizationId, { version: found.lists, base });
      return found;
    } catch (thrown) {
      this.seen.delete(organizationId);
      own?.failed(thrown);
      throw thrown;
    }
  }

  private aheadOf(organizationId: string, { shownId }: Ask): Ahead {
    const { scope = '', ids = [] } = this.expected.get(organizationId) ?? {};
    return {
      [keyValues]: [],
      sync: [organizationId],
      ...(shownId !== undefined && { ids: [idKey(organizationId, shownId)] }),
      ...(ids.length > 0 && { movements: ids.map((id) => `${scope}/${id}`) }),
    };
  }

  private async readIn(tables: Tables, organizationId: string, ask: Ask, shared: Reading | null): Promise<Found> {
    const [found, foundLists, read, resolved] = await Promise.all([
      shared && readVersion(tables),
      shared && readListsVersion(tables),
      readNow(tables, organizationId),
      ask.shownId === undefined ? null : resolvedId(tables, organizationId, ask.shownId),
    ]);
    const ops = asBefore(this.ops.get(organizationId) ?? [], read.ops);
    this.ops.set(organizationId, ops);
    const now: OutboxNow = { ...read, ops };
    const seen = readLayers(organizationId, now.sync);
    const { scope } = seen;
    const version = found && versionOf(found, seen);
    const lists = foundLists && listsOf(foundLists, seen);
    const others = this.othersFor(organizationId, lists ?? version, ask, shared);
    const askRows = this.answersOf(organizationId).under(version);
    this.expected.set(organizationId, { scope, ids: [] });
    const reading = others.has('base') ? Promise.resolve(null) : readBase(tables, scope);
    const lots = async () => (await reading)?.lots ?? (await listIn<Lot>(tables, scope, 'lots'));
    const own = (ask.things ?? []).filter((name) => !others.has(name));
    // Asked together: one after the other, each would be a trip.
    const [base, things, about, asked] = await Promise.all([
      reading,
      Promise.all(own.map(async (name) => [name, await listIn<ThingRecord>(tables, scope, name)] as const)),
      this.aboutOps(tables, organizationId, version, seen, now).then(async (byId) => ({
        byId,
        books: await this.booksOf(tables, organizationId, version, seen, { now, byId, ask, askRows }),
      })),
      readAsked(tables, seen, resolved === null ? ask : { ...ask, ids: [resolved, ...(ask.ids ?? [])] }, {
        lots,
        askRows,
      }),
    ]);
    const mine = { version: lists ?? version, base, lists: new Map(things) };
    return { now, resolved, ...about, mine, lists, others, asked };
  }

  /** The confirmed movements that the outbox is about, cached by version. */
  private async aboutOps(
    tables: Tables,
    organizationId: string,
    version: string | null,
    seen: Layers,
    { ops }: OutboxNow,
  ): Promise<ReadonlyMap<string, Movement>> {
    const ids = ops.map((op) => op.entityId);
    if (version === null) return movementsById(tables, seen, ids);
    const before = this.looked.get(organizationId);
    const looked: Looked =
      before?.version === version ? before : { version, byId: new Map(), about: null, books: null };
    this.looked.set(organizationId, looked);
    if (looked.about?.ops === ops) return looked.about.byId;
    const missing = ids.filter((id) => !looked.byId.has(id));
    const found = await movementsById(tables, seen, missing);
    for (const id of missing) looked.byId.set(id, found.get(id) ?? null);
    const there = new Map<string, Movement>();
    for (const id of ids) {
      const movement = looked.byId.get(id);
      if (movement) there.set(id, movement);
    }
    looked.about = { ops, byId: there };
    return there;
  }

  /** Books in which a count follows a waiting change; none derived for an incomplete farm. */
  private async booksOf(
    tables: Tables,
    organizationId: string,
    version: string | null,
    seen: Layers,
    { now, byId, ask, askRows }: Pick<Found, 'now' | 'byId'> & { readonly ask: Ask; readonly askRows: AskRows },
  ): Promise<ReadonlyMap<string, LotBook>> {
    if (now.sync.cursor === null) return noBooks;
    const { ops } = now;
    const looked = version === null ? undefined : this.looked.get(organizationId);
    const before = looked?.version === version ? looked.books : null;
    if (before?.ops === ops && !ask.book) return before.byLot;
    const changed = changedSince(ops, byId);
    const read = (query: MovementQuery) => askMovements(tables, seen, query, askRows);
    if (ask.book) return await readBooks(read, ops, changed, new Map([[ask.book.lot, ask.book.from]]));
    const key = booksKey(ops, changed);
    const byLot = before?.key === key ? before.byLot : await readBooks(read, ops, changed);
    if (looked?.version === version) looked.books = { ops, key, byLot };
    return byLot;
  }

  private answersOf(organizationId: string): KnownAnswers {
    const known = this.answers.get(organizationId) ?? new KnownAnswers();
    this.answers.set(organizationId, known);
    return known;
  }

  /** Who already reads the parts; the others become this one's. */
  private othersFor(organizationId: string, version: string | null, ask: Ask, own: Reading | null): Readers {
    const others: Readers = new Map();
    if (version === null || own === null) return others;
    const newest = this.seen.get(organizationId);
    const readers: Readers = newest?.version === version ? newest.readers : new Map();
    if (readers !== newest?.readers) this.seen.set(organizationId, { version, readers });
    for (const name of partsOf(ask)) {
      const reader = readers.get(name);
      // Its own: reading again after a lost disk.
      if (reader && reader !== own) others.set(name, reader);
      else readers.set(name, own);
    }
    return others;
  }
}

/** The whole picture; null where an awaited reader had another version. */
async function joined(
  { now, resolved, byId: aboutOps, books, mine, others, asked }: Found,
  ask: Ask,
): Promise<Picture | null> {
  const parts = new Map<PartName, Parts>();
  for (const name of partsOf(ask)) {
    const theirs = await others.get(name)?.parts.catch(() => null);
    if (theirs === null || (theirs && theirs.version !== mine.version)) return null;
    parts.set(name, theirs ?? mine);
  }
  const base = parts.get('base')?.base;
  if (!base) return null;
  const things = new Map((ask.things ?? []).map((name) => [name, parts.get(name)?.lists.get(name) ?? []] as const));
  const { byId, ...rest } = asked;
  return {
    ...now,
    ...base,
    ...rest,
    books,
    things,
    resolvedId: resolved,
    byId: byId.size === 0 ? aboutOps : new Map([...aboutOps, ...byId]),
  };
}
