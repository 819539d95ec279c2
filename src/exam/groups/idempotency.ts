import { randomUUID } from 'node:crypto';
import { headers } from '../../contract/constants.ts';
import type { Group } from '../book.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, gist, isProblem, sameBody } from '../wire.ts';
import { examDay, textAt, type World } from '../world.ts';

const pauseMs = 2_000;
const rainPath = '/api/movement/weather/rain/{org}';

const idOf = ({ body }: Answer): unknown => (body.movement as { id?: unknown } | undefined)?.id;
const statusOf = (answer: Answer): string | null => answer.headers.get(headers.idempotencyStatus);

const rain = ({ as }: World, body: object, key: string = randomUUID()): Promise<Answer> =>
  as('ana', `POST ${rainPath}`, { body: { date: examDay, ...body }, key });

async function countRains({ as }: World, mm: number): Promise<number> {
  const { body } = await as('ana', 'GET /api/movement/all/{org}?type=RAIN');
  const movements = body.movements as { metadata: { mm?: number } }[];
  return movements.filter(({ metadata }) => metadata.mm === mm).length;
}

async function examineRepeats(group: Group, world: World): Promise<void> {
  const key = randomUUID();
  const send = () => rain(world, { mm: 31.25 }, key);
  const [first, second] = [await send(), await send()];
  const isSame = second.status === first.status && sameBody(first, second);
  const isMarked = statusOf(first) === 'created' && statusOf(second) === 'replayed';
  group.mark(says.firstAnswer, isSame && isMarked, `${gist(first)} / ${statusOf(second) ?? ''} ${gist(second)}`);

  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const later = await send();
  const isLate = sameBody(first, later) && statusOf(later) === 'replayed';
  group.mark(says.afterPause, isLate && (await countRains(world, 31.25)) === 1, gist(later));

  const other = await rain(world, { mm: 32.25 }, key);
  const isRefused = isProblem(other, 'IDEMPOTENCY_MISMATCH');
  group.mark(says.otherBody, isRefused && (await countRains(world, 32.25)) === 0, gist(other));

  const body = { date: examDay, mm: 31.25 };
  const foreign = await world.as('dana', `POST ${rainPath.replace('{org}', world.theirs.org ?? '')}`, { body, key });
  const isOwn = foreign.status === 200 && statusOf(foreign) === 'created' && idOf(foreign) !== idOf(first);
  group.mark(says.otherPerson, isOwn, gist(foreign));
}

async function examineRaces(group: Group, world: World): Promise<void> {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 8 }, () => rain(world, { mm: 33.25 }, key)));
  const ids = new Set(answers.map(idOf));
  const isOne = ids.size === 1 && !ids.has(undefined) && (await countRains(world, 33.25)) === 1;
  group.mark(says.oneEffect, isOne, answers.map(gist).join(' '));

  const cid = randomUUID();
  const made = [await rain(world, { mm: 34.25, cid }), await rain(world, { mm: 34.25, cid })];
  const isThing = made.every((answer) => idOf(answer) === cid) && (await countRains(world, 34.25)) === 1;
  group.mark(says.sameCid, isThing, made.map(gist).join(' '));
}

async function examineRefusals(group: Group, { as }: World): Promise<void> {
  const key = randomUUID();
  const create = () => as('ana', 'POST /api/lot/create/{org}', { body: { name: 'El Bajo A', hectares: 1 }, key });
  const taken = await create();
  await as('ana', 'PUT /api/lot/edit/{org}', { body: { id: '{bajo}', name: 'El Bajo viejo' } });
  const again = await create();
  group.mark(says.refusedNotKept, taken.status === 409 && again.status === 200, `${gist(taken)} / ${gist(again)}`);
  await as('ana', `DELETE /api/lot/delete/{org}/${textAt(again, 'lot', 'id')}`);
}

async function examineBatches(group: Group, world: World): Promise<void> {
  const operations = [35.25, 35.25, 36.25].map((mm) => ({
    key: randomUUID(),
    method: 'POST',
    path: rainPath,
    body: { date: examDay, mm },
  }));
  const send = () => world.as('ana', 'POST /api/sync/{org}/ops', { body: { operations } });
  const [first, second] = [await send(), await send()];
  const counts = [await countRains(world, 35.25), await countRains(world, 36.25)];
  const isSame = first.status === 200 && sameBody(first, second);
  group.mark(says.batchRepeats, isSame && counts.join() === '2,1', `${counts.join()} ${gist(second)}`);
}

/** A repeated write has one effect and one answer (wire.md §Everywhere). */
export async function examineIdempotency(group: Group, world: World): Promise<void> {
  await examineRepeats(group, world);
  await examineRaces(group, world);
  await examineRefusals(group, world);
  await examineBatches(group, world);
}
