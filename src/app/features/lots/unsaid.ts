import type { Issue } from '#domain';
import type { FormFailure } from '#forms';

/** Fields that show their own errors. */
const speaking = ['name', 'hectares', 'campo_id', 'use', 'receptivity_ev_ha', 'notes', 'kilos.'];

const isSaid = (issue: Issue): boolean => speaking.some((name) => issue.path.startsWith(name));

/** Issues for the fields, and the first one no field shows: otherwise a refused save would look like nothing. */
export const distinctNames = (issues: readonly Issue[]): FormFailure => ({
  message: issues.find((issue) => !isSaid(issue))?.message ?? null,
  issues: issues.filter(isSaid),
});
