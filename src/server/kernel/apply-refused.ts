import type { Kysely } from 'kysely';
import { headers as headerNames } from '../../contract/constants.ts';
import { isProblemCode } from '../../contract/problems.ts';
import type { Issue } from '../../domain/validation.ts';
import type { Tables } from '../database/tables.ts';
import type { CoreRequest, CoreResponse } from './exchange.ts';
import { type Answer, type Call, farmOf, idOf, refuse } from './call.ts';

/**
 * Applies a refused record after all: with the office's rights, under the author's name and key, naming who brought it. A phone that still sends
 * it gets a replay, so it counts once.
 */
export async function applyRefused(
  call: Call<{ readonly body?: Readonly<Record<string, unknown>> | undefined }>,
  db: Kysely<Tables>,
  request: CoreRequest,
  forAuthor: (operation: CoreRequest, author: string, carrier: string | null) => Promise<CoreResponse>,
): Promise<Answer> {
  const [organizationId, id] = [farmOf(call), idOf(call)];
  const row = await db
    .selectFrom('refused')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '!=', 'descartado')
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  const [path = '', asked = ''] = row.path.split('?');
  const { status, body } = await forAuthor(
    {
      method: row.method,
      path,
      query: Object.fromEntries(new URLSearchParams(asked)),
      headers: { ...request.headers, [headerNames.idempotencyKey]: row.id },
      body: call.body.body ?? (JSON.parse(row.body) as unknown),
    },
    row.author_id ?? row.user_id,
    row.author_id === null ? null : row.user_id,
  );
  if (status >= 400) return refuseAs(body);
  await db
    .updateTable('refused')
    .set({ state: 'aplicado', decided_by: call.actor?.userId ?? null, decided_at: new Date(call.now).toISOString() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'en_espera')
    .execute();
  return body;
}

/** Throws the inner call's refusal unchanged. */
function refuseAs({ code, message, issues, ok: _, ...parts }: CoreResponse['body']): never {
  if (!isProblemCode(code)) throw new Error(`A refusal without a code of ours: ${String(code)}`);
  return refuse(code, {
    message: String(message),
    ...(Array.isArray(issues) && { issues: issues as Issue[] }),
    parts,
  });
}
