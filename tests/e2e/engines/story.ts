import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { headingOf } from '../every-route/headings.ts';
import { call } from '../support/people.ts';
import { farmStops, walkers } from '../support/routes.ts';
import { createServerProcess, type ServerProcess } from '../support/server-process.ts';
import { type Engine, type EngineWindow, inPage } from './engine.ts';
import { button, type Hand, handOf, lookAround, type Place, recordAnimal, recordRain } from './hand.ts';
import { type Line, openLine } from './line.ts';

/** Noise that browsers make by themselves when a line is cut: not the product's errors. */
const isNoise = (text: string): boolean =>
  /net::ERR_|Failed to load resource|WebSocket connection|can.t establish a connection|Could not connect|Fetch API cannot load/.test(
    text,
  );

interface Movement {
  readonly id: string;
  readonly type: string;
  readonly deleted: boolean;
}

interface Cell {
  readonly lot_id: string | null;
  readonly category_id: string;
  readonly count: number;
}

/** The demonstration's farm, asked without any browser. */
interface Book {
  readonly movements: () => Promise<readonly Movement[]>;
  readonly cowPlaces: readonly Place[];
}

async function openBook(server: ServerProcess): Promise<Book> {
  const { email, password } = walkers.owner;
  const token = String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);
  const mine = await call(server, 'GET', '/api/organization/my-organizations', { token });
  const [held] = mine['organizations'] as readonly { readonly organization: { readonly id: string } }[];
  const read = async <T>(path: string, part: string): Promise<readonly T[]> =>
    (await call(server, 'GET', `${path}/${held?.organization.id ?? ''}`, { token }))[part] as readonly T[];
  const categories = await read<{ id: string; name: string }>('/api/animal-categories', 'categories');
  const cow = categories.find(({ name }) => name === 'Vaca')?.id;
  const lots = await read<{ id: string; name: string }>('/api/lot/info', 'lots');
  const rodeos = await read<{ name: string; animals: readonly Cell[] }>('/api/rodeo', 'rodeos');
  const cowPlaces = rodeos.flatMap(({ name: rodeo, animals }) =>
    animals
      .filter(({ category_id, count }) => category_id === cow && count > 3)
      .map(({ lot_id }) => ({ rodeo, lot: lots.find(({ id }) => id === lot_id)?.name ?? 'Sin lote' })),
  );
  return { movements: () => read<Movement>('/api/movement/all', 'movements'), cowPlaces };
}

const follow = (window: EngineWindow, path: string): Promise<unknown> =>
  window.ask(
    inPage((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path),
  );

/** The main story of the product, told in an engine: its name goes before each fact. */
export function tellStory(name: string, engine: Engine): void {
  test.describe.configure({ mode: 'serial' });
  const missing = engine.missing();
  test.skip(missing !== null, missing ?? '');

  let server: ServerProcess;
  let line: Line;
  let profile: string;
  let window: EngineWindow;
  let hand: Hand;
  let book: Book;
  let before: ReadonlySet<string>;
  const errors: string[] = [];

  const open = async (): Promise<void> => {
    window = await engine.open(profile, (error) => {
      if (!isNoise(error)) errors.push(error);
    });
    hand = handOf(window);
  };
  const go = (path: string): Promise<void> => window.go(`${line.address}${path}`);
  const arrives = async (route: string): Promise<void> => {
    const heading = headingOf(route, 'owner');
    const isThere = async (): Promise<void> => {
      const { heading: said, isBusy, broken } = await lookAround(window);
      expect({ isBusy, broken }, route).toEqual({ isBusy: false, broken: null });
      expect(said, route).toMatch(heading instanceof RegExp ? heading : new RegExp(`^${heading}$`));
    };
    await expect(isThere).toPass({ intervals: [50, 100, 200], timeout: 20_000 });
  };
  const recordThree = async (mm: number): Promise<void> => {
    await recordAnimal(hand, 'Nacimiento', book.cowPlaces, 'Ternero al pie');
    await recordRain(hand, mm);
    await recordAnimal(hand, 'Muerte', book.cowPlaces, 'Vaca');
  };
  const arrived = async (): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {};
    for (const { id, type } of await book.movements()) if (!before.has(id)) counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  };

  test.beforeAll(async () => {
    server = await createServerProcess(undefined, {}, true);
    await server.start();
    line = await openLine(server);
    book = await openBook(server);
    before = new Set((await book.movements()).map(({ id }) => id));
    profile = await mkdtemp(join(tmpdir(), 'tranquera-engine-'));
    await open();
  });

  // No picture comes with a failure: the window is not the runner's own.
  test.afterEach(async () => {
    const { status, expectedStatus } = test.info();
    if (status === expectedStatus) return;
    const page = await window.ask('location.href + document.documentElement.outerHTML').catch(String);
    await test.info().attach('the page', { body: [...errors, page].join('\n'), contentType: 'text/plain' });
  });

  test.afterAll(async () => {
    await window?.close();
    await line?.cut();
    await server?.close();
    if (profile) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  test(`${name} signs in, and every screen opens under its own name`, async () => {
    await go('/log-in');
    await hand.type({ role: 'field', name: '^Correo electrónico' }, walkers.owner.email);
    await hand.type({ role: 'field', name: '^Contraseña' }, walkers.owner.password);
    await hand.press(button('^Ingresar$'));
    await hand.sees(button('Al día'));
    await window.ask('navigator.serviceWorker.ready.then(() => true)');
    for (const { route, path } of await farmStops(server)) {
      await follow(window, path);
      await arrives(route);
    }
    expect(errors).toEqual([]);
  });

  test(`${name} records with signal, and each record is on the server at once`, async () => {
    await go('/dashboard');
    await arrives('dashboard');
    await recordThree(10);
    await hand.sees(button('Al día'));
    await expect.poll(arrived).toEqual({ BIRTH: 1, RAIN: 1, DEATH: 1 });
  });

  test(`${name} records with the line cut, and Pendientes says what waits`, async () => {
    await line.cut();
    await recordThree(25);
    await hand.sees(button('3 pendientes'));
    await hand.press(button('3 pendientes'));
    await hand.sees([{ role: 'dialog' }, { role: 'heading', name: String.raw`^Por enviar \(3\)$` }]);
  });

  test(`${name} is closed, opened again with the line cut, and has everything`, async () => {
    await window.close();
    await open();
    for (const route of ['dashboard', 'data', 'lots', 'configuration', 'dashboard']) {
      await go(`/${route}`);
      await arrives(route);
      await hand.sees(button('3 pendientes'));
    }
    // An engine may show the page that was left as it stood: it answers all the same.
    await window.ask('setTimeout(() => history.back()), true');
    await arrives('configuration');
    await hand.sees(button('3 pendientes'));
    await go('/dashboard');
    await arrives('dashboard');
    await recordRain(hand, 10);
    await hand.sees(button('4 pendientes'));
  });

  test(`${name} gets its line back, and sends each record once by itself`, async () => {
    await line.restore();
    await hand.sees(button('Al día'), 60_000);
    await expect.poll(arrived).toEqual({ BIRTH: 2, RAIN: 3, DEATH: 2 });
    await go('/dashboard?pendientes=1');
    await hand.sees({ role: 'dialog' });
    expect(await hand.has([{ role: 'dialog' }, { role: 'heading', name: '^Por enviar' }])).toBe(false);
    expect(errors).toEqual([]);
  });
}
