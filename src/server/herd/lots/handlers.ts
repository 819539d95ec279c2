import type * as z from 'zod/mini';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { sentences } from '../../../contract/sentences.ts';
import { dayAt, formatHectares, lateDay, type newLotForm, waterLevels } from '../../../domain/index.ts';
import { farmRows, insertRows, type LotRow, rowsWhere, type Trx } from '../../database/tables.ts';
import {
  type Answer,
  type Call,
  type CallTo,
  type Commit,
  type EndpointHandlers,
  farmOf,
  idOf,
  read,
  type Read,
  refuse,
  write,
} from '../../kernel/call.ts';
import { lotChanges } from '../../../domain/farm/places.ts';
import { changesOn } from '../../rows/changes-on.ts';
import { cellsOf } from '../book/ledger.ts';
import { recordedAt, writeStructure } from '../book/write-movement.ts';
import { presentLots } from '../present/present-places.ts';
import {
  arrivedBefore,
  asFlag,
  changedBy,
  findRow,
  madeBy,
  refuseTakenName,
  rowOf,
  sentOnly,
  setRow,
  without,
} from '../../rows/stored.ts';
import { keepOtherLot, lotAnimalHandlers, openLot, shownLot } from './animals.ts';

type LotForm = z.infer<typeof newLotForm>;

const nameTaken = serverSentences.lotNameTaken;
const outsideGrazing = new Set(['agricola', 'corral']);

const list: Read = async (call, db) => {
  const rows = await rowsWhere(db, 'lots', { organization_id: farmOf(call), deleted: 0 })
    .selectAll()
    .orderBy('order')
    .orderBy('name')
    .execute();
  return { lots: await presentLots(db as Trx, farmOf(call), rows) };
};

const details: Read = async (call, db) => {
  const row = await rowsWhere(db, 'lots', { id: idOf(call) })
    .selectAll()
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND', { message: sentences.lotNotFound });
  const [lot] = await presentLots(db as Trx, row.organization_id, [row]);
  return { lot };
};

/** The campo of a lot; null from the field if deleted meanwhile (domain.md §3.0). */
async function campoOf<T extends string | null | undefined>(
  commit: Commit,
  id: T,
  isField: boolean,
): Promise<T | null> {
  if (!id) return id;
  const { deleted } = await rowOf(commit, 'campos', id);
  if (deleted === 0) return id;
  return isField ? null : refuse('NOT_FOUND');
}

async function create(call: Call<LotForm>, commit: Commit): Promise<Answer> {
  const { animals = [], animals_on: since, cid, offline, recorded_at, ...form } = call.body;
  if (cid && (await arrivedBefore(commit, 'lots', cid))) {
    const campo = await campoOf(commit, form.campo_id, true);
    const row = await rowOf(commit, 'lots', cid);
    await keepOtherLot(call, commit, row, { ...form, campo_id: campo, animals });
    return { message: sentences.success, lot: await shownLot(commit, cid) };
  }
  const id = cid ?? call.newId();
  // Phones may make lots of the same name offline: both stay, people rename (offline.md §2.8).
  if (!offline) await refuseTakenName(commit, 'lots', form.name, id, nameTaken);
  const campo_id = await campoOf(commit, form.campo_id, offline === true);
  const { last } = await farmRows(commit, 'lots')
    .select((select) => select.fn.max('order').as('last'))
    .executeTakeFirstOrThrow();
  const row: LotRow = {
    ...madeBy(call, commit, id),
    name: form.name,
    hectares: form.hectares,
    order: Number(last ?? 0) + 1,
    campo_id: campo_id ?? null,
    use: form.use ?? null,
    is_grazing: asFlag(form.is_grazing ?? !outsideGrazing.has(form.use ?? '')) ?? 1,
    receptivity_ev_ha: form.receptivity_ev_ha ?? null,
    notes: form.notes ?? null,
    water: form.water ?? null,
    water_on: form.water_on ?? null,
  };
  await insertRows(commit.trx, 'lots', row);
  commit.touch('lots', id);
  const reference = `${form.name} · ${formatHectares(form.hectares)}`;
  await writeStructure(call, commit, ['lot', 'made'], {
    lot: id,
    reference,
    payload: { name: form.name, hectares: form.hectares },
  });
  await openLot(call, commit, {
    lot: id,
    animals,
    since,
    isField: offline === true,
    recorded: recordedAt(call, { recorded_at }),
  });
  const lot = await shownLot(commit, id);
  commit.announce('lot-created', { lot });
  return { message: sentences.success, lot };
}

