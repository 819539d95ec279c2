import type { DeviceStorage } from './device-storage.ts';
import type { Exclusive } from './session/calls.ts';
import type { Session, SessionState } from './session/session.ts';
import { placesOfTeam } from './store/sealed-rows.ts';
import type { FarmStore } from './store/store.ts';
import type { Clock } from './sync/ports.ts';

interface ForgetPorts {
  readonly session: Pick<Session, 'state' | 'subscribe' | 'call'>;
  readonly storage: Pick<DeviceStorage, 'openStore' | 'opened' | 'departures' | 'forgetTab' | 'watch'>;
  /** One tab at a time: else one looks for what another seals. */
  readonly exclusive: Exclusive;
  readonly farmPorts: { readonly clock: Pick<Clock, 'after'> };
}

/** The open database; null for none. */
type Current = () => { readonly store: Promise<FarmStore>; readonly userId: string } | null;

/**
 * Deletes the server's copy of farms whose person logged out or left the team, and seals what is unsent (trust.md row 107); undone when he
 * is back.
 */
export interface ForgetLeft {
  /** Called before the farms of a returning person open: finishes forgetting, then unseals. */
  readonly onReturn: (store: FarmStore, userId: string) => Promise<void>;
}

/** A farm opens after so long whatever another tab holds; later rows are taken in then (sealing.ts). */
const patienceMs = 6_000;

const teamsOf = ({ organizations }: SessionState): readonly string[] =>
  organizations.map((item) => item.organization.id);

/** Farms a person may see: the listed ones, and the open one until he leaves it. */
const farmsOf = (state: SessionState): readonly string[] => [
  ...teamsOf(state),
  ...(state.selectedId === null ? [] : [state.selectedId]),
];

/** The lock for sealing and unsealing a person's rows. */
export const sealingLock = (userId: string): string => `sealing:${userId}`;

/** Unseals a person's rows as far as the server can be asked. */
async function unseal(store: FarmStore, { session, storage }: ForgetPorts): Promise<void> {
  const { openSealed } = await import('./sync/device/storage-key.ts');
  const sealed = await openSealed(store, session, placesOfTeam(teamsOf(session.state())));
  if (sealed !== storage.watch.state().sealed) storage.watch.note({ sealed });
}

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

/** Seals and forgets farms that left the person's list; unseals those that came back. */
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

interface LeftSealing {
  /** Farms that seal themselves (left-farms.ts). */
  readonly held: () => readonly string[];
  readonly onSealed: () => void;
}

export function forgetLeft(ports: ForgetPorts, current: Current, left: LeftSealing): ForgetLeft {
  const { session, storage, exclusive, farmPorts } = ports;
  const { departures } = storage;
  /** Once per run: a page that was still being written is found by the next start. */
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
