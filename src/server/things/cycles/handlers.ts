import { serverSentences } from '../../../contract/sentences-server.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import {
  cycleChanges,
  type cycleForm,
  type CycleState,
  defaultCycleName,
  isOpenCycle,
  mayMove,
  serviceIssues,
  servicesOverlap,
} from '../../../domain/office/cycles.ts';
import type { CycleRow } from '../../database/tables-office.ts';
import { farmRows, insertRows, rowsWhere } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type Commit,
  farmOf,
  type Handlers,
  idOf,
  read,
  type Read,
  refuse,
  write,
} from '../../kernel/call.ts';
import { eventNow, presentCycles, type StoredCycle, tallyNow } from '../../herd/book/cycles.ts';
import { changeOffice, contentOf, deleteOffice, isLiving, newOfficeRow, pageOf, scopeOf } from '../../rows/office.ts';
import {
  arrivedBefore,
  categoryOf,
  findCategory,
  isoOf,
  refuseIssues,
  rowOf,
  sentOnly,
  setRow,
  without,
} from '../../rows/stored.ts';
import { changesOn } from '../../rows/changes-on.ts';
import { writeStructure } from '../../herd/book/write-movement.ts';
import { keepOtherForm } from '../../rows/other-words.ts';
import { officeEndpoints } from '../../../contract/endpoints/office.ts';
import type * as z from 'zod/mini';

type CycleForm = z.infer<typeof cycleForm>;
type CycleChanges = z.infer<typeof cycleChanges>;

const blank = {
  bulls: null,
  withdrawn: null,
  inseminations: [],
  vet: null,
  notes: null,
  annulled_from: null,
  frozen: null,
};

const list: Read = async (call, db) => {
  const rows = await rowsWhere(db, 'cycles', { organization_id: farmOf(call) })
    .selectAll()
    .orderBy('service_start', 'desc')
    .orderBy('id')
    .execute();
  const { page, ...rest } = pageOf(rows, call.query, isLiving);
  return { cycles: await presentCycles(scopeOf(call, db), page, call.now), ...rest };
};

const one: Read = async (call, db) => {
  const row = await rowOf(scopeOf(call, db), 'cycles', idOf(call));
  const [cycle] = await presentCycles(scopeOf(call, db), [row], call.now);
  return { cycle };
};

async function shown(call: Call, commit: Commit, id: string): Promise<Answer> {
  const [cycle] = await presentCycles(commit, [await rowOf(commit, 'cycles', id)], call.now);
  return { cycle };
}

/** Rodeos must be the farm's; from the office not deleted. */
async function checkRodeos(commit: Commit, ids: readonly string[], isField: boolean): Promise<void> {
  for (const id of ids) {
    const { deleted } = await rowOf(commit, 'rodeos', id);
    if (deleted === 1 && !isField) refuse('NOT_FOUND');
  }
}

async function create(call: Call<CycleForm>, commit: Commit): Promise<Answer> {
  const { cid, offline, state = 'planificado', ...form } = call.body;
  if (cid && (await arrivedBefore(commit, 'cycles', cid))) {
    await keepOtherCycle(call, commit, cid);
    return await shown(call, commit, cid);
  }
  refuseIssues(serviceIssues(form));
  const id = cid ?? call.newId();
  await checkRodeos(commit, form.rodeo_ids, offline === true);
  await refuseOverlap(commit, id, state, form);
  const content = {
    ...blank,
    ...sentOnly(form),
    rodeo_ids: form.rodeo_ids,
    name: form.name ?? defaultCycleName(form.service_start),
    served: form.served
      ? await asServed(commit, form.served)
      : await servedInBook(commit, form.rodeo_ids, form.service_start),
  };
  const { service_start, service_end } = form;
  await insertRows(commit.trx, 'cycles', {
    ...newOfficeRow(call, commit, id, content),
    state,
    hand_state: state,
    seen_event: null,
    service_start,
    service_end,
  });
  commit.touch('cycles', id);
  await record(call, commit, 'made', { id, ...content }, { name: content.name });
  const answer = await shown(call, commit, id);
  commit.announce('cycle-created', answer);
  return answer;
}

