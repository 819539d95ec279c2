import type { SessionState } from './session/session.ts';
import type { FarmStore } from './store/store.ts';
import type { Farm } from './sync/farm.ts';

/** What is here of other farms than the open one. */
export interface LeftRecords {
  /** Of farms that this person is not on any more. */
  readonly waiting: number;
  readonly withError: number;
  /** Those farms, while there is something of them: their person can see what it is. */
  readonly farms: readonly Farm[];
  /** Of all farms but the open one, his own too: what he has to know of before he goes. */
  readonly elsewhere: number;
}

/**
 * Farms that something waits for although no screen shows them: another of the person's farms is open, or he is not on their team any
 * more. What waits is sent all the same (domain.md §2.12).
 */
export interface LeftFarms {
  /** Told apart are those of farms that are not listed any more: what waits for the others is told where they are opened. */
  readonly records: () => LeftRecords;
  readonly idsOf: (store: FarmStore, state: SessionState) => Promise<readonly string[]>;
  readonly open: (farms: readonly Farm[], state: SessionState) => void;
  readonly close: () => void;
}

const none: LeftRecords = { waiting: 0, withError: 0, farms: [], elsewhere: 0 };

const hasSome = (farm: Farm): boolean => farm.status().waiting + farm.status().withError > 0;

const sumOf = (farms: readonly Farm[], part: 'waiting' | 'withError'): number =>
  farms.reduce((sum, farm) => sum + farm.status()[part], 0);

/** `onChange`: the records that are left became more or less. */
export function holdLeftFarms(onChange: () => void): LeftFarms {
  let farms: readonly Farm[] = [];
  let records = none;
  let isUnlisted = (_farm: Farm): boolean => true;
  const count = (): void => {
    const left = farms.filter(isUnlisted).filter(hasSome);
    const [waiting, withError] = [sumOf(left, 'waiting'), sumOf(left, 'withError')];
    const elsewhere = sumOf(farms, 'waiting') + sumOf(farms, 'withError');
    const isSame = waiting === records.waiting && withError === records.withError;
    if (isSame && elsewhere === records.elsewhere) return;
    records = { waiting, withError, farms: left, elsewhere };
    onChange();
  };
  return {
    records: () => records,
    idsOf: async (store, { selectedId }) => {
      const waiting = (await store.unsent()).map((op) => op.organizationId);
      return [...new Set([...waiting, ...(await store.farmsOwed())])].filter((id) => id !== selectedId);
    },
    open: (opened, { organizations }) => {
      const listed = new Set(organizations.map((item) => item.organization.id));
      isUnlisted = ({ organizationId }) => !listed.has(organizationId);
      farms = opened;
      for (const farm of farms) {
        farm.onStatus(count);
        farm.start();
      }
    },
    close: () => {
      for (const farm of farms) farm.stop();
      farms = [];
      records = none;
    },
  };
}
