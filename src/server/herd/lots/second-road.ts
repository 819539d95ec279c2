import { fillPath } from '../../../contract/endpoint.ts';
import { farmEndpoints } from '../../../contract/endpoints/farm.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import type { LotRow } from '../../database/tables.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { isOfItsAuthor, keepForOffice, keepOtherForm } from '../../rows/other-words.ts';
import { findCategory } from '../../rows/stored.ts';

interface OtherLot extends Readonly<Record<string, unknown>> {
  readonly animals: readonly Line[];
}

interface Line {
  readonly type: string;
  readonly count: number;
}

/**
 * The same lot under another key with other content (`server/rows/other-words.ts`): the form and each differing count
 * wait for the office.
 */
export async function keepOtherLot(
  call: Call,
  commit: Commit,
  row: LotRow,
  { animals, ...form }: OtherLot,
  newId: () => string,
): Promise<void> {
  const path = fillPath(farmEndpoints.editLot.path, { org: commit.organizationId });
  await keepOtherForm(call, commit, { row, name: row.name, said: form, edit: { path, body: { id: row.id } } }, newId);
  if (animals.length === 0 || !isOfItsAuthor(call, row)) return;
  const opened = await openedWith(commit, row.id);
  const said = await headsSaid(commit, animals);
  for (const type of new Set([...opened.keys(), ...said.keys()])) {
    const [base, count] = [opened.get(type) ?? 0, said.get(type) ?? 0];
    if (base === count) continue;
    const body = { organization_id: commit.organizationId, lot_id: row.id, animal_type: type, count, base_count: base };
    const address = fillPath(farmEndpoints.updateLotAnimal.path, { id: row.id });
    const message = serverSentences.otherAnimals(row.name, base);
    await keepForOffice(call, commit, { method: 'POST', path: address, body, cid: null, message }, newId);
  }
}

async function headsSaid(commit: Commit, animals: readonly Line[]): Promise<ReadonlyMap<string, number>> {
  const heads = new Map<string, number>();
  for (const { type, count } of animals) {
    // What is no category is kept as sent; whoever decides is told.
    const category = (await findCategory(commit, type)) ?? type;
    heads.set(category, (heads.get(category) ?? 0) + count);
  }
  return heads;
}

/** The animals it was made with. */
async function openedWith({ trx, organizationId }: Commit, lot: string): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('movements')
    .select(['animals', 'payload'])
    .where('organization_id', '=', organizationId)
    .where('lot_id', '=', lot)
    .where('type', '=', count.type)
    .where('deleted', '=', 0)
    .execute();
  const openings = rows.filter(({ payload }) => (JSON.parse(payload) as { kind?: unknown }).kind === 'opening');
  const heads = new Map<string, number>();
  for (const { type, count } of openings.flatMap(({ animals }) => JSON.parse(animals) as readonly Line[])) {
    heads.set(type, (heads.get(type) ?? 0) + count);
  }
  return heads;
}
