import type { SessionAnswers } from '#contract/endpoints/session.ts';
import type { Reply } from '#net/reply.ts';

/**
 * An answer parsed by its call's schema, loaded after the answer (decision 51); null for a refusal, another shape, or a schema that did not
 * load. Throws nothing.
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
