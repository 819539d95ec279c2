import type { Kysely } from 'kysely';
import { headers as headerNames } from '../contract/constants.ts';
import { isProblemCode } from '../contract/problems.ts';
import type { Issue } from '../domain/validation.ts';
import type { RefusedRow } from './database/tables-refused.ts';
import type { Tables } from './database/tables.ts';
import type { CoreRequest, CoreResponse } from './exchange.ts';
import { type Answer, type Call, refuse } from './frame/call.ts';

/**
 * The office takes a record after all that was refused when its phone brought it: the call is made with the rights of who decides and
 * under the name and the key of its author. So a phone that still offers it is told that it is there, and it counts once.
 */
export async function applyRefused(
  call: Call<{ readonly body?: Readonly<Record<string, unknown>> | undefined }>,
  db: Kysely<Tables>,
  request: CoreRequest,
  forAuthor: (operation: CoreRequest, author: string, carrier: string | null) => Promise<CoreResponse>,
): Promise<Answer> {
  const [organizationId, key] = [call.organizationId ?? '', call.params['id'] ?? ''];
  const row = await db
    .selectFrom('refused')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('state', '!=', 'descartado')
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  const [path = '', asked = ''] = row.path.split('?');
  const { status, body } = await forAuthor(
    {
      method: row.method,
      path,
      query: Object.fromEntries(new URLSearchParams(asked)),
      headers: { ...request.headers, [headerNames.idempotencyKey]: row.key },
      body: call.body.body ?? (JSON.parse(row.body) as unknown),
    },
    row.user_id,
    await carrierOf(db, row),
  );
  if (status >= 400) return refuseAs(body);
  await db
    .updateTable('refused')
    .set({ state: 'aplicado', decided_by: call.actor?.userId ?? null, decided_at: new Date(call.now).toISOString() })
    .where('organization_id', '=', organizationId)
    .where('key', '=', key)
    .where('state', '=', 'en_espera')
    .execute();
  return body;
}

/** Whose phone brought it, where that was not its author's. */
async function carrierOf(db: Kysely<Tables>, row: Pick<RefusedRow, 'session_id' | 'user_id'>): Promise<string | null> {
  const session = await db.selectFrom('sessions').select('user_id').where('id', '=', row.session_id).executeTakeFirst();
  return session && session.user_id !== row.user_id ? session.user_id : null;
}

/** The refusal of the call itself, as it is. */
function refuseAs({ code, message, issues, ok: _, ...parts }: CoreResponse['body']): never {
  if (!isProblemCode(code)) throw new Error(`A refusal without a code of ours: ${String(code)}`);
  return refuse(code, {
    message: String(message),
    ...(Array.isArray(issues) && { issues: issues as Issue[] }),
    parts,
  });
}
