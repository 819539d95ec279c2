import type { DeviceStorage } from './device-storage.ts';
import type { Session, SessionState } from './session/session.ts';
import type { FarmStore } from './store/store.ts';

interface ForgetPorts {
  readonly session: Pick<Session, 'state' | 'subscribe'>;
  readonly storage: Pick<DeviceStorage, 'openStore' | 'opened' | 'departures' | 'forgetTab'>;
  /** The database of whoever is in; null while none is open. */
  readonly current: () => { readonly store: Promise<FarmStore>; readonly userId: string } | null;
}

/** Makes the device forget what the server has of farms whose person is not here, or not on them, any more (trust.md row 107). */
export interface ForgetLeft {
  /** Before the farms of somebody open who has just come back: what was not forgotten yet goes first. */
  readonly onReturn: (store: FarmStore, userId: string) => Promise<void>;
}

/** The farms that a person may see: those of the list, and the one that is open until he goes from it. */
const farmsOf = ({ organizations, selectedId }: SessionState): readonly string[] => [
  ...organizations.map((item) => item.organization.id),
  ...(selectedId === null ? [] : [selectedId]),
];

export function forgetLeft({ session, storage, current }: ForgetPorts): ForgetLeft {
  const { departures } = storage;
  /** Once in a run of the app: a page that was on its way when somebody left is found by the next start. */
  const tried = new Set<string>();
  let kept: unknown = null;
  let wasIn: string | null = null;

  const forgetPerson = async (userId: string): Promise<void> => {
    const store = await storage.openStore(userId);
    try {
      const hadSome = await storage.opened(() => store.forget([]));
      if (hadSome === false) departures.settle(userId);
    } finally {
      store.close();
    }
  };

  const forgetFarms = async (): Promise<void> => {
    const open = current();
    const state = session.state();
    if (!open || !state.isListed || open.userId !== state.user?.id) return;
    const keeps = farmsOf(state);
    const now = [open.userId, ...keeps].join(' ');
    if (now === kept) return;
    kept = now;
    const store = await open.store;
    await storage.opened(() => store.forget(keeps));
  };

  session.subscribe(() => {
    const { status, user } = session.state();
    if (status === 'checking') return;
    const gone = departures.all().filter((id) => id !== user?.id);
    if (wasIn !== null && gone.includes(wasIn)) storage.forgetTab();
    wasIn = user?.id ?? null;
    if (wasIn !== null) tried.delete(wasIn);
    for (const userId of gone.filter((id) => !tried.has(id))) {
      tried.add(userId);
      void forgetPerson(userId);
    }
    void forgetFarms();
  });

  return {
    onReturn: async (store, userId) => {
      if (!departures.all().includes(userId)) return;
      await store.forget([]);
      departures.settle(userId);
    },
  };
}
