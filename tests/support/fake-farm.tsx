import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, configure, render } from '@testing-library/react';
import { Dexie } from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import type { ReactElement } from 'react';
import { FarmsContext, type useLeftRecords } from '../../src/app/platform/current-farm.tsx';
import { FarmContext } from '../../src/app/platform/farm-context.tsx';
import { LiveConnectionContext } from '../../src/app/platform/live-connection-context.tsx';
import { SessionContext } from '../../src/app/platform/session-context.tsx';
import { UpdatesProvider } from '../../src/app/features/shell/updates-context.tsx';
import { type Session, type SessionState, signedOut } from '../../src/app/session/session.ts';
import { noHabits } from '../../src/app/store/habits.ts';
import type { Deletion, Farm, FarmActs, FarmViews, MovementView, Saved } from '../../src/app/sync/farm.ts';
import type { PendingView, SaveProblem, SyncStatus, ThingView } from '../../src/app/sync/farm.ts';
import type { FarmBlobs } from '../../src/app/sync/blobs/farm-blobs.ts';
import type { FilesToHandOver, SealStanding } from '../../src/app/sync/handover/handover.ts';
import type { ThingName, ThingRows } from '../../src/app/sync/things/things.ts';
import type { Updates } from '../../src/app/update/updates.ts';
import type { User } from '../../src/contract/endpoints/session.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { invoiceRef, recordsOf } from '../../src/domain/office/invoice-refs.ts';
import { noThings, sentInvoices } from './sent-invoices.ts';
import type { Role } from '../../src/domain/people/roles.ts';
import { type Result, success } from '../../src/domain/result.ts';
import { fakeNames } from './fake-names.ts';
import { noUpdates } from './no-updates.ts';
import { farmRows } from './sim/farm-rows.ts';

// A machine that does much else at once is slow, not broken.
configure({ asyncUtilTimeout: 5_000 });

// Screens ask the farm through live queries, which answer nothing where there is no database at all.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

/** Something a person did on a farm: the name of the act and what it was given. */
type Done = readonly [act: keyof FarmActs | 'saveDraft', ...given: unknown[]];
type Rows<K extends keyof FarmViews> = Awaited<ReturnType<FarmViews[K]>>;

/** What the farm answers: plain values, each left out where the test does not care. */
export interface FarmValues {
  readonly movements: readonly MovementView[];
  readonly lots: Rows<'lots'>;
  readonly rodeos: Rows<'rodeos'>;
  readonly campos: Rows<'campos'>;
  readonly categories: Rows<'categories'>;
  readonly members: Rows<'members'>;
  readonly stock: Rows<'stock'>;
  readonly rain: Rows<'rainByMonth'>;
  readonly things: { readonly [S in ThingName]?: readonly ThingView<ThingRows[S]>[] };
  readonly kardex: Rows<'kardex'>;
  readonly invoices: Rows<'invoices'>;
  readonly duplicate: MovementView | readonly MovementView[] | null;
  readonly pending: readonly PendingView[];
  readonly sentToday: readonly PendingView[];
  readonly payloads: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly habits: Rows<'habits'>;
  readonly restored: Rows<'restored'>;
  readonly campaignStart: string;
  readonly drafts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly status: SyncStatus;
  readonly blobs: Partial<FarmBlobs>;
  readonly filesToHandOver: FilesToHandOver;
  readonly isSealed: boolean;
  readonly sealOfPackage: SealStanding;
  /** How deleting several movements ends. */
  readonly deleted: Result<Deletion, SaveProblem>;
  /** How every save ends. */
  readonly saved: Result<Saved, SaveProblem>;
}

/** Nothing waits, the server answers, the farm is whole. */
export const calm: SyncStatus = {
  reach: 'reachable',
  waiting: 0,
  waitingSince: null,
  sending: null,
  withError: 0,
  needsSignIn: false,
  mustUpdate: false,
  noSpace: false,
  turnedBack: false,
  isBehind: false,
  skewMs: 0,
  lastSentAt: null,
  preparing: null,
  arriving: null,
  ready: true,
};

