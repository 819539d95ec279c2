import { io, type Socket } from 'socket.io-client';
import { constants, roomOf } from '../../contract/constants.ts';
import { type LiveActionName, liveActions } from '../../contract/live.ts';
import type { Group } from '../book.ts';
import { keeps, onFarm, type Recipe, requestOf } from '../recipe.ts';
import { examSentences as says } from '../sentences.ts';
import { examDay, textAt, type World } from '../world.ts';

interface LiveMessage {
  readonly action: string;
  readonly [part: string]: unknown;
}

interface LiveListener {
  readonly received: readonly LiveMessage[];
  readonly refusal: string | null;
  readonly tell: (event: string, sent: unknown) => Promise<unknown>;
  readonly write: (frame: string) => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

const patienceMs = 5_000;

async function openLiveListener(base: string, token: string): Promise<LiveListener> {
  const socket: Socket = io(base, {
    path: constants.socketPath,
    query: { token },
    transports: ['websocket'],
    reconnection: false,
    timeout: patienceMs,
    forceNew: true,
  });
  const received: LiveMessage[] = [];
  socket.on('message', (message: LiveMessage) => received.push(message));
  const refusal = await new Promise<string | null>((resolve) => {
    socket.on('connect', () => resolve(null));
    socket.on('connect_error', (error) => resolve(error.message));
  });
  return {
    received,
    refusal,
    tell: (event, sent) => socket.timeout(patienceMs).emitWithAck(event, sent),
    write: (frame) => void socket.io.engine.write(frame),
    isOpen: () => socket.connected,
    close: () => void socket.disconnect(),
  };
}

/** Waits up to five seconds for a condition; returns whether it holds. */
async function soon(holds: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < patienceMs && !holds(); waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return holds();
}

const aVaca = { organization_id: '{org}', lot_id: '{live lot}', animal_type: '{category Vaca}' };
const categoryAt = { id: 'live category' };
const rain = (mm: number) => ({ date: examDay, mm });

/** Acts, and the actions of which any may report each (product.md §4). In order: each needs the things made before. */
const acts: readonly (readonly [actions: readonly LiveActionName[], act: Recipe])[] = [
  [['update-organization'], onFarm('PUT /api/organization/{org}', 'ana', { name: 'Examen en vivo' })],
  [
    ['lot-created'],
    onFarm('POST /api/lot/create/{org}', 'ana', { name: 'El Vivo', hectares: 5 }, { keep: keeps('lot', 'live lot') }),
  ],
  [['lot-updated'], onFarm('PUT /api/lot/edit/{org}', 'ana', { id: '{live lot}', hectares: 6 })],
  [
    ['lots-sync', 'update-lots'],
    onFarm('PUT /api/lot/order/{org}', 'ana', { items: [{ id: '{live lot}', order: 9 }] }),
  ],
  [
    ['animal-updated', 'animal-count-changed'],
    onFarm('POST /api/lot/animal/update/{id}', 'ana', { ...aVaca, count: 3 }, { at: { id: 'category Vaca' } }),
  ],
  [
    ['animal-updated', 'animal-count-changed', 'lot-updated'],
    onFarm('POST /api/lot/animal/delete/{id}', 'ana', aVaca, { at: { id: 'category Vaca' } }),
  ],
  [['lot-deleted'], onFarm('DELETE /api/lot/delete/{org}/{lotId}', 'ana', null, { at: { lotId: 'live lot' } })],
  [
    ['movement-created'],
    onFarm('POST /api/movement/weather/rain/{org}', 'ana', rain(4), { keep: keeps('movement', 'live rain') }),
  ],
  [
    ['movement-updated'],
    onFarm('PUT /api/movement/weather/rain/{org}/{id}', 'ana', rain(5), { at: { id: 'live rain' } }),
  ],
  [
    ['movement-deleted'],
    onFarm('DELETE /api/movement/delete/{org}/{movementId}', 'ana', null, { at: { movementId: 'live rain' } }),
  ],
  [
    ['category-created', 'categories-sync'],
    onFarm('POST /api/animal-categories/{org}', 'ana', { name: 'Viva' }, { keep: keeps('category', 'live category') }),
  ],
  [
    ['category-updated', 'categories-sync'],
    onFarm('PUT /api/animal-categories/{org}/{id}', 'ana', { name: 'Vivísima' }, { at: categoryAt }),
  ],
  [
    ['category-deleted', 'categories-sync'],
    onFarm('DELETE /api/animal-categories/{org}/{id}', 'ana', null, { at: categoryAt }),
  ],
];

const isAsAgreed = (message: LiveMessage, org: string): boolean =>
  message.organization_id === org && liveActions[message.action as LiveActionName].payload.safeParse(message).success;

async function examineActs(group: Group, world: World, listener: LiveListener): Promise<void> {
  const org = world.ids.org ?? '';
  for (const [actions, act] of acts) {
    const from = listener.received.length;
    const answer = await world.ask(requestOf(act, world));
    act.keep(answer, world);
    const news = (): LiveMessage | undefined =>
      listener.received.slice(from).find(({ action }) => (actions as readonly string[]).includes(action));
    await soon(() => news() !== undefined);
    const message = news();
    group.mark(
      says.hears(actions.join(' | ')),
      message !== undefined && isAsAgreed(message, org),
      message ?? answer.body,
    );
  }
}

const recordRain = ({ as }: World, mm: number, date = examDay) =>
  as('ana', 'POST /api/movement/weather/rain/{org}', { body: { date, mm } });

/** Malformed frames, sent raw; none may harm the backend or others. */
const badFrames = [
  '2["join",',
  '2',
  '2{}',
  '2[]',
  '2["join",null]',
  '2["join",{"room":{"$ne":1}}]',
  '2["join",["organization_a","organization_b"]]',
  '2[null]',
  '21["join"]',
  '9',
  '5-["x",{"_placeholder":true,"num":0}]',
  '2["__proto__",{}]',
  'x'.repeat(2000),
];

async function examineFrames(group: Group, world: World, good: LiveListener): Promise<void> {
  for (const frame of badFrames) {
    const bad = await openLiveListener(world.base, world.people.beto.token);
    bad.write(frame);
    const { status } = await world.as(null, 'GET /api/health');
    group.mark(says.badFrame(frame.slice(0, 40)), status === 200, status);
    bad.close();
  }
  const before = good.received.length;
  await recordRain(world, 6);
  const goesOn = await soon(() => good.received.slice(before).some(({ action }) => action === 'movement-created'));
  group.mark(says.goesOn, goesOn && good.isOpen());
}

async function examineDoor(group: Group, world: World, member: LiveListener): Promise<void> {
  const forged = await openLiveListener(world.base, 'a.b.c');
  group.mark(says.refusedAtDoor, forged.refusal !== null);
  forged.close();
  const stranger = await openLiveListener(world.base, world.people.dana.token);
  const room = roomOf(world.ids.org ?? '');
  const answer = (await stranger.tell('join', room).catch(() => null)) as { ok?: boolean } | null;
  const before = member.received.length;
  await recordRain(world, 7);
  await soon(() => member.received.length > before);
  const isOut = answer?.ok !== true && stranger.received.length === 0 && member.received.length > before;
  group.mark(says.strangerOut, isOut, { answer, received: stranger.received });
  stranger.close();
}

async function examineMoments(group: Group, world: World, listener: LiveListener): Promise<void> {
  const before = listener.received.length;
  const made = textAt(await recordRain(world, 8), 'movement', 'id');
  await soon(() => listener.received.length > before);
  const read = await world.as('beto', `GET /api/movement/${made}`);
  group.mark(says.afterCommit, read.status === 200 && listener.received.length > before, read.status);

  const quiet = listener.received.length;
  await recordRain(world, 1, '2999-01-01');
  await recordRain(world, 9);
  await soon(() => listener.received.length > quiet);
  group.mark(says.silentRefusal, listener.received.length === quiet + 1, listener.received.slice(quiet));

  await listener.tell('leave', roomOf(world.ids.org ?? ''));
  const left = listener.received.length;
  await recordRain(world, 10);
  await new Promise((resolve) => setTimeout(resolve, 500));
  group.mark(says.leaves, listener.received.length === left, listener.received.slice(left));
}

/** Every action, to members only, whatever frames arrive (product.md §4, §7; trust.md §1.6). */
export async function examineLive(group: Group, world: World): Promise<void> {
  const listener = await openLiveListener(world.base, world.people.beto.token);
  const joined = await listener.tell('join', roomOf(world.ids.org ?? '')).catch((error: unknown) => String(error));
  group.mark(says.entersRoom, (joined as { ok?: boolean }).ok === true, { refusal: listener.refusal, joined });
  await examineActs(group, world, listener);
  await examineDoor(group, world, listener);
  await examineFrames(group, world, listener);
  await examineMoments(group, world, listener);
  listener.close();
}
