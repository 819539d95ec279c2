import { isUnsexed } from '../farm/unsexed.ts';
import type { Issue } from '../validation.ts';
import { takesFrom } from './asks.ts';
import type { RecordedKind } from './define.ts';

interface Weaned {
  readonly type: string;
  readonly to_type?: string;
}

/** * Unsexed calves as mothers, as a target category, or weaned unsexed. The app offers none of it: only the server checks. */
export function unsexedIssues(kind: RecordedKind, payload: Readonly<Record<string, unknown>>): Issue[] {
  const fields = Object.entries(kind.fields).filter(([, field]) => field.control === 'category');
  const misplaced = fields
    .filter(([name]) => isUnsexed(payload[name]) && !takesFrom(kind, name))
    .map(([path]) => ({ path, message: 'Acá no van crías sin sexar: elegí otra categoría' }));
  const { unsexed = null } = kind.calves ?? {};
  const lines = unsexed === null ? [] : (payload.animals as readonly Weaned[]);
  return unsexed !== null && lines.some((line) => isUnsexed(line.to_type))
    ? [...misplaced, { path: 'animals', message: unsexed }]
    : misplaced;
}