const lotViews: Rows<'lots'> = farmRows.lots.map((lot) => ({
  lot,
  state: 'enviado',
  problem: null,
  pendingOp: null,
  heads: farmRows.cells.filter((cell) => cell.lot_id === lot.id).reduce((sum, cell) => sum + cell.head, 0),
}));

const rodeoViews: Rows<'rodeos'> = farmRows.rodeos.map((rodeo) => {
  const cells = farmRows.cells.filter((cell) => cell.rodeo_id === rodeo.id);
  return { rodeo, heads: cells.reduce((sum, cell) => sum + cell.head, 0), lotIds: cells.map((cell) => cell.lot_id) };
});

/** Cría with 60 cows in El Ombú, Invernada with 80 novillitos in El Bajo; nothing recorded yet. */
const usual: FarmValues = {
  movements: [],
  lots: lotViews,
  rodeos: rodeoViews,
  campos: farmRows.campos,
  categories: farmRows.categories.map((category) => ({
    ...category,
    min_age_months: category.id === 'ternero' ? 0 : null,
  })),
  members: farmRows.members,
  stock: farmRows.cells.map(({ lot_id: lot, rodeo_id: rodeo, category_id: category, head }) => {
    return { lot, rodeo, category, head };
  }),
  rain: {},
  things: {},
  kardex: { lines: [], more: false },
  invoices: [],
  duplicate: null,
  pending: [],
  sentToday: [],
  payloads: {},
  habits: noHabits,
  restored: null,
  campaignStart: '07-01',
  drafts: {},
  status: calm,
  blobs: {},
  filesToHandOver: { photos: 0, voices: 0, bytes: 0, left: 0 },
  isSealed: true,
  sealOfPackage: 'verified',
  deleted: success({ count: 2, kept: 0, opIds: ['op-1', 'op-2'], unsent: 0, undo: async () => Promise.resolve(2) }),
  saved: success({ opId: 'op-1', entityId: 'movement-1' }),
};

const viewsOf = (values: FarmValues): FarmViews => ({
  lastTen: async () => Promise.resolve(values.movements.slice(0, 10)),
  page: async () => Promise.resolve({ items: values.movements, next: null }),
  invoiced: async (_invoiceId, named) =>
    Promise.resolve(named.map((id) => values.movements.find((view) => view.movement.id === id) ?? null)),
  movement: async (id) => Promise.resolve(values.movements.find((view) => view.movement.id === id) ?? null),
  lots: async () => Promise.resolve(values.lots),
  lastMovementDays: async () => Promise.resolve(new Map()),
  lot: async (id) => Promise.resolve(values.lots.find((view) => view.lot.id === id) ?? null),
  rodeos: async () => Promise.resolve(values.rodeos),
  campos: async () => Promise.resolve(values.campos),
  categories: async () => Promise.resolve(values.categories),
  members: async () => Promise.resolve(values.members),
  names: async () => Promise.resolve(fakeNames(values)),
  stock: async () => Promise.resolve(values.stock),
  things: async (subject) => Promise.resolve(values.things[subject] ?? []),
  thing: async (subject, id) =>
    Promise.resolve((values.things[subject] ?? []).find((view) => view.row.id === id) ?? null),
  holdings: async () =>
    Promise.resolve({ lots: values.lots, members: values.members, things: { ...noThings, ...values.things } }),
  kardex: async () => Promise.resolve(values.kardex),
  invoices: async () => Promise.resolve(values.invoices),
  invoicesOf: async (ids) =>
    Promise.resolve(
      new Map(
        values.invoices.flatMap((one) =>
          recordsOf(one)
            .filter((id) => ids.includes(id))
            .map((id) => [id, invoiceRef(one)] as const),
        ),
      ),
    ),
  rainByMonth: async () => Promise.resolve(values.rain),
  possibleDuplicates: async () => Promise.resolve([values.duplicate ?? []].flat()),
  pending: async () => Promise.resolve(values.pending),
  sentToday: async () => Promise.resolve(values.sentToday),
  pendingPayload: async (opId) => Promise.resolve(values.payloads[opId] ?? null),
  restored: async () => Promise.resolve(values.restored),
  campaignStart: async () => Promise.resolve(values.campaignStart),
  habits: async () => Promise.resolve(values.habits),
  draft: async (key) => Promise.resolve(values.drafts[key] ?? null),
});

