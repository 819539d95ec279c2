import { randomUUID } from 'node:crypto';
import { problems } from '../../contract/problems.ts';
import type { Group } from '../book.ts';
import { examDay } from '../bodies.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, type Asked, gist } from '../wire.ts';
import { textAt, type World } from '../world.ts';

const wet = 9999;
const rain = (mm: number) => ({ date: examDay, mm, offline: true, cid: randomUUID() });

/** Which of these rejected records wait for the office. */
async function waiting({ ask, people, ids }: World, keys: readonly string[]): Promise<string[]> {
  const { body } = await ask({ method: 'GET', path: `/api/refused/${ids.org}`, token: people.ana.token });
  const rows = (body.refused ?? []) as { id: string }[];
  return keys.filter((key) => rows.some(({ id }) => id === key));
}

/** A rejected field record is applied once under its author, or discarded (trust.md row 97). */
async function examineRefused(group: Group, world: World): Promise<void> {
  const { ask, people, ids } = world;
  const path = `/api/movement/weather/rain/${ids.org}`;
  const keys = [randomUUID(), randomUUID()] as const;
  const bodies = [rain(wet), rain(wet)] as const;
  for (const [index, key] of keys.entries())
    await ask({ method: 'POST', path, token: people.caro.token, key, body: bodies[index] });
  const [taken, gone] = keys;
  group.mark(says.refusedWaits, (await waiting(world, keys)).length === 2);

  const decide = (asked: Pick<Asked, 'method' | 'path' | 'body'>): Promise<Answer> =>
    ask({ ...asked, path: `/api/refused/${ids.org}/${asked.path}`, token: people.ana.token });
  const apply = { method: 'POST', path: `${taken}/apply`, body: { body: { ...bodies[0], mm: 37.25 } } };
  const [first, second] = [await decide(apply), await decide(apply)];
  const movement = first.body.movement as { id?: string; created_by?: string } | undefined;
  const isHis = movement?.id === bodies[0].cid && movement.created_by === people.caro.id;
  group.mark(says.refusedTaken, isHis && JSON.stringify(first.body) === JSON.stringify(second.body), gist(first));
  const discarded = await decide({ method: 'DELETE', path: gone });
  group.mark(says.refusedGone, discarded.status === 200 && (await waiting(world, keys)).length === 0, gist(discarded));
}

interface Phone {
  readonly id: string;
  readonly token: string;
}

async function newPhone({ ask, people }: World): Promise<Phone> {
  const { email, password } = people.caro;
  const token = textAt(await ask({ method: 'POST', path: '/api/auth/log-in', body: { email, password } }), 'token');
  const { body } = await ask({ method: 'GET', path: '/api/auth/session', token });
  const sessions = (body.sessions ?? []) as { id: string; current: boolean }[];
  return { token, id: sessions.find(({ current }) => current)?.id ?? '' };
}

const isLost = ({ status, body }: Answer): boolean =>
  status === problems.SESSION_LOST.status && body.code === 'SESSION_LOST';

/** A lost phone is signed out, but what it still sends is kept (trust.md rows 34, 112). */
async function examineLost(group: Group, world: World): Promise<void> {
  const { ask, people, ids } = world;
  const own = await newPhone(world);
  await ask({ method: 'POST', path: `/api/auth/session/${own.id}/lost`, token: people.caro.token });
  const out = await ask({ method: 'GET', path: '/api/user', token: own.token });
  group.mark(says.lostIsOut, isLost(out), gist(out));

  const team = `/api/organization/${ids.org}/session`;
  const [lost, ended] = [await newPhone(world), await newPhone(world)];
  const listed = await ask({ method: 'GET', path: team, token: people.beto.token });
  const seen = ((listed.body.sessions ?? []) as { id: string }[]).map(({ id }) => id);
  group.mark(says.teamPhones, seen.includes(lost.id) && seen.includes(ended.id), gist(listed));
  await ask({ method: 'POST', path: `${team}/${lost.id}/lost`, token: people.beto.token });
  await ask({ method: 'DELETE', path: `${team}/${ended.id}`, token: people.beto.token });
  const over = await ask({ method: 'GET', path: '/api/user', token: ended.token });
  group.mark(says.teamEnds, over.status === 401 && over.body.code === 'SESSION_REVOKED', gist(over));

  const path = `/api/movement/weather/rain/${ids.org}`;
  const operations = [38.25, 39.25].map((mm) => ({ key: randomUUID(), method: 'POST', path, body: rain(mm) }));
  const keys = operations.map(({ key }) => key);
  const batch = { method: 'POST', path: `/api/sync/${ids.org}/ops`, token: lost.token, body: { operations } };
  const answer = await ask(batch);
  const isListed = JSON.stringify(answer.body.kept) === JSON.stringify(keys);
  group.mark(says.lostIsSafe, isLost(answer) && isListed && (await waiting(world, keys)).length === 2, gist(answer));
}

export async function examineApart(group: Group, world: World): Promise<void> {
  await examineRefused(group, world);
  await examineLost(group, world);
}
