import { sentences } from '../../../contract/sentences.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { Payload } from '../../../domain/movements/prepare.ts';
import { type Commit, refuse } from '../../kernel/call.ts';
import { namedCycle } from '../book/cycles.ts';
import { namedIn } from '../present/names.ts';

const tables = { lot: 'lots', lots: 'lots', rodeo: 'rodeos', campo: 'campos' } as const;

export interface Resolved {
  readonly payload: Payload;
  /** Names of places deleted before the record arrived, by field, to keep it readable (domain.md §3.0, F25). */
  readonly was: Readonly<Record<string, string>>;
}

/**
 * Checks that a payload's lots, rodeos and campos are the farm's. Unknown ones are refused, or awaited if from the
 * field. Deleted ones are refused from the office; a field record goes to 'Sin lote' with the old name.
 */
export async function resolveReferences(
  commit: Commit,
  kind: RecordedKind,
  payload: Payload,
  isFieldRecord: boolean,
): Promise<Resolved> {
  const result: Record<string, unknown> = { ...payload };
  const was: Record<string, string> = {};
  for (const [name, field] of Object.entries(kind.fields)) {
    const table = tables[field.control as keyof typeof tables];
    const value = payload[name];
    if (!table || value === undefined || value === null) continue;
    const kept: string[] = [];
    for (const id of [value].flat() as string[]) {
      const row = (await namedIn(commit.trx, commit.organizationId, table)).get(id);
      if (!row && isFieldRecord) refuse('DEPENDENCY_MISSING');
      if (!row || (row.deleted === 1 && !isFieldRecord))
        refuse('NOT_FOUND', table === 'lots' ? { message: sentences.lotNotFound } : {});
      if (row.deleted === 1) was[name] = row.name;
      else kept.push(id);
    }
    result[name] = Array.isArray(value) ? kept : (kept[0] ?? null);
  }
  const { reproductive_cycle_id: cycle } = payload;
  if (cycle) result.reproductive_cycle_id = await namedCycle(commit, cycle, isFieldRecord);
  return { payload: result, was };
}
