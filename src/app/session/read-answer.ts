import type { SessionAnswers } from '#contract/endpoints/session.ts';
import type { Reply } from '#net/reply.ts';

/**
 * What a reply says, by the declaration of its call; null for a refusal, for what is no such answer, and where the declaration itself could not
 * be fetched: it is read after somebody has answered, and is not part of the first load (decision 51). Throws nothing.
 */
export async function readAnswer<Name extends keyof SessionAnswers>(
  name: Name,
  reply: Reply,
): Promise<SessionAnswers[Name] | null> {
  if (reply.outcome !== 'answer') return null;
  const known = await import('#contract/endpoints/session.ts').catch(() => null);
  const read = known?.sessionAnswers[name].safeParse(reply.body);
  return read?.success ? (read.data as SessionAnswers[Name]) : null;
}
