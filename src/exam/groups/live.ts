import { roomOf } from '../../contract/constants.ts';
import { type LiveActionName, liveActions } from '../../contract/live.ts';
import type { Group } from '../book.ts';
import { examDay } from '../bodies.ts';
import { type LiveListener, type LiveMessage, openLiveListener, soon } from '../live-listener.ts';
import { examSentences as says } from '../sentences.ts';
import type { Asked } from '../wire.ts';
import { textAt, type World } from '../world.ts';

/** An act and the actions that may report it (product.md §4). */
interface Act {
  readonly actions: readonly LiveActionName[];
  readonly asked: Asked;
  /** Keeps the new id. */
  readonly thing?: readonly [part: string, name: string];
}

const as = ({ people }: World, method: string, path: string, body?: object): Asked => ({
  method,
  path,
  token: people.ana.token,
  ...(body && { body }),
});

/** In order: each needs the things made before. */
const acts: readonly ((world: World) => Act)[] = [
  (w) => ({
    actions: ['update-organization'],
    asked: as(w, 'PUT', `/api/organization/${w.ids.org}`, { name: 'Examen en vivo' }),
  }),
  (w) => ({
    actions: ['lot-created'],
    asked: as(w, 'POST', `/api/lot/create/${w.ids.org}`, { name: 'El Vivo', hectares: 5 }),
    thing: ['lot', 'live lot'],
  }),
  (w) => ({
    actions: ['lot-updated'],
    asked: as(w, 'PUT', `/api/lot/edit/${w.ids.org}`, { id: w.ids['live lot'], hectares: 6 }),
  }),
  (w) => ({
    actions: ['lots-sync', 'update-lots'],
    asked: as(w, 'PUT', `/api/lot/order/${w.ids.org}`, { items: [{ id: w.ids['live lot'], order: 9 }] }),
  }),
  (w) => ({
    actions: ['animal-updated', 'animal-count-changed'],
    asked: as(w, 'POST', `/api/lot/animal/update/${w.ids['category Vaca']}`, {
      organization_id: w.ids.org,
      lot_id: w.ids['live lot'],
      animal_type: w.ids['category Vaca'],
      count: 3,
    }),
  }),
  (w) => ({
    actions: ['animal-updated', 'animal-count-changed', 'lot-updated'],
    asked: as(w, 'POST', `/api/lot/animal/delete/${w.ids['category Vaca']}`, {
      organization_id: w.ids.org,
      lot_id: w.ids['live lot'],
      animal_type: w.ids['category Vaca'],
    }),
  }),
  (w) => ({
    actions: ['lot-deleted'],
    asked: as(w, 'DELETE', `/api/lot/delete/${w.ids.org}/${w.ids['live lot']}`),
  }),
  (w) => ({
    actions: ['movement-created'],
    asked: as(w, 'POST', `/api/movement/weather/rain/${w.ids.org}`, { date: examDay, mm: 4 }),
    thing: ['movement', 'live rain'],
  }),
  (w) => ({
    actions: ['movement-updated'],
    asked: as(w, 'PUT', `/api/movement/weather/rain/${w.ids.org}/${w.ids['live rain']}`, { date: examDay, mm: 5 }),
  }),
  (w) => ({
    actions: ['movement-deleted'],
    asked: as(w, 'DELETE', `/api/movement/delete/${w.ids.org}/${w.ids['live rain']}`),
  }),
  (w) => ({
    actions: ['category-created', 'categories-sync'],
    asked: as(w, 'POST', `/api/animal-categories/${w.ids.org}`, { name: 'Viva' }),
    thing: ['category', 'live category'],
  }),
  (w) => ({
    actions: ['category-updated', 'categories-sync'],
    asked: as(w, 'PUT', `/api/animal-categories/${w.ids.org}/${w.ids['live category']}`, { name: 'Vivísima' }),
  }),
  (w) => ({
    actions: ['category-deleted', 'categories-sync'],
    asked: as(w, 'DELETE', `/api/animal-categories/${w.ids.org}/${w.ids['live category']}`),
  }),
];

const isAsAgreed = (message: LiveMessage, org: string): boolean =>
  message.organization_id === org && liveActions[message.action as LiveActionName].payload.safeParse(message).success;

async function examineActs(group: Group, world: World, listener: LiveListener): Promise<void> {
  const org = world.ids.org ?? '';
  for (const act of acts) {
    const { actions, asked, thing } = act(world);
    const from = listener.received.length;
    const answer = await world.ask(asked);
    if (thing) world.ids[thing[1]] = textAt(answer, thing[0], 'id');
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

const rain = (world: World, mm: number): Asked =>
  as(world, 'POST', `/api/movement/weather/rain/${world.ids.org}`, { date: examDay, mm });

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
    const { status } = await world.ask({ method: 'GET', path: '/api/health' });
    group.mark(says.badFrame(frame.slice(0, 40)), status === 200, status);
    bad.close();
  }
  const before = good.received.length;
  await world.ask(rain(world, 6));
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
  await world.ask(rain(world, 7));
  await soon(() => member.received.length > before);
  const isOut = answer?.ok !== true && stranger.received.length === 0 && member.received.length > before;
  group.mark(says.strangerOut, isOut, { answer, received: stranger.received });
  stranger.close();
}

async function examineMoments(group: Group, world: World, listener: LiveListener): Promise<void> {
  const before = listener.received.length;
  const made = textAt(await world.ask(rain(world, 8)), 'movement', 'id');
  await soon(() => listener.received.length > before);
  const read = await world.ask({ method: 'GET', path: `/api/movement/${made}`, token: world.people.beto.token });
  group.mark(says.afterCommit, read.status === 200 && listener.received.length > before, read.status);

  const quiet = listener.received.length;
  await world.ask(as(world, 'POST', `/api/movement/weather/rain/${world.ids.org}`, { date: '2999-01-01', mm: 1 }));
  await world.ask(rain(world, 9));
  await soon(() => listener.received.length > quiet);
  group.mark(says.silentRefusal, listener.received.length === quiet + 1, listener.received.slice(quiet));

  await listener.tell('leave', roomOf(world.ids.org ?? ''));
  const left = listener.received.length;
  await world.ask(rain(world, 10));
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
