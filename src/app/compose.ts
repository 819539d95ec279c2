import { storageKeys } from '#contract/constants.ts';
import { clock, createHints, exclusive, locks, random, signer } from './device.ts';
import type { StorageStatus } from './features/shell/storage-context.tsx';
import { deviceStorage, type DeviceStorage, openSessionVault } from './device-storage.ts';
import { createFarmHost, type FarmHost } from './farm-host.ts';
import { followTeam } from './follow-team.ts';
import { createNet } from './net/http.ts';
import type { Net } from './net/reply.ts';
import { createLiveConnection, type LiveConnection, openSocket } from './net/live-connection.ts';
import { createSession } from './session/create-session.ts';
import type { Session } from './session/session.ts';
import { forgivingKeys } from './store/keys.ts';
import { isBusy } from './update/busy.ts';
import { openPinLock, type PinLock } from './session/pin-lock.ts';

const baseUrl = String(import.meta.env.VITE_API_URL ?? '');
const markKey = 'contract';

const device = { clock, locks, random, signer };
const host = { newId: random.key, exclusive };

const onOtherTab = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === storageKeys.token || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

const openNet = (): Net =>
  createNet({
    baseUrl,
    appVersion: __APP_BUILD__,
    fetch: (input, init) => fetch(input, init),
    knowsMark: () => localStorage.getItem(markKey) !== null,
    noteMark: () => {
      if (localStorage.getItem(markKey) === null) forgivingKeys(localStorage).setItem(markKey, '1');
    },
  });

export interface App {
  readonly session: Session;
  readonly farms: FarmHost;
  readonly live: LiveConnection;
  readonly storage: StorageStatus;
  readonly waitingOfOthers: DeviceStorage['eviction']['waitingOfOthers'];
  readonly start: () => Promise<void>;
}

/** Wires the real clock, network, disk and locks together. */
export function compose(): App {
  const storage = deviceStorage();
  const session = createSession({
    net: openNet(),
    vault: openSessionVault(random.key),
    isInUse,
    ...host,
    now: clock.now,
    onOtherTab,
    after: clock.after,
    handOver: storage.handOver,
  });
  const live = createLiveConnection({
    openSocket: (token) => openSocket(baseUrl, token),
    freshToken: session.freshToken,
    selectedId: () => session.state().selectedId,
    after: clock.after,
    fraction: random.fraction,
  });
  const hints = createHints(() => live.status() === 'connected');
  live.onConnect(() => hints.give('connected'));
  hints.subscribe((hint) => {
    if (hint === 'online' || hint === 'visible') live.connectNow();
  });
  followTeam({ session, live, hints });
  const farms = createFarmHost({
    session,
    storage,
    loadEngine: () => import('./sync/engine/engine.ts'),
    ...host,
    farmPorts: {
      ...device,
      net: session,
      clockOffsetMs: session.clockOffsetMs,
      hints,
      live: { subscribe: live.onMessage },
      appBuild: __APP_BUILD__,
    },
  });
  followSession(session, live, () => hints.give('signed-in'));
  return {
    session,
    farms,
    live,
    storage: storage.statusFor(session),
    waitingOfOthers: storage.eviction.waitingOfOthers,
    // A session that the disk cannot read is not signed out.
    start: async () => void (await storage.opened(session.start)),
  };
}

/** Keeps the live connection up while signed in, in the room of the selected farm (product.md §4). */
function followSession(session: Session, live: LiveConnection, onSignIn: () => void): void {
  let before = session.state();
  session.subscribe(() => {
    const after = session.state();
    const isIn = after.status === 'signed-in';
    if (isIn && before.status !== 'signed-in') {
      // After the first paint: no screen waits for the socket's code.
      requestIdle(() => live.start());
      onSignIn();
    }
    if (!isIn && before.status === 'signed-in') live.stop();
    if (after.selectedId !== before.selectedId) live.follow();
    before = after;
  });
}

const requestIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: 2000 });
  else setTimeout(run, 200);
};

/** What was pressed on this page, the press that the document kept too: its form may still be on its way. */
let isPressed = false;
window.addEventListener('click', () => (isPressed = true), { capture: true, once: true });

/** Whether the person may be in the middle of something: anywhere but on an untouched first screen with nothing over it. */
const isInUse = (): boolean =>
  isPressed ||
  isBusy() ||
  !['/', '/log-in', '/dashboard'].includes(window.location.pathname) ||
  window.location.search !== '';

/** This page's PIN lock. */
export const openPageLock = (session: Session): PinLock =>
  openPinLock({
    session,
    keys: forgivingKeys(localStorage),
    tabKeys: forgivingKeys(sessionStorage),
    now: clock.now,
    onHidden: (listener) =>
      document.addEventListener('visibilitychange', () => listener(document.visibilityState === 'hidden')),
  });