/** Logs a cycle (domain.md §3.4). */
const record = (
  call: Call,
  commit: Commit,
  act: 'made' | 'changed' | 'removed',
  cycle: { readonly id: string; readonly name: string; readonly rodeo_ids: readonly string[] },
  payload: Readonly<Record<string, unknown>>,
) =>
  writeStructure(call, commit, ['cycle', act], {
    rodeo: cycle.rodeo_ids.length === 1 ? (cycle.rodeo_ids[0] ?? null) : null,
    reference: cycle.name,
    payload: { ...payload, reproductive_cycle_id: cycle.id },
  });

async function update(sent: Call<CycleChanges>, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'cycles', idOf(sent));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const before = contentOf<StoredCycle>(row);
  const call = { ...sent, body: changesOn(await byIds(commit, sent), before, cycleChanges) };
  const { offline, state: asked, ...changes } = without(call.body, 'cid');
  const merged: StoredCycle = { ...before, ...(sentOnly(changes) as Partial<StoredCycle>) };
  refuseIssues(serviceIssues(merged));
  // Others may have said the rest.
  const added = merged.rodeo_ids.filter((id) => !before.rodeo_ids.includes(id));
  await checkRodeos(commit, added, offline === true);
  // A change reopens a closed cycle: its figures are not those closed (domain.md §2.9).
  const reopened = row.state === 'cerrado' && JSON.stringify(merged) !== JSON.stringify(before);
  const state = asked ?? (reopened ? 'destetado' : (row.state as CycleState));
  if (!mayMove(row.state as CycleState, state, before.annulled_from))
    return refuse('CONFLICT', { message: serverSentences.cycleOneStepBack });
  await refuseOverlap(commit, row.id, state, merged);
  return await apply(call, commit, row, merged, state);
}

async function apply(
  call: Call<CycleChanges>,
  commit: Commit,
  row: CycleRow,
  merged: StoredCycle,
  state: CycleState,
): Promise<Answer> {
  const moved = state !== row.state;
  const annulled_from = state !== 'anulado' ? null : moved ? (row.state as CycleState) : merged.annulled_from;
  const content = {
    ...merged,
    annulled_from,
    frozen: state === 'cerrado' ? await tallyNow(commit, { ...row, content: JSON.stringify(merged) }) : null,
  };
  const { service_start, service_end } = merged;
  const hand = moved ? { hand_state: state, seen_event: await eventNow(commit, row) } : {};
  const columns = { state, ...hand, service_start, service_end };
  if (await changeOffice(call, commit, 'cycles', row, { ...content }, columns)) {
    const after = { ...sentOnly(without(call.body, 'cid', 'offline')), state };
    const names = Object.keys(after);
    const old: Readonly<Record<string, unknown>> = { ...contentOf(row), state: row.state };
    const was = Object.fromEntries(names.map((name) => [name, old[name] ?? null]));
    await record(call, commit, 'changed', { ...content, id: row.id }, { before: was, after });
    commit.announce('cycle-updated', await shown(call, commit, row.id));
  }
  return await shown(call, commit, row.id);
}

/** Its records stay, without it (domain.md §3.4). */
async function remove(call: Call, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'cycles', idOf(call));
  if (await deleteOffice(call, commit, 'cycles', row)) return { alreadyDeleted: true };
  const records = await farmRows(commit, 'movements', { cycle_id: row.id })
    .select(['id', 'payload', 'version'])
    .where('type', 'not like', '%_REPRODUCTIVE_CYCLE')
    .execute();
  for (const { id, payload, version } of records) {
    const rest = without(JSON.parse(payload) as { reproductive_cycle_id?: string }, 'reproductive_cycle_id');
    await setRow(commit, 'movements', id, {
      cycle_id: null,
      payload: JSON.stringify(rest),
      version: version + 1,
      updated_at: isoOf(call),
    });
    commit.touch('movements', id);
  }
  const stored = contentOf<StoredCycle>(row);
  await record(call, commit, 'removed', { ...stored, id: row.id }, { name: stored.name });
  commit.announce('cycle-deleted', { id: row.id });
  if (records.length > 0) commit.announce('update-movements', {});
  return { alreadyDeleted: false };
}

