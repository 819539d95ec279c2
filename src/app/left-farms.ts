import type { LeftFarm, LeftFarmPorts } from './left-farm.ts';
import type { SessionState } from './session/session.ts';
import type { FarmStore } from './store/store.ts';
import type { Farm } from './sync/farm.ts';

type Counted = ReturnType<LeftFarm['counts']>;
type LeftRecordsOf = Pick<LeftFarm, 'organizationId' | 'see' | 'unsee'> & Counted;

export interface LeftRecords {
  /** Of farms this person has left. */
  readonly waiting: number;
  readonly withError: number;
  readonly farms: readonly LeftRecordsOf[];
  /** Of all farms but the open one, his own too: shown before a log-out. */
  readonly elsewhere: number;
}

/** Farms that are not open but have unsent records: the person's others, or ones he left. They are sent all the same (domain.md §2.12). */
interface LeftFarms {
  /** Of farms no longer listed; the others show theirs when opened. */
  readonly records: () => LeftRecords;
  /** Left farms that may be open for a while and seal themselves. */
  readonly held: () => readonly string[];
  /** Looks for unsent records and sends them; call again after sealing or a change of the list. */
  readonly look: (ports: Omit<LeftFarmPorts, 'onChange'>, state: SessionState) => Promise<void>;
  readonly close: () => void;
}

const none: LeftRecords = { waiting: 0, withError: 0, farms: [], elsewhere: 0 };

const sumOf = (counts: readonly Counted[]): Counted => ({
  waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
  withError: counts.reduce((sum, { withError }) => sum + withError, 0),
});

/** Farms with unsent data here, except the open one. */
async function farmsIn(store: FarmStore, selectedId: string | null): Promise<readonly string[]> {
  const waiting = (await store.unsent()).map((op) => op.organizationId);
  const sealed = (await store.sealedWaiting()).map(({ organizationId }) => organizationId);
  return [...new Set([...waiting, ...(await store.farmsOwed()), ...sealed])].filter((id) => id !== selectedId);
}

/** Gives the previous value if nothing changed. */
function recordsOf(before: LeftRecords, left: Iterable<LeftFarm>, own: Iterable<Farm>): LeftRecords {
  const farms = [...left].flatMap(({ organizationId, counts, see, unsee }): LeftRecordsOf[] => {
    const { waiting, withError } = counts();
    return waiting + withError === 0 ? [] : [{ organizationId, see, unsee, waiting, withError }];
  });
  const { waiting, withError } = sumOf(farms);
  const others = sumOf([...own].map((farm) => farm.status()));
  const elsewhere = waiting + withError + others.waiting + others.withError;
  const isSame = JSON.stringify([farms, elsewhere]) === JSON.stringify([before.farms, before.elsewhere]);
  return isSame ? before : { waiting, withError, farms, elsewhere };
}

function keepOnly<F extends { readonly stop: () => void }>(farms: Map<string, F>, wanted: readonly string[]): void {
  for (const [id, farm] of farms) {
    if (wanted.includes(id)) continue;
    farm.stop();
    farms.delete(id);
  }
}

/** `onChange`: `records` changed. */
export function holdLeftFarms(onChange: () => void): LeftFarms {
  const left = new Map<string, LeftFarm>();
  const listed = new Map<string, Farm>();
  let records = none;
  let looks = 0;
  const count = (): void => {
    const before = records;
    records = recordsOf(before, left.values(), listed.values());
    if (records !== before) onChange();
  };
  const start = (farm: Farm): Farm => {
    farm.onStatus(count);
    farm.start();
    return farm;
  };
  return {
    records: () => records,
    held: () => [...left.keys()],
    look: async (ports, { organizations, selectedId }) => {
      looks += 1;
      const mine = looks;
      const own = new Set(organizations.map((item) => item.organization.id));
      const found = await farmsIn(ports.store, selectedId);
      const strange = found.filter((id) => !own.has(id));
      // Loaded on demand: hardly anybody is taken off a farm.
      const hold = strange.length === 0 ? null : (await import('./left-farm.ts')).holdLeftFarm;
      if (mine !== looks) return;
      const others = found.filter((id) => own.has(id));
      keepOnly(left, strange);
      keepOnly(listed, others);
      for (const id of others) if (!listed.has(id)) listed.set(id, start(ports.openFarm(id)));
      for (const id of strange) if (hold && !left.has(id)) left.set(id, hold({ ...ports, onChange: count }, id));
      count();
    },
    close: () => {
      looks += 1;
      keepOnly(left, []);
      keepOnly(listed, []);
      records = none;
    },
  };
}
