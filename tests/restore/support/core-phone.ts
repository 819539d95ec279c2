import { openMemoryStore } from '../../support/memory-store.ts';
import { randomUUID } from 'node:crypto';
import { random, clock } from '../../../src/app/device.ts';
import { createNet } from '../../../src/app/net/http.ts';
import { createLiveConnection, type LiveConnection, openSocket } from '../../../src/app/net/live-connection.ts';
import { createSession } from '../../../src/app/session/create-session.ts';
import type { Session } from '../../../src/app/session/session.ts';
import { openSelection, openVault } from '../../../src/app/session/vault.ts';
import type { FarmStore } from '../../../src/app/store/store.ts';
import { openFarm } from '../../../src/app/sync/engine/engine.ts';
import type { Farm } from '../../../src/app/sync/farm.ts';
import type { Hint, Hints, Locks } from '../../../src/app/sync/ports.ts';
import type { Person } from '../../e2e/support/people.ts';
import { type Browser, openBrowser, openTab } from '../../support/phone-session.ts';
import { openPhoneLine, type PhoneLine } from './phone-line.ts';

/** The app's own session, network, live connection, sync and store, without its screens, over a line of its own to a running server. */
export interface CorePhone {
  readonly name: string;
  readonly line: PhoneLine;
  readonly session: Session;
  readonly farm: Farm;
  readonly store: FarmStore;
  /** What the app keeps of the session. */
  readonly kept: Browser;
  readonly setSignal: (hasSignal: boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

function openHints(isConnected: () => boolean): Hints & { readonly give: (hint: Hint) => void } {
  const listeners = new Set<(hint: Hint) => void>();
  return {
    isVisible: () => true,
    isConnected,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    give: (hint) => {
      for (const listener of listeners) listener(hint);
    },
  };
}

/** One app is alone with its outbox. */
const alone: Locks = {
  run: async (_name, _steal, task) => {
    await task();
    return true;
  },
};

function openSession({ address }: PhoneLine, kept: Browser): Session {
  const net = createNet({
    baseUrl: address,
    knowsMark: () => kept.keys.has('contract'),
    noteMark: () => void kept.keys.set('contract', '1'),
    fetch: (path, init) => fetch(path, init),
  });
  return createSession({
    net,
    vault: openVault(
      () => Promise.resolve(kept.store),
      kept.storage,
      openSelection(kept.storage, openTab(), randomUUID),
    ),
    isInUse: () => false,
    exclusive: kept.exclusive,
    newId: randomUUID,
    now: clock.now,
    onOtherTab: () => () => undefined,
    after: clock.after,
    handOver: async () => ({ is: 'not-lost' }),
  });
}

const openLive = ({ address }: PhoneLine, session: Session): LiveConnection =>
  createLiveConnection({
    openSocket: (token) => openSocket(address, token),
    freshToken: session.freshToken,
    selectedId: () => session.state().selectedId,
    after: clock.after,
    fraction: random.fraction,
  });

/** Until the farm is whole on the phone. */
async function untilReady(farm: Farm): Promise<void> {
  for (let waits = 0; waits < 600; waits += 1) {
    if (farm.status().ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The farm did not load');
}

/** Signs somebody in on a new phone and opens his first farm. */
export async function openCorePhone(server: { readonly address: string }, who: Person): Promise<CorePhone> {
  const line = await openPhoneLine(server);
  const kept = openBrowser();
  const session = openSession(line, kept);
  const entered = await session.logIn({ email: who.email, password: who.password });
  if (!entered.ok) throw new Error(`${who.email}: ${entered.problem.message}`);
  const { user, selectedId } = session.state();
  if (!user || !selectedId) throw new Error(`${who.email} has no farm`);
  const live = openLive(line, session);
  const hints = openHints(() => live.status() === 'connected');
  live.onConnect(() => hints.give('connected'));
  hints.subscribe((hint) => hint === 'online' && live.connectNow());
  // As the app does it: whoever comes in again has his records sent.
  let wasIn = true;
  session.subscribe(() => {
    const isIn = session.state().status === 'signed-in';
    if (isIn && !wasIn) hints.give('signed-in');
    wasIn = isIn;
  });
  const store = openMemoryStore();
  const world = { store, net: session, clock, locks: alone, random, hints, live: { subscribe: live.onMessage } };
  const farm = openFarm({ ...world, deviceId: `device-${who.email}`, appBuild: 'test' }, selectedId, user.id);
  farm.start();
  live.start();
  await untilReady(farm);
  return {
    name: who.first_name,
    line,
    session,
    farm,
    store,
    kept,
    setSignal: async (hasSignal) => {
      line.setSignal(hasSignal);
      hints.give(hasSignal ? 'online' : 'offline');
    },
    close: async () => {
      farm.stop();
      live.stop();
      await line.close();
    },
  };
}
