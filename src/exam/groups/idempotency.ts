import { randomUUID } from 'node:crypto';
import { headers } from '../../contract/constants.ts';
import type { Group } from '../book.ts';
import { examDay } from '../bodies.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, type Asked, gist } from '../wire.ts';
import { textAt, type World } from '../world.ts';

const pauseMs = 2_000;

const idOf = ({ body }: Answer): unknown => (body.movement as { id?: unknown } | undefined)?.id;
const statusOf = (answer: Answer): string | null => answer.headers.get(headers.idempotencyStatus);

const rainOf = ({ people, ids }: World, body: object, key?: string): Asked => ({
  method: 'POST',
  path: `/api/movement/weather/rain/${ids.org}`,
  token: people.ana.token,
  body: { date: examDay, ...body },
  ...(key && { key }),
});

async function countRains({ ask, people, ids }: World, mm: number): Promise<number> {
  const path = `/api/movement/all/${ids.org}?type=RAIN`;
  const { body } = await ask({ method: 'GET', path, token: people.ana.token });
  const movements = body.movements as { metadata: { mm?: number } }[];
  return movements.filter(({ metadata }) => metadata.mm === mm).length;
}

async function examineRepeats(group: Group, world: World): Promise<void> {
  const { ask } = world;
  const key = randomUUID();
  const asked = rainOf(world, { mm: 31.25 }, key);
  const [first, second] = [await ask(asked), await ask(asked)];
  const isSame = second.status === first.status && JSON.stringify(second.body) === JSON.stringify(first.body);
  const isMarked = statusOf(first) === 'created' && statusOf(second) === 'replayed';
  group.mark(says.firstAnswer, isSame && isMarked, `${gist(first)} / ${statusOf(second) ?? ''} ${gist(second)}`);

  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const later = await ask(asked);
  const isLate = JSON.stringify(later.body) === JSON.stringify(first.body) && statusOf(later) === 'replayed';
  group.mark(says.afterPause, isLate && (await countRains(world, 31.25)) === 1, gist(later));

  const other = await ask(rainOf(world, { mm: 32.25 }, key));
  const isRefused = other.status === 422 && other.body.code === 'IDEMPOTENCY_MISMATCH';
  group.mark(says.otherBody, isRefused && (await countRains(world, 32.25)) === 0, gist(other));

  const theirs = `/api/movement/weather/rain/${world.theirs.org}`;
  const foreign = await ask({ ...asked, path: theirs, token: world.people.dana.token });
  const isOwn = foreign.status === 200 && statusOf(foreign) === 'created' && idOf(foreign) !== idOf(first);
  group.mark(says.otherPerson, isOwn, gist(foreign));
}

async function examineRaces(group: Group, world: World): Promise<void> {
  const asked = rainOf(world, { mm: 33.25 }, randomUUID());
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.ask(asked)));
  const ids = new Set(answers.map(idOf));
  const isOne = ids.size === 1 && !ids.has(undefined) && (await countRains(world, 33.25)) === 1;
  group.mark(says.oneEffect, isOne, answers.map(gist).join(' '));

  const cid = randomUUID();
  const sent = [randomUUID(), randomUUID()].map((key) => rainOf(world, { mm: 34.25, cid }, key));
  const made = [];
  for (const one of sent) made.push(await world.ask(one));
  const isThing = made.every((answer) => idOf(answer) === cid) && (await countRains(world, 34.25)) === 1;
  group.mark(says.sameCid, isThing, made.map(gist).join(' '));
}

async function examineRefusals(group: Group, world: World): Promise<void> {
  const { ask, people, ids } = world;
  const create = (name: string, key: string): Asked => ({
    method: 'POST',
    path: `/api/lot/create/${ids.org}`,
    token: people.ana.token,
    body: { name, hectares: 1 },
    key,
  });
  const key = randomUUID();
  const taken = await ask(create('El Bajo A', key));
  const bajo = { id: ids.bajo, name: 'El Bajo viejo' };
  await ask({ method: 'PUT', path: `/api/lot/edit/${ids.org}`, token: people.ana.token, body: bajo });
  const again = await ask(create('El Bajo A', key));
  group.mark(says.refusedNotKept, taken.status === 409 && again.status === 200, `${gist(taken)} / ${gist(again)}`);
  const made = textAt(again, 'lot', 'id');
  await ask({ method: 'DELETE', path: `/api/lot/delete/${ids.org}/${made}`, token: people.ana.token });
}

async function examineBatches(group: Group, world: World): Promise<void> {
  const { ask, people, ids } = world;
  const path = `/api/movement/weather/rain/${ids.org}`;
  const operations = [35.25, 35.25, 36.25].map((mm) => ({
    key: randomUUID(),
    method: 'POST',
    path,
    body: { date: examDay, mm },
  }));
  const asked: Asked = {
    method: 'POST',
    path: `/api/sync/${ids.org}/ops`,
    token: people.ana.token,
    body: { operations },
  };
  const [first, second] = [await ask(asked), await ask(asked)];
  const counts = [await countRains(world, 35.25), await countRains(world, 36.25)];
  const isSame = first.status === 200 && JSON.stringify(first.body) === JSON.stringify(second.body);
  group.mark(says.batchRepeats, isSame && counts.join() === '2,1', `${counts.join()} ${gist(second)}`);
}

/** A repeated write has one effect and one answer (wire.md §Everywhere). */
export async function examineIdempotency(group: Group, world: World): Promise<void> {
  await examineRepeats(group, world);
  await examineRaces(group, world);
  await examineRefusals(group, world);
  await examineBatches(group, world);
}
