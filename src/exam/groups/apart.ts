import { randomUUID } from 'node:crypto';
import type { Group } from '../book.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, gist, isProblem, sameBody } from '../wire.ts';
import { examDay, textAt, type World } from '../world.ts';

const rainCall = '/api/movement/weather/rain/{org}';
const rain = (mm: number) => ({ date: examDay, mm, offline: true, cid: randomUUID() });

async function waiting({ as }: World, keys: readonly string[]): Promise<string[]> {
  const { body } = await as('ana', 'GET /api/refused/{org}');
  const rows = (body.refused ?? []) as { id: string }[];
  return keys.filter((key) => rows.some(({ id }) => id === key));
}

/** A rejected field record is applied once under its author, or discarded (trust.md row 97). */
async function examineRefused(group: Group, world: World): Promise<void> {
  const { as, people } = world;
  const wet = [rain(9999), rain(9999)] as const;
  const keys = [randomUUID(), randomUUID()] as const;
  for (const [index, key] of keys.entries()) await as('caro', `POST ${rainCall}`, { key, body: wet[index] });
  const [taken, gone] = keys;
  group.mark(says.refusedWaits, (await waiting(world, keys)).length === 2);

  const apply = (): Promise<Answer> =>
    as('ana', `POST /api/refused/{org}/${taken}/apply`, { body: { body: { ...wet[0], mm: 37.25 } } });
  const [first, second] = [await apply(), await apply()];
  const movement = first.body.movement as { id?: string; created_by?: string } | undefined;
  const isHis = movement?.id === wet[0].cid && movement.created_by === people.caro.id;
  group.mark(says.refusedTaken, isHis && sameBody(first, second), gist(first));
  const discarded = await as('ana', `DELETE /api/refused/{org}/${gone}`);
  group.mark(says.refusedGone, discarded.status === 200 && (await waiting(world, keys)).length === 0, gist(discarded));
}

async function newPhone({ as }: World): Promise<{ readonly id: string; readonly token: string }> {
  const body = { email: '{caro.email}', password: '{caro.password}' };
  const token = textAt(await as(null, 'POST /api/auth/log-in', { body }), 'token');
  const { body: listed } = await as(null, 'GET /api/auth/session', { token });
  const sessions = (listed.sessions ?? []) as { id: string; current: boolean }[];
  return { token, id: sessions.find(({ current }) => current)?.id ?? '' };
}

/** A lost phone is signed out, but what it still sends is kept (trust.md rows 34, 112). */
async function examineLost(group: Group, world: World): Promise<void> {
  const { as } = world;
  const own = await newPhone(world);
  await as('caro', `POST /api/auth/session/${own.id}/lost`);
  const out = await as(null, 'GET /api/user', { token: own.token });
  group.mark(says.lostIsOut, isProblem(out, 'SESSION_LOST'), gist(out));

  const team = '/api/organization/{org}/session';
  const [lost, ended] = [await newPhone(world), await newPhone(world)];
  const listed = await as('beto', `GET ${team}`);
  const seen = ((listed.body.sessions ?? []) as { id: string }[]).map(({ id }) => id);
  group.mark(says.teamPhones, seen.includes(lost.id) && seen.includes(ended.id), gist(listed));
  await as('beto', `POST ${team}/${lost.id}/lost`);
  await as('beto', `DELETE ${team}/${ended.id}`);
  const over = await as(null, 'GET /api/user', { token: ended.token });
  group.mark(says.teamEnds, isProblem(over, 'SESSION_REVOKED'), gist(over));

  const operations = [38.25, 39.25].map((mm) => ({
    key: randomUUID(),
    method: 'POST',
    path: rainCall,
    body: rain(mm),
  }));
  const keys = operations.map(({ key }) => key);
  const answer = await as(null, 'POST /api/sync/{org}/ops', { token: lost.token, body: { operations } });
  const isListed = JSON.stringify(answer.body.kept) === JSON.stringify(keys);
  const isSafe = isProblem(answer, 'SESSION_LOST') && isListed && (await waiting(world, keys)).length === 2;
  group.mark(says.lostIsSafe, isSafe, gist(answer));
}

export async function examineApart(group: Group, world: World): Promise<void> {
  await examineRefused(group, world);
  await examineLost(group, world);
}
