import { type Issue, lotNameTaken, nameKey } from '#domain';
import type { LotView } from '#sync/farm.ts';

/** Checks the name offline, as the server would (domain.md §2.2). `ownId`: the lot being edited. */
export function takenNameIssues(name: string, lots: readonly LotView[], ownId: string | null): readonly Issue[] {
  const typed = nameKey(name);
  const isTaken = lots.some(({ lot }) => lot.id !== ownId && nameKey(lot.name) === typed);
  return isTaken ? [{ path: 'name', message: lotNameTaken }] : [];
}