export interface FakeFarm extends Farm {
  /** What was done on it, in order. */
  readonly done: Done[];
}

/** A farm made of plain values: it answers what it is given, and writes down what is done to it. */
export function fakeFarm(given: Partial<FarmValues> = {}): FakeFarm {
  const all = { ...usual, ...given };
  const values = { ...all, things: { invoice: sentInvoices(all.invoices), ...all.things } };
  const { filesToHandOver: files } = values;
  const done: Done[] = [];
  const noting =
    <T,>(name: Done[0], answer: T) =>
    async (...what: unknown[]): Promise<T> => {
      done.push([name, ...what]);
      return Promise.resolve(answer);
    };
  return {
    organizationId: 'ombu',
    done,
    views: viewsOf(values),
    blobs: {
      keep: async () => Promise.resolve(success('a'.repeat(64))),
      open: async () => Promise.resolve({ is: 'away' }),
      here: async () => Promise.resolve(null),
      waiting: async () => Promise.resolve({ photos: 0, voices: 0, papers: 0, refused: 0 }),
      papers: async () => Promise.resolve([]),
      refused: async () => Promise.resolve([]),
      discard: async () => Promise.resolve(),
      ...values.blobs,
    },
    acts: {
      recordMovement: noting('recordMovement', values.saved),
      recordMovements: noting('recordMovements', values.saved),
      editMovement: noting('editMovement', values.saved),
      deleteMovement: noting('deleteMovement', values.saved),
      deleteMovements: noting('deleteMovements', values.deleted),
      createLot: noting('createLot', values.saved),
      editLot: noting('editLot', values.saved),
      seeWater: noting('seeWater', values.saved),
      deleteLot: noting('deleteLot', values.saved),
      orderLots: noting('orderLots', values.saved),
      createThing: noting('createThing', values.saved),
      editThing: noting('editThing', values.saved),
      deleteThing: noting('deleteThing', values.saved),
      countAnimals: noting('countAnimals', values.saved),
      editCount: noting('editCount', values.saved),
      countSupplies: noting('countSupplies', values.saved),
      correct: noting('correct', values.saved),
      undo: noting('undo', true),
      retry: noting('retry', undefined),
      discard: noting('discard', undefined),
      sendNow: noting('sendNow', undefined),
      exportPending: noting('exportPending', success({ text: '{}', files, isSealed: values.isSealed })),
      lookInto: noting('lookInto', success({ author: 'Caro Díaz', count: 2, files: 0, seal: values.sealOfPackage })),
      takeIn: noting('takeIn', success({ added: 2, known: 0, files: 0, filesLeft: 0 })),
    },
    status: () => values.status,
    onStatus: () => () => undefined,
    onRows: () => () => undefined,
    saveDraft: noting('saveDraft', true),
    canBeLeft: () => Promise.resolve(values.isSealed),
    start: () => undefined,
    stop: () => undefined,
  };
}

/** A movement as a list has it; what the test cares about on top. */
export function movementView(
  movement: Partial<Movement> = {},
  rest: Partial<Omit<MovementView, 'movement'>> = {},
): MovementView {
  return {
    movement: {
      id: 'movement-1',
      type: 'BIRTH',
      date: '2026-11-05',
      count: {},
      rodeoId: 'cria',
      detail: null,
      reference: null,
      animals: [],
      organization_id: 'ombu',
      created_at: '2026-11-05T20:04:00.000Z',
      updated_at: '2026-11-05T20:04:00.000Z',
      created_by: 'ana',
      version: 1,
      deleted: false,
      metadata: { lot_id: 'ombu', deletedBy: null, editHistory: [] },
      ...movement,
    },
    key: movement.id ?? 'movement-1',
    state: 'enviado',
    problem: null,
    summary: '2 terneros al pie · El Ombú',
    author: 'Ana Paz',
    lines: [],
    pendingOp: null,
    canUndo: false,
    isOnlyHere: false,
    ...rest,
  };
}