async function edit(call: Call<Partial<LotForm> & { readonly id: string }>, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'lots', call.body.id, sentences.lotNotFound);
  if (row.deleted === 1) return refuse('NOT_FOUND', { message: sentences.lotNotFound });
  const body = changesOn(call, row, lotChanges);
  const { id, offline, is_grazing, ...changes } = without(body, 'animals', 'cid');
  if (changes.name && !offline) await refuseTakenName(commit, 'lots', changes.name, id, nameTaken);
  const campo_id = await campoOf(commit, changes.campo_id, offline === true);
  const set = sentOnly({ ...changes, campo_id, is_grazing: asFlag(is_grazing) });
  await setRow(commit, 'lots', id, { ...set, ...changedBy(call, row) });
  commit.touch('lots', id);
  const before = Object.fromEntries(Object.keys(set).map((name) => [name, row[name as keyof LotRow]]));
  const reference = changes.name && changes.name !== row.name ? `${row.name} → ${changes.name}` : row.name;
  await writeStructure(call, commit, ['lot', 'changed'], {
    lot: id,
    reference,
    payload: { before, after: set },
  });
  const lot = await shownLot(commit, id);
  commit.announce('lot-updated', { lot });
  return { message: sentences.success, lot };
}

async function order(call: CallTo<'orderLots'>, commit: Commit): Promise<Answer> {
  for (const item of call.body.items) {
    await rowOf(commit, 'lots', item.id, sentences.lotNotFound);
    await setRow(commit, 'lots', item.id, { order: item.order });
    commit.touch('lots', item.id);
  }
  const rows = await farmRows(commit, 'lots', { deleted: 0 }).selectAll().orderBy('order').execute();
  const lots = await presentLots(commit.trx, commit.organizationId, rows);
  // Two names in product.md §4 for one list; clients may know either.
  commit.announce('lots-sync', { lots });
  commit.announce('update-lots', { lots });
  return { lots };
}

async function remove(call: Call, commit: Commit): Promise<Answer> {
  const id = idOf(call);
  const row = await findRow(commit, 'lots', id);
  // Missing counts as deleted (product.md §4, Lot deletion).
  if (!row || row.deleted === 1) return { message: sentences.success, alreadyDeleted: true };
  const cells = await cellsOf(commit, id);
  if (cells.some((cell) => cell.head > 0)) return refuse('LOT_NOT_EMPTY');
  await setRow(commit, 'lots', id, { deleted: 1, ...changedBy(call, row) });
  commit.touch('lots', id);
  await writeStructure(call, commit, ['lot', 'removed'], {
    lot: id,
    reference: row.name,
    payload: { name: row.name },
  });
  commit.announce('lot-deleted', { id });
  return { message: sentences.success, alreadyDeleted: false };
}

/** Records how a lot's water was found. An older sighting that arrives late is logged only. */
async function lotWater(call: CallTo<'lotWater'>, commit: Commit): Promise<Answer> {
  const { id, water, water_on } = call.body;
  const row = await rowOf(commit, 'lots', id, sentences.lotNotFound);
  if (row.deleted === 1) return refuse('NOT_FOUND', { message: sentences.lotNotFound });
  const [late] = lateDay(water_on, dayAt(call.now));
  if (late) return refuse('INVALID_BODY', { issues: [{ ...late, path: 'water_on' }] });
  const isNewest = water_on >= (row.water_on ?? '');
  if (isNewest) {
    await setRow(commit, 'lots', id, { water, water_on, ...changedBy(call, row) });
    commit.touch('lots', id);
  }
  await writeStructure(call, commit, ['lot', 'changed'], {
    lot: id,
    reference: serverSentences.waterSeen(row.name, waterLevels[water]),
    payload: { before: { water: row.water, water_on: row.water_on }, after: { water, water_on } },
  });
  const lot = await shownLot(commit, id);
  if (isNewest) commit.announce('lot-updated', { lot });
  return { message: sentences.success, lot };
}

/** Lots and the animals in them (product.md §7, Lots). */
export const lotHandlers: EndpointHandlers = {
  lots: read(list),
  lot: read(details),
  createLot: write(create),
  editLot: write(edit),
  lotWater: write(lotWater),
  orderLots: write(order),
  deleteLot: write(remove),
  ...lotAnimalHandlers,
};
