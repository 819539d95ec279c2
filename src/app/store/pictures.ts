import { booksKey, changedSince, readBooks } from './books.ts';
import type { SyncTable } from '#contract/endpoints/sync.ts';
import { type Ahead, type Disk, keyValues, type Tables } from './disk.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { readNow } from './outbox-rows.ts';
import { type AskRows, KnownAnswers } from './known-answers.ts';
import { type Layers, movementsById, readLayers } from './layers.ts';
import { askMovements, type Base, listIn, pictureTables, readAsked, readBase } from './picture.ts';
import { readVersion } from './versioned-disk.ts';
import type { Ask, LotBook, MovementQuery, OutboxNow, Picture, SyncState, ThingRecord } from './store.ts';

type PartName = SyncTable | 'base';
const partsOf = (ask: Ask): readonly PartName[] => ['base', ...(ask.things ?? [])];

/** What one transaction has read, for others too. */
interface Parts {
  readonly version: string | null;
  readonly base: Base | null;
  readonly lists: ReadonlyMap<SyncTable, readonly ThingRecord[]>;
}

/** A transaction whose parts others wait for. They hear of them when it is over: within it the database follows no other's awaits. */
class Reading {
  readonly parts: Promise<Parts>;
  done: (parts: Parts) => void = () => undefined;
  failed: (thrown: unknown) => void = () => undefined;
  constructor() {
    this.parts = new Promise((resolve, reject) => {
      this.done = resolve;
      this.failed = reject;
    });
    // Told by the one who reads; whoever waits for it hears it besides.
    this.parts.catch(() => undefined);
  }
}

type Readers = Map<PartName, Reading>;

/** Confirmed movements that were looked for under a version; null: there is none. */
interface Looked {
  readonly version: string;
  readonly byId: Map<string, Movement | null>;
  /** By what waited when they were read: the version says nothing of the outbox. */
  books: { readonly key: string; readonly byLot: ReadonlyMap<string, LotBook> } | null;
}

/** What a transaction came to: its own rows, and who reads the rest. */
interface Found {
  readonly now: OutboxNow;
  readonly byId: ReadonlyMap<string, Movement>;
  readonly books: ReadonlyMap<string, LotBook>;
  readonly mine: Parts;
  readonly others: Readers;
  readonly asked: Awaited<ReturnType<typeof readAsked>>;
}

/**
 * Pictures of one disk. A screen asks a dozen questions at every change, and each needs the outbox and the lists of the farm: under one
 * version they are read once (decision 0015). What is taken from another transaction is what this one would have read.
 */
export function openPictures(disk: Disk): {
  readonly picture: (organizationId: string, ask: Ask) => Promise<Picture>;
  readonly known: (organizationId: string, version: string | null, sync: SyncState) => Base | null;
  readonly expect: (organizationId: string, ids: readonly string[]) => void;
} {
  const pictures = new Pictures(disk);
  const picture = async (organizationId: string, ask: Ask): Promise<Picture> => {
    const found = await pictures.read(organizationId, ask, new Reading());
    const shared = await joined(found, ask);
    if (shared) return shared;
    // The transaction that was to read for this one too has failed, or the disk was lost under it: its end is not this one's.
    const alone = await joined(await pictures.read(organizationId, ask, null), ask);
    if (!alone) throw new Error('A picture that reads by itself waits for nobody');
    return alone;
  };
  return { picture, known: pictures.known, expect: pictures.expect };
}

/** The rows of other sets are others, under whatever version. */
const versionOf = (version: string, { scope, over }: Layers): string => `${version} ${scope} ${over ?? ''}`;

class Pictures {
  private readonly disk: Disk;
  /** Who reads, or has read, each part under the newest version of an organization. */
  private readonly seen = new Map<string, { readonly version: string; readonly readers: Readers }>();
  /** The lists that were read last, by organization. */
  private readonly bases = new Map<string, { readonly version: string; readonly base: Base }>();
  /** Movements that acts of the outbox are about, by organization. */
  private readonly looked = new Map<string, Looked>();
  /** Of what was just saved the next picture asks: it goes with its first questions. By organization, as keys of rows. */
  private readonly expected = new Map<string, { readonly scope: string; ids: readonly string[] }>();
  /** What else was asked of the rows, by organization. */
  private readonly answers = new Map<string, KnownAnswers>();

  constructor(disk: Disk) {
    this.disk = disk;
  }

  /** The lists as a transaction would read them that finds this version of the rows; null where they were not read under it. */
  readonly known = (organizationId: string, version: string | null, sync: SyncState): Base | null => {
    const last = this.bases.get(organizationId);
    const isSame = version !== null && last?.version === versionOf(version, readLayers(organizationId, sync));
    return isSame ? last.base : null;
  };

  /** Acts on these movements have just been written. */
  readonly expect = (organizationId: string, ids: readonly string[]): void => {
    const expected = this.expected.get(organizationId);
    if (expected) expected.ids = ids;
  };

