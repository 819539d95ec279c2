import { serverSentences } from '../../contract/sentences-server.ts';
import type { Said, Schema } from '../../domain/things/describe.ts';
import { isMerged, returned, standing } from '../../domain/things/lists.ts';
import { issuesOf } from '../../domain/validation.ts';
import type { Call } from '../kernel/call.ts';
import { refuseIssues } from './stored.ts';

/** An edit with its lists and texts merged with those of the stored row (decision 0074). Refuses what is too long then. */
export function changesOn<C extends object>({ body, isReturned }: Call<C>, stored: object, schema: Schema): C {
  const [row, edit] = [stored as Said, body as Said];
  const changes = standing(row, isReturned ? returned(row, edit) : edit);
  refuseIssues(
    issuesOf(schema.safeParse(changes).error?.issues ?? []).map((issue) =>
      // What he typed himself was measured before.
      typeof changes[issue.path] === 'string' && isMerged(edit, issue.path)
        ? { ...issue, message: serverSentences.textOfTwo(issue.message) }
        : issue,
    ),
  );
  return changes as C;
}
