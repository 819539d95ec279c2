import type { Said, Schema } from '../../domain/things/describe.ts';
import { returned, standing } from '../../domain/things/lists.ts';
import { issuesOf } from '../../domain/validation.ts';
import type { Call } from '../kernel/call.ts';
import { refuseIssues } from './stored.ts';

/** An edit with its lists merged with those of the stored row (decision 0074). Refuses a list that is too long then. */
export function changesOn<C extends object>({ body, isReturned }: Call<C>, stored: object, schema: Schema): C {
  const [row, edit] = [stored as Said, body as Said];
  const changes = standing(row, isReturned ? returned(row, edit) : edit);
  refuseIssues(issuesOf(schema.safeParse(changes).error?.issues ?? []));
  return changes as C;
}
