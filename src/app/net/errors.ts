import { isProblemCode } from '#contract/problems.ts';
import { serverWords } from '#contract/sentences.ts';

interface ProblemAnswer {
  readonly status: number;
  readonly code: unknown;
  readonly message: string | null;
}

/** A refusal's code: ours, else by the sentences of the spec's backend (product.md §8), else by status. Only here do words decide. */
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

/** Whether a refusal is about the session: one refresh, then one retry. */
export const isTokenCode = (code: string): boolean => /^(TOKEN|SESSION)_/.test(code);
