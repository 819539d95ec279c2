import { isProblemCode } from '#contract/problems.ts';
import { serverWords } from '#contract/sentences.ts';

/** What a refusal says, whoever's backend it is. */
interface ProblemAnswer {
  readonly status: number;
  readonly code: unknown;
  readonly message: string | null;
}

/**
 * The code of a refusal: ours, else by the sentences of the spec's backend (product.md §8), else by its status. The only place where words
 * decide.
 */
export function codeOf({ status, code, message }: ProblemAnswer): string {
  if (isProblemCode(code)) return code;
  const words = (message ?? '').toLowerCase();
  if (status === 401 || status === 403) {
    if (message === serverWords.provideToken) return 'TOKEN_MISSING';
    if (words.includes('token expired')) return 'TOKEN_EXPIRED';
    if (words.includes('invalid token')) return 'TOKEN_INVALID';
    if (words.includes(serverWords.sessionExpired)) return 'SESSION_EXPIRED';
    if (words.includes(serverWords.token) || status === 401) return 'TOKEN_INVALID';
    return 'FORBIDDEN';
  }
  if (status === 404 || serverWords.notFound.some((word) => words.includes(word.toLowerCase()))) return 'NOT_FOUND';
  return `HTTP_${status}`;
}

/** Whether a refusal is about the session and not about the act: one refresh, then one more try. */
export const isTokenCode = (code: string): boolean => /^(TOKEN|SESSION)_/.test(code);
