import { fillPath } from '../../../contract/endpoint.ts';
import { farmEndpoints } from '../../../contract/endpoints/farm.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import type { CampoRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, type Handlers, read, refuse, write } from '../../frame/call.ts';
import { keepOtherForm } from '../../frame/other-words.ts';
import { presentCampo } from '../../frame/present-places.ts';
import { alreadyMade, madeBy, refuseTakenName, rowOf, sentOnly, without } from '../../frame/stored.ts';

type CampoForm = Partial<Omit<CampoRow, 'id' | 'organization_id'>> & { readonly name: string; readonly cid?: string };

const nameTaken = serverSentences.thingNameTaken('campo');

const shown = async (commit: Commit, id: string): Promise<Record<string, unknown>> =>
  presentCampo(await rowOf(commit, 'campos', id));

async function create(call: Call<CampoForm>, commit: Commit, newId: () => string): Promise<Answer> {
  const { cid, ...form } = call.body;
  if (cid && (await alreadyMade(commit, 'campos', cid))) {
    const row = await rowOf(commit, 'campos', cid);
    const path = fillPath(farmEndpoints.updateCampo.path, { org: commit.organizationId, id: cid });
    await keepOtherForm(call, commit, { row, name: row.name, said: form, edit: { path } }, newId);
    return { campo: await shown(commit, cid) };
  }
  const id = cid ?? newId();
  await refuseTakenName(commit, 'campos', form.name, id, nameTaken);
  const blank = {
    total_hectares: null,
    grazing_hectares: null,
    renspa: null,
    cuig: null,
    province: null,
    department: null,
    locality: null,
    latitude: null,
    longitude: null,
    tenure: null,
    order: 1000,
  };
  await commit.trx
    .insertInto('campos')
    .values({ ...blank, ...sentOnly(form), name: form.name, ...madeBy(call, commit, id) })
    .execute();
  commit.touch('campos', id);
  commit.announce('campo-updated', {});
  return { campo: await shown(commit, id) };
}

async function update(call: Call<Partial<CampoForm>>, commit: Commit): Promise<Answer> {
  const changes = without(call.body, 'cid');
  const row = await rowOf(commit, 'campos', call.params['id'] ?? '');
  if (row.deleted === 1) return refuse('NOT_FOUND');
  if (changes.name) await refuseTakenName(commit, 'campos', changes.name, row.id, nameTaken);
  await commit.trx
    .updateTable('campos')
    .set({ ...sentOnly(changes), updated_at: new Date(call.now).toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  commit.touch('campos', row.id);
  commit.announce('campo-updated', {});
  return { campo: await shown(commit, row.id) };
}

async function remove(call: Call, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'campos', call.params['id'] ?? '');
  if (row.deleted === 1) return { alreadyDeleted: true };
  const lot = await commit.trx
    .selectFrom('lots')
    .select('id')
    .where('campo_id', '=', row.id)
    .where('deleted', '=', 0)
    .executeTakeFirst();
  if (lot) return refuse('CONFLICT', { message: serverSentences.campoNotEmpty });
  await commit.trx
    .updateTable('campos')
    .set({ deleted: 1, updated_at: new Date(call.now).toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  commit.touch('campos', row.id);
  commit.announce('campo-updated', {});
  return { alreadyDeleted: false };
}

/** Campos: the establishments above lots (domain.md §1.3). */
export const campoHandlers = (newId: () => string): Handlers => ({
  campos: read(async (call, db) => {
    const rows = await db
      .selectFrom('campos')
      .selectAll()
      .where('organization_id', '=', call.organizationId ?? '')
      .where('deleted', '=', 0)
      .orderBy('order')
      .orderBy('name')
      .execute();
    return { campos: rows.map(presentCampo) };
  }),
  campo: read(async (call, db) => {
    const row = await db
      .selectFrom('campos')
      .selectAll()
      .where('id', '=', call.params['id'] ?? '')
      .where('organization_id', '=', call.organizationId ?? '')
      .executeTakeFirst();
    return { campo: presentCampo(row ?? refuse('NOT_FOUND')) };
  }),
  createCampo: write<CampoForm>((call, commit) => create(call, commit, newId)),
  updateCampo: write<Partial<CampoForm>>(update),
  deleteCampo: write(remove),
});