/** Reproductive cycles (wire.md, the rest; domain.md §2.9). */
export const cycleHandlers: Handlers = {
  cycles: read(list),
  cycle: read(one),
  createCycle: write<CycleForm>(create),
  updateCycle: write<CycleChanges>(update),
  deleteCycle: write(remove),
};

/** The same cycle under another key with other content (`server/rows/other-words.ts`): it waits for the office. */
async function keepOtherCycle(call: Call<z.infer<typeof cycleForm>>, commit: Commit, id: string): Promise<void> {
  const row = await rowOf(commit, 'cycles', id);
  const { created_by, state } = row;
  const stored = contentOf<StoredCycle>(row);
  const { served } = call.body;
  const said = { ...call.body, ...(served && { served: await asSaid(commit, served) }) };
  const path = fillPath(officeEndpoints.updateCycle.path, { org: commit.organizationId, id });
  const thing = { row: { ...stored, id, created_by, state }, name: stored.name, said, edit: { path } };
  await keepOtherForm(call, commit, thing);
}

type Served = StoredCycle['served'];

const merged = (lines: Served): Served => {
  const heads = new Map<string, number>();
  for (const { category_id, count } of lines) heads.set(category_id, (heads.get(category_id) ?? 0) + count);
  return [...heads].map(([category_id, count]) => ({ category_id, count }));
};

/** Resolves category names to ids and merges repeats. */
async function asServed(commit: Commit, lines: Served): Promise<Served> {
  const named: { category_id: string; count: number }[] = [];
  for (const [index, { category_id, count }] of lines.entries()) {
    const id = await categoryOf(commit, category_id, `served.${index}.category_id`);
    named.push({ category_id: id, count });
  }
  return merged(named);
}

/** With categories by their ids, as the row has them. */
async function byIds(commit: Commit, call: Call<CycleChanges>): Promise<Call<CycleChanges>> {
  const { served, served_before: before } = call.body;
  const named = {
    ...(served && { served: [...(await asServed(commit, served))] }),
    ...(before && { served_before: [...(await asSaid(commit, before))] }),
  };
  return { ...call, body: { ...call.body, ...named } };
}

/** The same, but keeps unknown categories as sent. */
async function asSaid(commit: Commit, lines: Served): Promise<Served> {
  const named: { category_id: string; count: number }[] = [];
  for (const { category_id, count } of lines)
    named.push({ category_id: (await findCategory(commit, category_id)) ?? category_id, count });
  return merged(named);
}

/** Breeding females in these rodeos when service begins (domain.md §2.9, the snapshot). */
async function servedInBook(commit: Commit, rodeoIds: readonly string[], day: string): Promise<Served> {
  const rows = await commit.trx
    .selectFrom('postings')
    .innerJoin('categories', 'categories.id', 'postings.category_id')
    .select((select) => ['postings.category_id', select.fn.sum<number>('postings.head').as('count')])
    .where('postings.organization_id', '=', commit.organizationId)
    .where('postings.rodeo_id', 'in', rodeoIds)
    .where('postings.date', '<=', day)
    .where('categories.is_breeding_female', '=', 1)
    .groupBy(['postings.category_id', 'categories.order'])
    .orderBy('categories.order')
    .execute();
  return rows.flatMap(({ category_id, count }) => (count > 0 ? [{ category_id, count: Number(count) }] : []));
}

/** A rodeo may be in one open cycle only (domain.md §2.9). */
async function refuseOverlap(
  commit: Commit,
  id: string,
  state: string,
  cycle: Pick<StoredCycle, 'rodeo_ids' | 'service_start' | 'service_end'>,
): Promise<void> {
  if (!isOpenCycle(state)) return;
  const rows = await farmRows(commit, 'cycles', { deleted: 0 }).selectAll().where('id', '!=', id).execute();
  const other = rows.find((row) => {
    const { rodeo_ids } = contentOf<StoredCycle>(row);
    const shares = rodeo_ids.some((rodeo) => cycle.rodeo_ids.includes(rodeo));
    return isOpenCycle(row.state) && shares && servicesOverlap(row, cycle);
  });
  if (!other) return;
  const message = serverSentences.cycleOverlap(contentOf<StoredCycle>(other).name);
  refuse('CONFLICT', { message, issues: [{ path: 'rodeo_ids', message }] });
}
