import type { DeviceStorage } from './device-storage.ts';
import type { Exclusive } from './session/refresh.ts';
import type { Session, SessionState } from './session/session.ts';
import { placesOfTeam } from './store/sealed-rows.ts';
import type { FarmStore } from './store/store.ts';
import type { Clock } from './sync/ports.ts';

interface ForgetPorts {
  readonly session: Pick<Session, 'state' | 'subscribe' | 'call'>;
  readonly storage: Pick<DeviceStorage, 'openStore' | 'opened' | 'departures' | 'forgetTab' | 'watch'>;
  /** One tab at a time: what one seals the other must not look for. */
  readonly exclusive: Exclusive;
  readonly farmPorts: { readonly clock: Pick<Clock, 'after'> };
}

/** The database of whoever is in; null while none is open. */
type Current = () => { readonly store: Promise<FarmStore>; readonly userId: string } | null;

/**
 * Forgets what the server has of farms whose person is not here or not on them any more, and seals what stays (trust.md row 107); undone
 * when he is back.
 */
export interface ForgetLeft {
  /** Before the farms of somebody open who has just come back: what was not forgotten yet goes first, what was sealed comes back. */
  readonly onReturn: (store: FarmStore, userId: string) => Promise<void>;
}

/** A farm opens after so long, whatever another tab holds; what comes back later is taken in then (unsealing.ts). */
const patienceMs = 6_000;

/** The farms whose team a person is on, as far as this device knows. */
const teamsOf = ({ organizations }: SessionState): readonly string[] =>
  organizations.map((item) => item.organization.id);

/** The farms that a person may see: those of the list, and the one that is open until he goes from it. */
const farmsOf = (state: SessionState): readonly string[] => [
  ...teamsOf(state),
  ...(state.selectedId === null ? [] : [state.selectedId]),
];

/** What seals and opens for a person does it one tab at a time. */
export const sealingLock = (userId: string): string => `sealing:${userId}`;

/** Gives a person back what of his was sealed here, as far as the server can be asked. */
async function unseal(store: FarmStore, { session, storage }: ForgetPorts): Promise<void> {
  const { openSealed } = await import('./sync/device/storage-key.ts');
  const sealed = await openSealed(store, session, placesOfTeam(teamsOf(session.state())));
  if (sealed !== storage.watch.state().sealed) storage.watch.note({ sealed });
}

/** Forgets somebody who left, and seals what stays of him. */
const forgetPerson = ({ session, storage, exclusive }: ForgetPorts, userId: string): Promise<void> =>
  exclusive(sealingLock(userId), async () => {
    // Another tab may have been quicker, and he is back.
    if (session.state().user?.id === userId) return;
    const store = await storage.openStore(userId);
    try {
      const hadSome = await storage.opened(async () => {
        const hadRows = await store.forget([]);
        const sealed = storage.departures.isGone(userId) ? 'nothing' : await store.seal('all');
        return hadRows || sealed === 'sealed';
      });
      if (hadSome === false) storage.departures.settle(userId);
    } finally {
      store.close();
    }
  });

/** Follows the list of the person's farms: those that left it are forgotten and sealed, those that came back to it are opened. */
function followFarms(ports: ForgetPorts, current: Current, left: LeftSealing): () => Promise<void> {
  const { session, storage, exclusive } = ports;
  let kept: unknown = null;
  return async () => {
    const open = current();
    const state = session.state();
    if (!open || !state.isListed || open.userId !== state.user?.id) return;
    const keeps = farmsOf(state);
    const now = [open.userId, ...keeps].join(' ');
    const isSame = now === kept;
    kept = now;
    const store = await open.store;
    const follow = async (): Promise<void> => {
      if (!isSame) {
        await store.forget(keeps);
        await store.seal({ but: [...keeps, ...left.held()] });
      }
      await unseal(store, ports);
    };
    await storage.opened(() => exclusive(sealingLock(open.userId), follow));
    if (!isSame) left.onSealed();
  };
}

/** What goes on with what was left of farms, sealed or not (left-farms.ts). */
interface LeftSealing {
  /** Farms that are sealed where they are sent from. */
  readonly held: () => readonly string[];
  /** The list of farms was followed: there may be more, or less, that is left. */
  readonly onSealed: () => void;
}

export function forgetLeft(ports: ForgetPorts, current: Current, left: LeftSealing): ForgetLeft {
  const { session, storage, exclusive, farmPorts } = ports;
  const { departures } = storage;
  /** Once in a run of the app: a page that was on its way when somebody left is found by the next start. */
  const tried = new Set<string>();
  let wasIn: string | null = null;
  const forgetFarms = followFarms(ports, current, left);

  session.subscribe(() => {
    const { status, user } = session.state();
    if (status === 'checking') return;
    const gone = departures.all().filter((id) => id !== user?.id);
    if (wasIn !== null && gone.includes(wasIn)) storage.forgetTab();
    wasIn = user?.id ?? null;
    if (wasIn !== null) tried.delete(wasIn);
    for (const userId of gone.filter((id) => !tried.has(id))) {
      tried.add(userId);
      void forgetPerson(ports, userId);
    }
    void forgetFarms();
  });

  return {
    onReturn: async (store, userId) => {
      if (departures.all().includes(userId)) {
        await store.forget([]);
        departures.settle(userId);
      }
      const back = exclusive(sealingLock(userId), () => unseal(store, ports));
      await Promise.race([back, new Promise<void>((resolve) => farmPorts.clock.after(patienceMs, resolve))]);
    },
  };
}