  /** `own`: what others may wait for; null for a reading that is shared with nobody. */
  async read(organizationId: string, ask: Ask, own: Reading | null): Promise<Found> {
    try {
      const found = await this.disk.transact(
        'read',
        pictureTables,
        (tables) => this.readIn(tables, organizationId, ask, own),
        this.aheadOf(organizationId),
      );
      own?.done(found.mine);
      const { version, base } = found.mine;
      if (version !== null && base !== null) this.bases.set(organizationId, { version, base });
      return found;
    } catch (thrown) {
      this.seen.delete(organizationId);
      own?.failed(thrown);
      throw thrown;
    }
  }

  private aheadOf(organizationId: string): Ahead {
    const { scope = '', ids = [] } = this.expected.get(organizationId) ?? {};
    return {
      [keyValues]: [],
      sync: [organizationId],
      ...(ids.length > 0 && { movements: ids.map((id) => `${scope}/${id}`) }),
    };
  }

  private async readIn(tables: Tables, organizationId: string, ask: Ask, own: Reading | null): Promise<Found> {
    const found = own && (await readVersion(tables));
    const now = await readNow(tables, organizationId);
    const seen = readLayers(organizationId, now.sync);
    const { scope } = seen;
    const version = found && versionOf(found, seen);
    const others = this.othersFor(organizationId, version, ask, own);
    const base = others.has('base') ? null : await readBase(tables, scope);
    const lists = new Map<SyncTable, readonly ThingRecord[]>();
    for (const name of ask.things ?? [])
      if (!others.has(name)) lists.set(name, await listIn<ThingRecord>(tables, scope, name));
    const byId = await this.aboutOps(tables, organizationId, version, seen, now);
    this.expected.set(organizationId, { scope, ids: [] });
    const askRows = this.answersOf(organizationId).under(version);
    return {
      now,
      byId,
      books: await this.booksOf(tables, organizationId, version, seen, { now, byId, ask, askRows }),
      mine: { version, base, lists },
      others,
      asked: await readAsked(tables, seen, ask, { lots: base?.lots, askRows }),
    };
  }

  /** The confirmed movements that the outbox is about: those that were looked for before under this version are not read again. */
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
    const looked =
      before?.version === version ? before : { version, byId: new Map<string, Movement | null>(), books: null };
    this.looked.set(organizationId, looked);
    const missing = ids.filter((id) => !looked.byId.has(id));
    const found = await movementsById(tables, seen, missing);
    for (const id of missing) looked.byId.set(id, found.get(id) ?? null);
    const there = new Map<string, Movement>();
    for (const id of ids) {
      const movement = looked.byId.get(id);
      if (movement) there.set(id, movement);
    }
    return there;
  }

  /** The books in which counts follow what waits; of a farm that is not here whole nothing is derived. */
  private async booksOf(
    tables: Tables,
    organizationId: string,
    version: string | null,
    seen: Layers,
    { now, byId, ask, askRows }: Pick<Found, 'now' | 'byId'> & { readonly ask: Ask; readonly askRows: AskRows },
  ): Promise<ReadonlyMap<string, LotBook>> {
    if (now.sync.cursor === null) return new Map();
    const changed = changedSince(now.ops, byId);
    const read = (query: MovementQuery) => askMovements(tables, seen, query, askRows);
    if (ask.book) return await readBooks(read, now.ops, changed, new Map([[ask.book.lot, ask.book.from]]));
    const key = booksKey(now.ops, changed);
    const looked = version === null ? undefined : this.looked.get(organizationId);
    const before = looked?.version === version ? looked.books : null;
    if (before?.key === key) return before.byLot;
    const byLot = await readBooks(read, now.ops, changed);
    if (looked?.version === version) looked.books = { key, byLot };
    return byLot;
  }

  private answersOf(organizationId: string): KnownAnswers {
    const known = this.answers.get(organizationId) ?? new KnownAnswers();
    this.answers.set(organizationId, known);
    return known;
  }

  /** Who reads the parts already; whatever nobody reads is this one's from now on. */
  private othersFor(organizationId: string, version: string | null, ask: Ask, own: Reading | null): Readers {
    const others: Readers = new Map();
    if (version === null || own === null) return others;
    const newest = this.seen.get(organizationId);
    const readers: Readers = newest?.version === version ? newest.readers : new Map();
    if (readers !== newest?.readers) this.seen.set(organizationId, { version, readers });
    for (const name of partsOf(ask)) {
      const reader = readers.get(name);
      // Its own, where the disk was lost and it reads for the second time.
      if (reader && reader !== own) others.set(name, reader);
      else readers.set(name, own);
    }
    return others;
  }
}

/** The whole picture; null where somebody who was waited for did not read under the same version. */
async function joined({ now, byId: aboutOps, books, mine, others, asked }: Found, ask: Ask): Promise<Picture | null> {
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
    byId: byId.size === 0 ? aboutOps : new Map([...aboutOps, ...byId]),
  };
}
