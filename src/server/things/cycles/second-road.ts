import type * as z from 'zod/mini';
import { fillPath } from '../../../contract/endpoint.ts';
import { officeEndpoints } from '../../../contract/endpoints/office.ts';
import type { cycleForm } from '../../../domain/office/cycles.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import type { StoredCycle } from '../../herd/book/cycles.ts';
import { contentOf, officeRow } from '../../rows/office.ts';
import { keepOtherForm } from '../../rows/other-words.ts';
import { asSaid } from './served.ts';

/** The same cycle under another key with other content (`server/rows/other-words.ts`): it waits for the office. */
export async function keepOtherCycle(
  call: Call<z.infer<typeof cycleForm>>,
  commit: Commit,
  id: string,
  newId: () => string,
): Promise<void> {
  const row = await officeRow(commit, 'cycles', id);
  const { created_by, state } = row;
  const stored = contentOf<StoredCycle>(row);
  const { served } = call.body;
  const said = { ...call.body, ...(served && { served: await asSaid(commit, served) }) };
  const path = fillPath(officeEndpoints.updateCycle.path, { org: commit.organizationId, id });
  const thing = { row: { ...stored, id, created_by, state }, name: stored.name, said, edit: { path } };
  await keepOtherForm(call, commit, thing, newId);
}
