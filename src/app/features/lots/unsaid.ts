import type { Issue } from '../../../domain/validation.ts';

/** Fields of a lot's form that say their own sentence. */
const speaking = ['name', 'hectares', 'campo_id', 'use', 'receptivity_ev_ha', 'notes'];

/** The sentence that no field of the form says; null when each has its place. Without it a refused save would look like nothing. */
export const unsaidOf = (issues: readonly Issue[]): string | null =>
  issues.find((issue) => !speaking.some((name) => issue.path.startsWith(name)))?.message ?? null;
