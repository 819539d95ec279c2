import { fillPath } from '../../../contract/endpoint.ts';
import { farmEndpoints } from '../../../contract/endpoints/farm.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import type { Transaction } from 'kysely';
import type { RodeoRow, Tables } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, type Handlers, read, refuse, write } from '../../frame/call.ts';
import { keepOtherForm } from '../../frame/other-words.ts';
import { presentRodeos } from '../../frame/present-places.ts';
import { alreadyMade, asFlag, madeBy, refuseTakenName, rowOf, sentOnly, without } from '../../frame/stored.ts';
import { writeStructure } from '../../frame/write-movement.ts';

interface RodeoForm {
  readonly name: string;
  readonly activity?: string | null;
  readonly breed?: string | null;
  readonly target_daily_gain_kg?: number | null;
  readonly color?: string | null;
  readonly active?: boolean;
  readonly cid?: string;
}

const nameTaken = serverSentences.thingNameTaken('rodeo');

async function shown(commit: Commit, id: string): Promise<Answer> {
  const [rodeo] = await presentRodeos(commit.trx, commit.organizationId, [await rowOf(commit, 'rodeos', id)]);
  return { rodeo };
}

async function create(call: Call<RodeoForm>, commit: Commit, newId: () => string): Promise<Answer> {
  const { cid, ...form } = call.body;
  if (cid && (await alreadyMade(commit, 'rodeos', cid))) {
    const row = await rowOf(commit, 'rodeos', cid);
    const path = fillPath(farmEndpoints.updateRodeo.path, { org: commit.organizationId, id: cid });
    await keepOtherForm(call, commit, { row, name: row.name, said: form, edit: { path } }, newId);
    return await shown(commit, cid);
  }
  const id = cid ?? newId();
  await refuseTakenName(commit, 'rodeos', form.name, id, nameTaken);
  const row: RodeoRow = {
    ...madeBy(call, commit, id),
    name: form.name,
    activity: form.activity ?? null,
    breed: form.breed ?? null,
    target_daily_gain_kg: form.target_daily_gain_kg ?? null,
    color: form.color ?? null,
    active: asFlag(form.active ?? true) ?? 1,
  };
  await commit.trx.insertInto('rodeos').values(row).execute();
  commit.touch('rodeos', id);
  await writeStructure(call, commit, newId(), ['rodeo', 'made'], {
    rodeo: id,
    reference: form.name,
    payload: { name: form.name },
  });
  commit.announce('rodeo-updated', {});
  return await shown(commit, id);
}

async function update(call: Call<Partial<RodeoForm>>, commit: Commit, newId: () => string): Promise<Answer> {
  const { active, ...changes } = without(call.body, 'cid');
  const row = await rowOf(commit, 'rodeos', call.params['id'] ?? '');
  if (row.deleted === 1) return refuse('NOT_FOUND');
  if (changes.name) await refuseTakenName(commit, 'rodeos', changes.name, row.id, nameTaken);
  const set = sentOnly({ ...changes, active: asFlag(active) });
  await commit.trx
    .updateTable('rodeos')
    .set({ ...set, updated_at: new Date(call.now).toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  commit.touch('rodeos', row.id);
  const before = Object.fromEntries(Object.keys(set).map((name) => [name, row[name as keyof RodeoRow]]));
  await writeStructure(call, commit, newId(), ['rodeo', 'changed'], {
    rodeo: row.id,
    reference: changes.name && changes.name !== row.name ? `${row.name} → ${changes.name}` : row.name,
    payload: { before, after: set },
  });
  commit.announce('rodeo-updated', {});
  return await shown(commit, row.id);
}

async function remove(call: Call, commit: Commit, newId: () => string): Promise<Answer> {
  const row = await rowOf(commit, 'rodeos', call.params['id'] ?? '');
  if (row.deleted === 1) return { alreadyDeleted: true };
  const cells = await commit.trx
    .selectFrom('cells')
    .select('head')
    .where('organization_id', '=', commit.organizationId)
    .where('rodeo_id', '=', row.id)
    .where('head', '>', 0)
    .execute();
  if (cells.length > 0) return refuse('CONFLICT', { message: serverSentences.rodeoNotEmpty });
  await commit.trx
    .updateTable('rodeos')
    .set({ deleted: 1, updated_at: new Date(call.now).toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  commit.touch('rodeos', row.id);
  await writeStructure(call, commit, newId(), ['rodeo', 'removed'], {
    rodeo: row.id,
    reference: row.name,
    payload: { name: row.name },
  });
  commit.announce('rodeo-updated', {});
  return { alreadyDeleted: false };
}

/** Rodeos (wire.md §Lots, categories, rodeos, campos). */
export const rodeoHandlers = (newId: () => string): Handlers => ({
  rodeos: read(async (call, db) => {
    const rows = await db
      .selectFrom('rodeos')
      .selectAll()
      .where('organization_id', '=', call.organizationId ?? '')
      .where('deleted', '=', 0)
      .orderBy('name')
      .execute();
    return { rodeos: await presentRodeos(db as Transaction<Tables>, call.organizationId ?? '', rows) };
  }),
  rodeo: read(async (call, db) => {
    const row = await db
      .selectFrom('rodeos')
      .selectAll()
      .where('id', '=', call.params['id'] ?? '')
      .where('organization_id', '=', call.organizationId ?? '')
      .executeTakeFirst();
    const [rodeo] = await presentRodeos(db as Transaction<Tables>, call.organizationId ?? '', [
      row ?? refuse('NOT_FOUND'),
    ]);
    return { rodeo };
  }),
  createRodeo: write<RodeoForm>((call, commit) => create(call, commit, newId)),
  updateRodeo: write<Partial<RodeoForm>>((call, commit) => update(call, commit, newId)),
  deleteRodeo: write((call, commit) => remove(call, commit, newId)),
});
