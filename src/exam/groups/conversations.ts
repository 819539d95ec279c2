import type { Group } from '../book.ts';
import { declarationOf } from '../recipe.ts';
import { examSentences as says } from '../sentences.ts';
import type { SpecRoute } from '../spec-routes.ts';
import { type Answer, gist } from '../wire.ts';
import type { Name, World } from '../world.ts';

const routes = ['GET /api/conversation', 'GET /api/conversation/{id}', 'GET /audio/{id}'] as const;
const addressOf = (route: SpecRoute, id: string): string => (route.split(' ')[1] ?? '').replace('{id}', id);

/** For the super admin only (product.md §6), who has no other rights (domain.md §2.18). */
export async function examineConversations(group: Group, world: World): Promise<void> {
  for (const route of routes) {
    for (const name of ['ana', 'beto', 'caro', 'dana'] satisfies Name[]) {
      const answer = await world.ask({ method: 'GET', path: addressOf(route, 'x'), token: world.people[name].token });
      const isClosed = answer.status === 403 && answer.body.code === 'FORBIDDEN';
      group.mark(says.closedTo(route, name), isClosed, gist(answer));
    }
  }
  if (world.operator !== null) await examineThreads(group, world, world.operator);
}

async function examineThreads(group: Group, world: World, token: string): Promise<void> {
  const read = (route: SpecRoute, id = ''): Promise<Answer> =>
    world.ask({ method: 'GET', path: addressOf(route, id), token });
  const mark = (route: SpecRoute, answer: Answer): void => {
    const parsed = declarationOf(route)?.answer.safeParse(answer.body);
    group.mark(says.isOpenTo(route), answer.status === 200 && parsed?.success === true, gist(answer));
  };
  const [list, one, audio] = routes;
  const all = await read(list);
  mark(list, all);
  for (const route of [one, audio]) {
    const none = await read(route, '00000000-0000-4000-8000-000000000000');
    group.mark(says.unknownThread(route), none.status === 404 && none.body.code === 'NOT_FOUND', gist(none));
  }
  const threads = (all.body.conversations ?? []) as { id: string }[];
  let voice: string | null = null;
  for (const [index, { id }] of threads.slice(0, 20).entries()) {
    const thread = await read(one, id);
    if (index === 0) mark(one, thread);
    const messages = (thread.body.messages ?? []) as { audio_id: string | null }[];
    voice ??= messages.find(({ audio_id }) => audio_id !== null)?.audio_id ?? null;
  }
  if (voice !== null) await examineVoice(group, world, token, addressOf(audio, voice));
  const farm = await world.ask({ method: 'GET', path: `/api/lot/info/${world.ids.org}`, token });
  group.mark(says.noFarmForOperator, farm.status === 404 || farm.status === 403, gist(farm));
}

async function examineVoice(group: Group, { ask }: World, token: string, path: string): Promise<void> {
  const whole = await ask({ method: 'GET', path, token });
  const isAudio = whole.status === 200 && (whole.headers.get('content-type') ?? '').startsWith('audio/');
  group.mark(says.isOpenTo('GET /audio/{id}'), isAudio, whole.status);
  const part = await ask({ method: 'GET', path, token, range: 'bytes=1-2' });
  const isPart = part.status === 206 && part.bytes.join() === whole.bytes.subarray(1, 3).join();
  group.mark(says.partOfAudio, isPart, `${part.status} ${part.headers.get('content-range')}`);
}
