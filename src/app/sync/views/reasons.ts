import { lot as lotThing } from '#domain/things/lot.ts';
import { isProblemCode, problems } from '#contract/problems.ts';
import { sentences } from '#contract/sentences.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { recategorization } from '#domain/movements/kinds/moves.ts';
import { type Op, rejected } from '#store/op.ts';
import type { PendingView } from '../farm.ts';
import { maybeSent } from '../outbox/send.ts';

/** The phone's own reasons; the server's codes are in contract/problems. */
const ownReasons: Readonly<Record<string, string>> = {
  DEPENDS_ON_DISCARDED: offlineSentences.dependsOnDiscarded,
  DEPENDENCY_MISSING: offlineSentences.waitsTooLong,
  [maybeSent]: offlineSentences.maybeSent,
};

/** product.md §8's defaults for lots and animals, if the server gave no message. */
function defaultOf({ subject, act, movementType }: Op): string {
  if (subject === lotThing.name && act === 'create') return sentences.lotCreateFailed;
  if (subject === lotThing.name && act === 'delete') return sentences.lotDeleteFailed;
  if (act === 'create' && movementType === recategorization.type) return sentences.animalTransferFailed;
  return offlineSentences.refused;
}

/** Why it needs a person, in Spanish: the server's sentence if given. */
export function reasonOf(op: Op): PendingView['problem'] {
  const { problem } = op;
  if (!problem) return null;
  const { code, issues } = problem;
  const known = isProblemCode(code) ? problems[code].message : defaultOf(op);
  return { code, message: problem.message ?? ownReasons[code] ?? known, issues };
}

/** Why the newest op was rejected, in one sentence; null if not. */
export const refusalOf = (op: Op | undefined): string | null =>
  op?.state === rejected ? (reasonOf(op)?.message ?? null) : null;
