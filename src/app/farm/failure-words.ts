import { offlineSentences } from '#contract/sentences-offline.ts';
import type { SaveProblem } from '#sync/farm.ts';

/** Why an act failed, in one sentence; `otherwise` where nothing says it. */
export const failureWords = (problem: SaveProblem, otherwise: string = offlineSentences.notSaved): string =>
  problem.reason === 'invalid' ? (problem.issues[0]?.message ?? otherwise) : problem.message;
