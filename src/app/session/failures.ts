import { clientErrors, sentences } from '#contract/sentences.ts';
import type { Reply } from '#net/reply.ts';
import type { SignInFailure } from './session.ts';

/** Why signing in failed, in the sentences of product.md §8, in its order. */
export function failureOf(reply: Reply): SignInFailure {
  if (reply.outcome === 'refused') {
    return { message: reply.problem.message || sentences.unexpectedServerError, issues: reply.problem.issues };
  }
  if (reply.outcome === 'unreachable') {
    // A portal's page tells as little as no answer.
    const isKnown = Object.values(clientErrors).includes(reply.reason);
    return { message: isKnown ? sentences.noConnection : reply.detail || sentences.signInFailed, issues: [] };
  }
  return { message: sentences.signInFailed, issues: [] };
}
