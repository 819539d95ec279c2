import type { Group } from '../book.ts';
import { declarationOf } from '../recipe.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, gist, isProblem } from '../wire.ts';
import type { World } from '../world.ts';

const routes = ['GET /api/conversation', 'GET /api/conversation/{id}', 'GET /audio/{id}'] as const;
const [list, one, audio] = routes;

/** For the super admin only (product.md §6), who has no other rights (domain.md §2.18). */
export async function examineConversations(group: Group, world: World): Promise<void> {
  for (const route of routes) {
    for (const name of ['ana', 'beto', 'caro', 'dana'] as const) {
      const answer = await world.as(name, route.replace('{id}', 'x'));
      group.mark(says.closedTo(route, name), isProblem(answer, 'FORBIDDEN'), gist(answer));
    }
  }
  if (world.operator !== null) await examineThreads(group, world, world.operator);
}

async function examineThreads(group: Group, { as }: World, token: string): Promise<void> {
  const read = (route: string, id = '', range = {}): Promise<Answer> =>
    as(null, route.replace('{id}', id), { token, ...range });
  const mark = (route: string, answer: Answer): void => {
    const parsed = declarationOf(route)?.answer.safeParse(answer.body);
    group.mark(says.isOpenTo(route), answer.status === 200 && parsed?.success === true, gist(answer));
  };
  const all = await read(list);
  mark(list, all);
  for (const route of [one, audio]) {
    const none = await read(route, '00000000-0000-4000-8000-000000000000');
    group.mark(says.unknownThread(route), isProblem(none, 'NOT_FOUND'), gist(none));
  }
  const threads = (all.body.conversations ?? []) as { id: string }[];
  let voice: string | null = null;
  for (const [index, { id }] of threads.slice(0, 20).entries()) {
    const thread = await read(one, id);
    if (index === 0) mark(one, thread);
    const messages = (thread.body.messages ?? []) as { audio_id: string | null }[];
    voice ??= messages.find(({ audio_id }) => audio_id !== null)?.audio_id ?? null;
  }
  if (voice !== null) {
    const whole = await read(audio, voice);
    const isAudio = whole.status === 200 && (whole.headers.get('content-type') ?? '').startsWith('audio/');
    group.mark(says.isOpenTo(audio), isAudio, whole.status);
    const part = await read(audio, voice, { range: 'bytes=1-2' });
    const isPart = part.status === 206 && part.bytes.join() === whole.bytes.subarray(1, 3).join();
    group.mark(says.partOfAudio, isPart, `${part.status} ${part.headers.get('content-range')}`);
  }
  const farm = await read('GET /api/lot/info/{org}');
  group.mark(says.noFarmForOperator, farm.status === 404 || farm.status === 403, gist(farm));
}