const ana: User = {
  id: 'ana',
  email: 'ana@campo.ar',
  first_name: 'ana',
  last_name: 'PAZ',
  phone: null,
  is_super_admin: false,
};

/** Ana, signed in with a role; what the test cares about on top. */
export function fakeSession(role: Role = 'owner', changes: Partial<SessionState> = {}): Session {
  const state: SessionState = {
    ...signedOut,
    status: 'signed-in',
    user: ana,
    organizations: [{ organization: { id: 'ombu', name: 'El Ombú' }, role }],
    selectedId: 'ombu',
    role,
    ...changes,
  };
  const done = async () => Promise.resolve(success(null));
  return {
    state: () => state,
    subscribe: () => () => undefined,
    start: async () => Promise.resolve(),
    logIn: done,
    signUp: done,
    logOut: async () => Promise.resolve(null),
    select: () => undefined,
    createOrganization: done,
    reloadOrganizations: async () => Promise.resolve(true),
    onReply: () => () => undefined,
    call: async () => Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' }),
    send: async () => Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' }),
    enter: done,
    leave: async () => Promise.resolve(),
    clockOffsetMs: () => 0,
    freshToken: async () => Promise.resolve(null),
  };
}

const nothingLeft: ReturnType<typeof useLeftRecords> = { farms: [], elsewhere: 0 };

interface Around {
  /** Records of farms that the person is not on any more. */
  readonly leftRecords?: typeof nothingLeft;
  readonly farm?: Farm;
  readonly session?: Session;
  readonly updates?: Updates;
  /** The sentence of the live connection, where it does not stand. */
  readonly liveFailure?: string | null;
  /** Who listens to the live connection; a test says something to them. */
  readonly ears?: Set<(message: unknown) => void>;
}

export interface Rendered {
  /** The address where the person stands now. */
  readonly address: () => string;
}

/** Kept before a test may put another clock in its place. */
const realTimeout = setTimeout;
const step = (): Promise<void> =>
  new Promise((resolve) => {
    realTimeout(resolve, 10);
  });

/** The farm's answers take a moment, longer on a slow machine; a screen that waits for ever is left to the test. */
async function answered(): Promise<void> {
  for (let steps = 0; steps < 50 && document.body.textContent.includes('Cargando…'); steps += 1) await act(step);
}

/** A screen with everything that screens stand in: session, farm, updates and a router that goes nowhere by itself. */
export async function renderScreen(screen: ReactElement, around: Around = {}): Promise<Rendered> {
  const { farm = fakeFarm(), session = fakeSession(), updates = noUpdates, liveFailure, ears = new Set() } = around;
  const { leftRecords = nothingLeft } = around;
  const live = {
    status: () => (liveFailure === undefined ? ('connected' as const) : ('reconnecting' as const)),
    failure: () => liveFailure ?? null,
    onStatus: () => () => undefined,
    onConnect: () => () => undefined,
    onMessage: (ear: (message: unknown) => void) => {
      ears.add(ear);
      return () => void ears.delete(ear);
    },
  };
  const root = createRootRoute({ component: () => screen, notFoundComponent: () => null });
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await router.load();
  await act(async () => {
    render(
      <SessionContext value={session}>
        <UpdatesProvider updates={updates}>
          <FarmsContext value={{ current: () => farm, left: () => leftRecords, subscribe: () => () => undefined }}>
            <FarmContext value={farm}>
              <LiveConnectionContext value={live}>
                <RouterProvider router={router as never} />
              </LiveConnectionContext>
            </FarmContext>
          </FarmsContext>
        </UpdatesProvider>
      </SessionContext>,
    );
    await Promise.resolve();
  });
  await answered();
  return { address: () => router.state.location.pathname };
}
