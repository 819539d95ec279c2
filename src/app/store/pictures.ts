import type { SyncTable } from '../../contract/endpoints/sync.ts';
import type { Disk, Tables } from './disk.ts';
import { nothingYet, type SyncRow } from './outbox-rows.ts';
import { type Base, listIn, pictureTables, readAsked, readBase, readScope } from './picture.ts';
import { readStamp } from './stamped-disk.ts';
import type { Ask, Picture, ThingRecord } from './store.ts';

type PartName = SyncTable | 'base';
const partsOf = (ask: Ask): readonly PartName[] => ['base', ...(ask.things ?? [])];

/** What one transaction has read, for others too. */
interface Parts {
  readonly stamp: string | null;
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

/** What a transaction came to: its own rows, and who reads the rest. */
interface Found {
  readonly mine: Parts;
  readonly others: Readers;
  readonly asked: Awaited<ReturnType<typeof readAsked>>;
}

/**
 * Pictures of one disk. A screen asks a dozen questions at every change, and each needs the outbox and the lists of the farm: under one
 * stamp they are read once (decision 0015). What is taken from another transaction is what this one would have read.
 */
export function openPictures(disk: Disk): (organizationId: string, ask: Ask) => Promise<Picture> {
  const pictures = new Pictures(disk);
  return async (organizationId, ask) => {
    const found = await pictures.read(organizationId, ask, new Reading());
    const shared = await joined(found, ask);
    if (shared) return shared;
    // The transaction that was to read for this one too has failed, or the disk was lost under it: its end is not this one's.
    const alone = await joined(await pictures.read(organizationId, ask, null), ask);
    if (!alone) throw new Error('A picture that reads by itself waits for nobody');
    return alone;
  };
}

class Pictures {
  private readonly disk: Disk;
  /** Who reads, or has read, each part under the newest stamp of an organization. */
  private readonly seen = new Map<string, { readonly stamp: string; readonly readers: Readers }>();

  constructor(disk: Disk) {
    this.disk = disk;
  }

  /** `own`: what others may wait for; null for a reading that is shared with nobody. */
  async read(organizationId: string, ask: Ask, own: Reading | null): Promise<Found> {
    try {
      const found = await this.disk.transact('read', pictureTables, (tables) =>
        this.readIn(tables, organizationId, ask, own),
      );
      own?.done(found.mine);
      return found;
    } catch (thrown) {
      this.seen.delete(organizationId);
      own?.failed(thrown);
      throw thrown;
    }
  }

  private async readIn(tables: Tables, organizationId: string, ask: Ask, own: Reading | null): Promise<Found> {
    const stamp = own && (await readStamp(tables));
    const [row] = await tables.sync.get<SyncRow>([organizationId]);
    const scope = readScope(organizationId, row?.state ?? nothingYet);
    const others = this.othersFor(organizationId, stamp, ask, own);
    const base = others.has('base') ? null : await readBase(tables, organizationId, scope);
    const lists = new Map<SyncTable, readonly ThingRecord[]>();
    for (const name of ask.things ?? [])
      if (!others.has(name)) lists.set(name, await listIn<ThingRecord>(tables, scope, name));
    return { mine: { stamp, base, lists }, others, asked: await readAsked(tables, scope, ask, base?.lots) };
  }

  /** Who reads the parts already; whatever nobody reads is this one's from now on. */
  private othersFor(organizationId: string, stamp: string | null, ask: Ask, own: Reading | null): Readers {
    const others: Readers = new Map();
    if (stamp === null || own === null) return others;
    const newest = this.seen.get(organizationId);
    const readers: Readers = newest?.stamp === stamp ? newest.readers : new Map();
    if (readers !== newest?.readers) this.seen.set(organizationId, { stamp, readers });
    for (const name of partsOf(ask)) {
      const reader = readers.get(name);
      // Its own, where the disk was lost and it reads for the second time.
      if (reader && reader !== own) others.set(name, reader);
      else readers.set(name, own);
    }
    return others;
  }
}

/** The whole picture; null where somebody who was waited for did not read under the same stamp. */
async function joined({ mine, others, asked }: Found, ask: Ask): Promise<Picture | null> {
  const parts = new Map<PartName, Parts>();
  for (const name of partsOf(ask)) {
    const theirs = await others.get(name)?.parts.catch(() => null);
    if (theirs === null || (theirs && theirs.stamp !== mine.stamp)) return null;
    parts.set(name, theirs ?? mine);
  }
  const base = parts.get('base')?.base;
  if (!base) return null;
  const things = new Map((ask.things ?? []).map((name) => [name, parts.get(name)?.lists.get(name) ?? []] as const));
  const { byId, ...rest } = asked;
  return { ...base, ...rest, things, byId: byId.size === 0 ? base.byId : new Map([...base.byId, ...byId]) };
}
