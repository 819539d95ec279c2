import type { CommitParts } from '../database/commit.ts';
import { returnedFrom } from './healing.ts';
import type { CoreRequest } from './exchange.ts';
import type { Answer, Call, Write } from './call.ts';
import type { Route } from './routes.ts';
import { type Db, rowsWhere } from '../database/tables.ts';

const beside = new Set(['id', 'cid', 'offline', 'recorded_at', 'organization_id', 'version', 'base_version']);
/** An edit of a movement, or of the lots' order, sets everything. */
const everything = '*';
/** Rank of edits made since the restore: later than all that phones bring back. */
const latest = Number.MAX_SAFE_INTEGER;

/**
 * Applies edits of a restored farm in the order they were made, not in which phones bring them back: an older one takes no field from a newer
 * one. Rank is the sequence in the lost life; edits of the new life come later.
 */
export async function inOrder(
  run: Write<never>,
  { call, route, request }: { readonly call: Call<never>; readonly route: Route; readonly request: CoreRequest },
  commit: CommitParts,
): Promise<Answer> {
  if (commit.restored === null || route.endpoint.method !== 'PUT') return await run(call, commit);
  const rank = returnedFrom(request) ?? latest;
  const edited = editedBy(call, route, commit.organizationId, commit.restored);
  const later = await setLater(commit.trx, edited, rank);
  const left = edited.fields.filter((field) => !later.has(field));
  if (left.length === 0 && later.size > 0) {
    // Only movements keep a history of edits.
    return route.endpoint.kind === undefined ? { superseded: true } : await run({ ...call, isOvertaken: true }, commit);
  }
  const answer = await run(later.size === 0 ? call : without(call, later), commit);
  await noteRank(commit.trx, { ...edited, fields: left }, rank);
  return answer;
}

function editedBy({ params, body }: Call<never>, route: Route, organizationId: string, epoch: string): Edited {
  const form = (body ?? {}) as Readonly<Record<string, unknown>>;
  const id = params.id ?? params.movementId ?? form.id;
  const isWhole = route.endpoint.kind !== undefined || typeof id !== 'string';
  return {
    organizationId,
    epoch,
    rowId: typeof id === 'string' ? id : route.name,
    fields: isWhole ? [everything] : Object.keys(form).filter((name) => !beside.has(name) && form[name] !== undefined),
  };
}

const without = (call: Call<never>, fields: ReadonlySet<string>): Call<never> => ({
  ...call,
  body: Object.fromEntries(Object.entries(call.body).filter(([name]) => !fields.has(name))) as never,
});

interface Edited {
  readonly organizationId: string;
  readonly epoch: string;
  readonly rowId: string;
  readonly fields: readonly string[];
}

async function setLater(
  db: Db,
  { organizationId, epoch, rowId, fields }: Edited,
  rank: number,
): Promise<ReadonlySet<string>> {
  if (fields.length === 0) return new Set();
  const rows = await rowsWhere(db, 'edit_ranks', { organization_id: organizationId, epoch, row_id: rowId })
    .select('field')
    .where('field', 'in', fields)
    .where('rank', '>', rank)
    .execute();
  return new Set(rows.map((row) => row.field));
}

async function noteRank(db: Db, { organizationId, epoch, rowId, fields }: Edited, rank: number): Promise<void> {
  if (fields.length === 0) return;
  await db
    .insertInto('edit_ranks')
    .values(fields.map((field) => ({ organization_id: organizationId, epoch, row_id: rowId, field, rank })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'epoch', 'row_id', 'field']).doUpdateSet({ rank }))
    .execute();
}
