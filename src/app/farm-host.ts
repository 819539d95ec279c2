import { createListeners } from '#domain/listeners.ts';
import type { DeviceStorage } from './device-storage.ts';
import { forgetLeft, type ForgetLeft, sealingLock } from './forget-left.ts';
import { holdLeftFarms, type LeftRecords } from './left-farms.ts';
import type { Exclusive } from './session/calls.ts';
import type { Session, SessionState } from './session/session.ts';
import type { FarmStore } from './store/store.ts';
import type { FarmPorts } from './sync/engine/engine.ts';
import type { Farm } from './sync/farm.ts';

interface HostPorts {
  readonly session: Pick<Session, 'state' | 'subscribe' | 'call'>;
  /** Loaded after the first page, which needs no engine. */
  readonly loadEngine: () => Promise<{
    readonly openFarm: (ports: FarmPorts, organizationId: string, userId: string) => Farm;
  }>;
  readonly farmPorts: Omit<FarmPorts, 'store' | 'deviceId'>;
  readonly newId: () => string;
  readonly exclusive: Exclusive;
  readonly storage: Pick<DeviceStorage, 'openStore' | 'opened' | 'eviction' | 'watch' | 'departures' | 'forgetTab'>;
}

/** Holds the one open farm: the selected organization of the signed-in person. */
export interface FarmHost {
  readonly current: () => Farm | null;
  readonly left: () => LeftRecords;
  readonly subscribe: (listener: () => void) => () => void;
}

interface Opened {
  readonly key: string;
  readonly farm: Farm | null;
  readonly store: Promise<FarmStore>;
  readonly userId: string;
}

const unsentOn = (farm: Farm): number => farm.status().waiting + farm.status().withError;
const keyOf = ({ user, selectedId }: SessionState): string | null => user && `${user.id} ${selectedId ?? ''}`;
const deaf = { subscribe: () => () => undefined };

/** Gives what opens a person's farms; null if the disk does not open or the session moved on. */
async function opener(
  { storage, loadEngine, newId, farmPorts }: HostPorts,
  { store: opening, userId }: Pick<Opened, 'store' | 'userId'>,
  onReturn: ForgetLeft['onReturn'],
  isCurrent: () => boolean,
): Promise<((organizationId: string, live: FarmPorts['live']) => Farm) | null> {
  const [store, engine] = await Promise.all([opening, loadEngine()]);
  const deviceId = await storage.opened(async () => {
    await onReturn(store, userId);
    return store.keepOnce('deviceId', newId());
  });
  if (deviceId === null || !isCurrent()) return null;
  storage.watch.note({ erased: storage.eviction.onOpen(userId, deviceId) });
  return (organizationId, live) => {
    const farm = engine.openFarm({ ...farmPorts, live, store, deviceId }, organizationId, userId);
    farm.onStatus(() => storage.eviction.onUnsent(userId, organizationId, unsentOn(farm)));
    return farm;
  };
}

const leftPortsOf = (
  { farmPorts, exclusive }: HostPorts,
  userId: string,
  open: (organizationId: string, live: FarmPorts['live']) => Farm,
) => ({
  ...farmPorts,
  exclusive: <T>(task: () => Promise<T>) => exclusive(sealingLock(userId), task),
  openFarm: (id: string) => open(id, deaf),
});

/** Follows the session: another person opens another database, another organization another farm in it. */
export function createFarmHost(ports: HostPorts): FarmHost {
  const { storage, session } = ports;
  const { tell, subscribe } = createListeners();
  const left = holdLeftFarms(tell);
  let opened: Opened | null = null;
  const isOpenFor = (key: string): boolean => opened?.key === key;

  const onTeam = watchStanding(session, () => opened?.farm ?? null, storage.opened);

  /** Does nothing until the engine is loaded. */
  let lookAtLeft = (): Promise<unknown> => Promise.resolve();

  const openAll = async ({ key, store, userId }: Opened): Promise<void> => {
    const open = await opener(ports, { store, userId }, forget.onReturn, () => isOpenFor(key));
    if (open === null) return;
    const { selectedId } = session.state();
    const farm = selectedId ? open(selectedId, ports.farmPorts.live) : null;
    opened = { key, farm, store, userId };
    farm?.start();
    tell();
    onTeam();
    const leftPorts = { ...leftPortsOf(ports, userId, open), store: await store };
    lookAtLeft = () =>
      storage.opened(async () => {
        if (isOpenFor(key)) await left.look(leftPorts, session.state());
      });
    await lookAtLeft();
  };

  const follow = async (): Promise<void> => {
    const { user } = session.state();
    const key = keyOf(session.state());
    if (key === (opened?.key ?? null)) return;
    const before = opened;
    opened = null;
    left.close();
    tell();
    before?.farm?.stop();
    if (before && before.userId !== user?.id) void before.store.then((theirs) => theirs.close());
    if (!key || !user || isOpenFor(key)) return;
    const store = before?.userId === user.id ? before.store : storage.openStore(user.id);
    const begun = { key, farm: null, store, userId: user.id };
    opened = begun;
    await openAll(begun);
  };

  session.subscribe(() => void follow());
  const forget = forgetLeft(ports, () => opened, { held: left.held, onSealed: () => void lookAtLeft() });
  return {
    current: () => opened?.farm ?? null,
    left: left.records,
    subscribe,
  };
}

/** What the server answers off the team, or to too low a role. */
const byStanding: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN']);

/** Resends what was refused because of its author's role or team, now restored. Each is judged anew under its key (decision 8). */
async function offerAgain(farm: Farm): Promise<void> {
  const pending = await farm.views.pending();
  for (const { opId, state, problem } of pending) {
    if (state === 'con_error' && problem && byStanding.has(problem.code)) await farm.acts.retry(opId);
  }
}

/** Watches for the person's return to the open farm; gives what to call when a farm opens. */
function watchStanding(
  session: Pick<Session, 'state' | 'subscribe'>,
  current: () => Farm | null,
  guarded: (task: () => Promise<void>) => Promise<unknown>,
): () => void {
  let wasOffTeam = false;
  const onTeam = (): void => {
    const farm = current();
    if (farm && !session.state().isOffTeam) void guarded(() => offerAgain(farm));
  };
  session.subscribe(() => {
    const { isOffTeam } = session.state();
    if (wasOffTeam && !isOffTeam) onTeam();
    wasOffTeam = isOffTeam;
  });
  return onTeam;
}
