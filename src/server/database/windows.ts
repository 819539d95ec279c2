import { sql } from 'kysely';
import type { Db, Tables } from './tables.ts';

interface Window {
  readonly hits: number;
  readonly endsMs: number;
}

/** Counts in time windows, each beginning with its first hit. */
export interface Windows {
  /** Counts one or several by this process's knowledge; others' counts arrive a moment later. */
  readonly hit: (name: string, windowMs: number, times?: number) => Window;
  /** Counts one across all processes first. */
  readonly hitTogether: (name: string, windowMs: number) => Promise<Window>;
  /** Synchronizes counts with the other processes. */
  readonly exchange: () => Promise<void>;
}

interface Counted {
  hits: number;
  endsMs: number;
  unsaid: number;
}

/** Beyond it the oldest are dropped. */
const mostNames = 100_000;
const namesAtOnce = 500;

interface Hit {
  readonly windowMs: number;
  readonly at: number;
  readonly times: number;
}

/** Counts a hit. A name's window begins with its first, and anew after its end. */
function hitIn(counted: Map<string, Counted>, name: string, { windowMs, at, times }: Hit): Counted {
  const before = counted.get(name);
  const window = before && before.endsMs > at ? before : { hits: 0, endsMs: at + windowMs, unsaid: 0 };
  if (window !== before) {
    counted.delete(name);
    const [oldest] = counted.size >= mostNames ? counted.keys() : [];
    if (oldest !== undefined) counted.delete(oldest);
    counted.set(name, window);
  }
  window.hits += times;
  window.unsaid += times;
  return window;
}

async function sayTo(
  shared: Db,
  counted: ReadonlyMap<string, Counted>,
  names: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, Window>> {
  const said = names.flatMap((name) => {
    const window = counted.get(name);
    return window ? [{ name, window, hits: window.unsaid, ends_at: window.endsMs }] : [];
  });
  for (const { window, hits } of said) window.unsaid -= hits;
  try {
    const rows = await addTo(
      shared,
      said.map(({ name, hits, ends_at }) => ({ name, hits, ends_at })),
      at,
    );
    const together = new Map(rows.map(({ name, hits, ends_at }) => [name, { hits, endsMs: ends_at }]));
    for (const { name, window } of said) {
      const all = together.get(name);
      // Answers overtake one another: a count never goes back.
      if (all) Object.assign(window, { hits: Math.max(window.hits, all.hits + window.unsaid), endsMs: all.endsMs });
    }
    return together;
  } catch (error) {
    for (const { window, hits } of said) window.unsaid += hits;
    throw error;
  }
}

/**
 * Windows of this process, shared through a database where several processes use one. If it cannot be written, `onTrouble` is told and each
 * process counts alone.
 */
export function createWindows(shared: Db | null, now: () => number, onTrouble: (error: unknown) => void): Windows {
  const counted = new Map<string, Counted>();
  const hit = (name: string, windowMs: number, times = 1): Window => {
    const { hits, endsMs } = hitIn(counted, name, { windowMs, at: now(), times });
    return { hits, endsMs };
  };
  const say = async (names: readonly string[]): Promise<ReadonlyMap<string, Window>> => {
    try {
      return shared === null || names.length === 0 ? new Map() : await sayTo(shared, counted, names, now());
    } catch (error) {
      onTrouble(error);
      return new Map();
    }
  };
  return {
    hit,
    hitTogether: async (name, windowMs) => {
      const own = hit(name, windowMs);
      return (await say([name])).get(name) ?? own;
    },
    exchange: async () => {
      const at = now();
      for (const [name, { endsMs }] of counted) if (endsMs <= at) counted.delete(name);
      // In a fixed order: two processes holding each other's rows would deadlock.
      const names = [...counted].flatMap(([name, { unsaid }]) => (unsaid > 0 ? [name] : [])).toSorted();
      for (let start = 0; start < names.length; start += namesAtOnce)
        await say(names.slice(start, start + namesAtOnce));
      if (shared && names.length > 0) await forget(shared, at).catch(onTrouble);
    },
  };
}

const forget = async (db: Db, at: number): Promise<void> => {
  await db.deleteFrom('limit_windows').where('ends_at', '<=', at).execute();
};

const addTo = (db: Db, rows: readonly Tables['limit_windows'][], at: number) =>
  db
    .insertInto('limit_windows')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        hits: sql`case when limit_windows.ends_at <= ${at} then excluded.hits else limit_windows.hits + excluded.hits end`,
        ends_at: sql`case when limit_windows.ends_at <= ${at} then excluded.ends_at else limit_windows.ends_at end`,
      }),
    )
    .returningAll()
    .execute();

const exchangeMs = 1000;

/** Exchanges every second until stopped. */
export function keepExchanged({ exchange }: Pick<Windows, 'exchange'>): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(exchange);
  }, exchangeMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
