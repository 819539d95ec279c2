import type { Membership, User } from '../../src/contract/endpoints/session.ts';
import { createNet } from '../../src/app/net/http.ts';
import { createSession, type SessionPorts } from '../../src/app/session/create-session.ts';
import type { Exclusive } from '../../src/app/session/calls.ts';
import type { Session } from '../../src/app/session/session.ts';
import type { KeyValue } from '../../src/app/store/keys.ts';
import { openSelection, openVault } from '../../src/app/session/vault.ts';
import type { AuthRow, AuthStore } from '../../src/app/store/auth-store.ts';

/** A call as it left the phone. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly token: string | null;
  readonly key: string | null;
  /** The word that the device is known by. */
  readonly knownDevice: string | null;
  readonly body: unknown;
}

/** What stands at the other end of the wire. Throws where nothing does. */
export type Wire = (sent: Sent) => Response | Promise<Response>;

export const startMs = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
export const day = 24 * 60 * minute;

/** A token as any server makes them: its own words in the middle. */
export function tokenFor(sub: string, issuedMs: number, lastsMs: number, mark = ''): string {
  const claims = { sub, iat: Math.floor(issuedMs / 1000), exp: Math.floor((issuedMs + lastsMs) / 1000), mark };
  return `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.sign`;
}

export const juan: User = {
  id: 'juan',
  email: 'juan@campo.ar',
  first_name: 'Juan',
  last_name: 'Pérez',
  phone: null,
  is_super_admin: false,
};
export const farms: readonly Membership[] = [
  { organization: { id: 'ombu', name: 'El Ombú' }, role: 'owner' },
  { organization: { id: 'ceibo', name: 'El Ceibo' }, role: 'user' },
];

/** JSON as our API answers it, with its mark. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-api-contract': '1', ...headers },
  });

export const refusal = (status: number, message: string | null, code?: string): Response =>
  json({ ok: false, ...(message !== null && { message }), ...(code && { code }) }, status);

/** The page that a WiFi of a hotel answers to everything. */
export const portal = (status = 200): Response =>
  new Response('<html><body>Bienvenido al WiFi</body></html>', { status, headers: { 'content-type': 'text/html' } });

export const noSignal = (): never => {
  throw new TypeError('Failed to fetch');
};

/** An answer that is given when the test says so. */
export function held(): { readonly answer: Promise<Response>; readonly give: (response: Response) => void } {
  let give: (response: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { answer, give: (response) => give(response) };
}

/** The disk and the keys of one browser: every tab has the same. */
export interface Browser {
  readonly rows: Map<string, AuthRow>;
  readonly keys: Map<string, string>;
  readonly store: AuthStore;
  readonly storage: KeyValue;
  readonly exclusive: Exclusive;
}

export function openBrowser(): Browser {
  const rows = new Map<string, AuthRow>();
  const keys = new Map<string, string>();
  const queues = new Map<string, Promise<unknown>>();
  return {
    rows,
    keys,
    store: {
      read: async () => Promise.resolve(rows.get('auth') ?? null),
      write: async (row) => {
        await Promise.resolve();
        rows.set('auth', row);
      },
      clear: async () => {
        await Promise.resolve();
        rows.clear();
      },
    },
    storage: {
      getItem: (key) => keys.get(key) ?? null,
      setItem: (key, text) => void keys.set(key, text),
      removeItem: (key) => void keys.delete(key),
    },
    exclusive: async (name, task) => {
      const mine = (queues.get(name) ?? Promise.resolve()).then(task, task);
      queues.set(name, mine);
      return await mine;
    },
  };
}

export interface Phone {
  readonly session: Session;
  readonly sent: Sent[];
  readonly browser: Browser;
  /** The hands of the phone's clock; the wire can be changed too. */
  readonly world: { now: number; wire: Wire };
  /** Another tab has changed what is stored. */
  readonly hearOtherTab: () => void;
  /** What was put off falls due. */
  readonly passTime: () => void;
  readonly pathsSent: () => readonly string[];
}

/** What one tab remembers for itself, through its reloads. */
export function openTab(): KeyValue {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}

interface PhoneOptions {
  readonly browser?: Browser;
  readonly tab?: KeyValue;
  readonly isInUse?: () => boolean;
  readonly now?: number;
  /** What the phone does when it hears that it was marked as lost. */
  readonly handOver?: SessionPorts['handOver'];
}

const nothingToHandOver: SessionPorts['handOver'] = async () =>
  Promise.resolve({ is: 'emptied', left: 0, photosLeft: 0, isWhole: true });

/** A tab with the product's own session, over a wire that the test holds. */
export function openPhone(wire: Wire, options: PhoneOptions = {}): Phone {
  const { browser = openBrowser(), tab = openTab(), isInUse = () => false } = options;
  const { now = startMs, handOver = nothingToHandOver } = options;
  const later: (() => void)[] = [];
  const sent: Sent[] = [];
  const world = { now, wire };
  let hearOtherTab = (): void => undefined;
  let ids = 0;
  const net = createNet({
    baseUrl: '',
    knowsMark: () => browser.keys.has('contract'),
    noteMark: () => void browser.keys.set('contract', '1'),
    fetch: async (path, init) => {
      const headers = new Headers(init.headers);
      const call: Sent = {
        method: init.method ?? 'GET',
        path,
        token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
        key: headers.get('idempotency-key'),
        knownDevice: headers.get('x-known-device'),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      };
      sent.push(call);
      return await world.wire(call);
    },
  });
  const session = createSession({
    net,
    vault: openVault(
      () => Promise.resolve(browser.store),
      browser.storage,
      openSelection(browser.storage, tab, () => crypto.randomUUID()),
    ),
    isInUse,
    exclusive: browser.exclusive,
    newId: () => `id-${(ids += 1)}`,
    now: () => world.now,
    handOver,
    after: (_ms, run) => void later.push(run),
    onOtherTab: (listener) => {
      hearOtherTab = listener;
      return () => undefined;
    },
  });
  return {
    session,
    sent,
    browser,
    world,
    hearOtherTab: () => hearOtherTab(),
    passTime: () => {
      for (const run of later.splice(0)) run();
    },
    pathsSent: () => sent.map((call) => call.path),
  };
}

/** The answers of a backend where everything goes well, to build others upon. */
export const goodWire =
  (pair: { readonly token: string; readonly refresh_token: string }, person: User = juan, list = farms): Wire =>
  ({ path }) => {
    if (path === '/api/user') return json({ ok: true, user: person });
    if (path === '/api/organization/my-organizations') return json({ ok: true, organizations: list });
    if (path.startsWith('/api/auth/log-out')) return json({ ok: true });
    if (path.startsWith('/api/auth/')) return json({ ok: true, ...pair });
    return json({ ok: true, rows: [] });
  };

/** A pair that is good for a quarter of an hour and a season. */
export const pairAt = (issuedMs: number, sub = 'juan', mark = '') => ({
  token: tokenFor(sub, issuedMs, 15 * minute, mark),
  refresh_token: tokenFor(sub, issuedMs, 90 * day, mark),
});

/** Leaves a pair, and a person if it is known who it is, on the browser's disk, as an earlier visit would have. */
export function leave(
  { rows, keys }: Browser,
  pair: { readonly token: string; readonly refresh_token: string },
  user: User | null = juan,
): void {
  rows.set('auth', {
    key: 'auth',
    token: pair.token,
    refreshToken: pair.refresh_token,
    attempt: null,
    user,
    organizations: user ? farms : [],
    clockOffsetMs: 0,
  });
  keys.set('token', pair.token).set('refreshToken', pair.refresh_token).set('organizationSelect', 'ceibo');
}
