import type { SessionState } from './session/session.ts';
import type { FarmStore } from './store/store.ts';
import type { Farm } from './sync/farm.ts';

/** Records of farms that this person is not on any more. */
export interface LeftRecords {
  readonly waiting: number;
  readonly withError: number;
}

/**
 * Farms that something waits for although no screen shows them: another of the person's farms is open, or he is not on their team any
 * more. What waits is sent all the same (domain.md §2.12).
 */
export interface LeftFarms {
  /** Of the farms that are not listed any more: what waits for the others is told where they are opened. */
  readonly records: () => LeftRecords;
  readonly idsOf: (store: FarmStore, state: SessionState) => Promise<readonly string[]>;
  readonly open: (farms: readonly Farm[], state: SessionState) => void;
  readonly close: () => void;
}

const none: LeftRecords = { waiting: 0, withError: 0 };

/** `onChange`: the records that are left became more or less. */
export function holdLeftFarms(onChange: () => void): LeftFarms {
  let farms: readonly Farm[] = [];
  let records = none;
  let isUnlisted = (_farm: Farm): boolean => true;
  const count = (): void => {
    const all = farms.filter(isUnlisted).map((farm) => farm.status());
    const waiting = all.reduce((sum, status) => sum + status.waiting, 0);
    const withError = all.reduce((sum, status) => sum + status.withError, 0);
    if (waiting === records.waiting && withError === records.withError) return;
    records = { waiting, withError };
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
