import type { Issue } from '#domain';
import type { FormFailure } from '#forms';

/** Fields of a lot's form that say their own sentence. */
const speaking = ['name', 'hectares', 'campo_id', 'use', 'receptivity_ev_ha', 'notes', 'kilos.'];

const isSaid = (issue: Issue): boolean => speaking.some((name) => issue.path.startsWith(name));

/** What the fields say themselves, and the sentence that none of them says: without it a refused save would look like nothing. */
export const distinctNames = (issues: readonly Issue[]): FormFailure => ({
  message: issues.find((issue) => !isSaid(issue))?.message ?? null,
  issues: issues.filter(isSaid),
});
