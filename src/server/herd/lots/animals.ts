import { sentences } from '../../../contract/sentences.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import { farmEndpoints } from '../../../contract/endpoints/farm.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  type Audit,
  auditSummary,
  countAgainst,
  dayAt,
  headsOf,
  lateDay,
  openingPostings,
  type Posting,
} from '../../../domain/index.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import { spread } from '../../../domain/movements/spread.ts';
import { farmRows, type LotRow } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, type EndpointHandlers, refuse, write } from '../../kernel/call.ts';
import { namesOf } from '../present/present-movement.ts';
import { presentLots } from '../present/present-places.ts';
import { arrivedBefore, categoryOf, findCategory, refuseIssues, rowOf } from '../../rows/stored.ts';
import { recordedAt, writeMovement, writeSystemMovement } from '../book/write-movement.ts';
import { cellsOf } from '../book/ledger.ts';
import { isOfItsAuthor, keepForOffice, keepOtherForm } from '../../rows/other-words.ts';

/** Animals in a new lot, and their rodeo. */
interface OpeningLine {
  readonly type: string;
  readonly count: number;
  readonly rodeo_id?: string | null;
  readonly average_kg?: number;
}

interface Opening {
  readonly lot: string;
  readonly animals: readonly OpeningLine[];
  /** The day of the count; default: today. */
  readonly since: string | undefined;
  readonly isField: boolean;
  /** From `recordedAt`. */
  readonly recorded: { readonly recordedAt?: string };
}

/** One opening count per rodeo, so that the stock equation closes (domain.md §2.2), editable like any count. */
export async function openLot(call: Call, commit: Commit, opening: Opening): Promise<void> {
  const { recordedAt } = opening.recorded;
  const date = opening.since ?? dayAt(recordedAt === undefined ? call.now : Date.parse(recordedAt));
  refuseIssues(lateDay(date, dayAt(call.now)).map((issue) => ({ ...issue, path: 'animals_on' })));
  const byRodeo = new Map<string | null, Omit<OpeningLine, 'rodeo_id'>[]>();
  const gone: Record<string, string> = {};
  for (const [index, { type, count, rodeo_id, average_kg }] of opening.animals.entries()) {
    if (count === 0) continue;
    const rodeo = await rodeoOf(commit, rodeo_id ?? null, opening.isField, gone);
    const category = await categoryOf(commit, type, `animals.${index}.type`);
    byRodeo.set(rodeo, [
      ...(byRodeo.get(rodeo) ?? []),
      { type: category, count, ...(average_kg !== undefined && { average_kg }) },
    ]);
  }
  const names = await namesOf(commit);
  for (const [rodeo, lines] of byRodeo) {
    const counted = countAgainst('opening', lines, () => []);
    const audit: Audit = { kind: 'opening', lot_id: opening.lot, rodeo_id: rodeo, counted, state: 'aprobado' };
    const isGone = rodeo === null && Object.keys(gone).length > 0;
    await writeMovement(call, commit, {
      id: call.newId(),
      type: count.type,
      date,
      lot: opening.lot,
      rodeo,
      payload: { ...audit },
      animals: counted.map(({ type, count }) => ({ type, count })),
      postings: openingPostings(audit),
      reference: auditSummary(audit, names),
      ...opening.recorded,
      ...(isGone && { was: gone, review: { reasons: ['missing_reference'] } }),
    });
  }
}

/** A rodeo deleted meanwhile: from the field the animals go without one (domain.md §3.0). */
async function rodeoOf(
  commit: Commit,
  id: string | null,
  isField: boolean,
  gone: Record<string, string>,
): Promise<string | null> {
  if (id === null) return null;
  const { deleted, name } = await rowOf(commit, 'rodeos', id);
  if (deleted === 0) return id;
  if (!isField) return refuse('NOT_FOUND');
  gone.rodeo_id = name;
  return null;
}

/** A lot as its list shows it. */
export async function shownLot(commit: Commit, id: string): Promise<Record<string, unknown>> {
  const [lot] = await presentLots(commit.trx, commit.organizationId, [
    await rowOf(commit, 'lots', id, sentences.lotNotFound),
  ]);
  return lot ?? refuse('NOT_FOUND');
}

interface AnimalOf {
  readonly lot_id: string;
  readonly animal_type: string;
  readonly cid?: string;
  readonly recorded_at?: string;
}

async function bookDifference(
  call: Call<AnimalOf & { readonly reason?: string }>,
  commit: Commit,
  difference: (heads: number) => number,
): Promise<void> {
  const { lot_id: lot, animal_type, cid, reason, recorded_at } = call.body;
  const row = await rowOf(commit, 'lots', lot, sentences.lotNotFound);
  const category = await categoryOf(commit, animal_type, 'animal_type');
  if (await arrivedBefore(commit, 'movements', cid)) return;
  const cells = (await cellsOf(commit, lot)).filter((cell) => cell.category === category);
  const heads = cells.reduce((sum, cell) => sum + cell.head, 0);
  const lines = spread(cells, difference(heads));
  if (lines.length === 0) return;
  const net = lines.reduce((sum, line) => sum + line.head, 0);
  const names = await namesOf(commit);
  const postings: Posting[] = lines.map((line) => ({ lot, category, ...line }));
  await writeSystemMovement(call, commit, cid ?? call.newId(), count.type, {
    lot,
    reference: `Recuento en ${row.name}: ${net > 0 ? '+' : '−'}${headsOf(Math.abs(net), names.category(category))}`,
    payload: { kind: 'recount', before: heads, after: heads + net, ...(reason && { reason }) },
    animals: [{ type: category, count: Math.abs(net) }],
    postings,
    ...recordedAt(call, { recorded_at }),
  });
}

async function answer(commit: Commit, lotId: string, message: string): Promise<Answer> {
  const lot = await shownLot(commit, lotId);
  commit.announce('animal-updated', { lot });
  return { message, lot };
}

/** Changes of a lot's animals by category; each leaves a record (product.md §7, domain.md §1.2). */
export const lotAnimalHandlers: EndpointHandlers = {
  deleteLotAnimal: write(async (call, commit) => {
    await bookDifference(call, commit, (heads) => -heads);
    return await answer(commit, call.body.lot_id, sentences.animalDeleted);
  }),
  updateLotAnimal: write(async (call, commit) => {
    const { count, base_count } = call.body;
    await bookDifference(call, commit, (heads) => count - (base_count ?? heads));
    return await answer(commit, call.body.lot_id, sentences.success);
  }),
};

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
): Promise<void> {
  const path = fillPath(farmEndpoints.editLot.path, { org: commit.organizationId });
  await keepOtherForm(call, commit, { row, name: row.name, said: form, edit: { path, body: { id: row.id } } });
  if (animals.length === 0 || !isOfItsAuthor(call, row)) return;
  const opened = await openedWith(commit, row.id);
  const said = await headsSaid(commit, animals);
  for (const type of new Set([...opened.keys(), ...said.keys()])) {
    const [base, count] = [opened.get(type) ?? 0, said.get(type) ?? 0];
    if (base === count) continue;
    const body = { organization_id: commit.organizationId, lot_id: row.id, animal_type: type, count, base_count: base };
    const address = fillPath(farmEndpoints.updateLotAnimal.path, { id: row.id });
    const message = serverSentences.otherAnimals(row.name, base);
    await keepForOffice(call, commit, { method: 'POST', path: address, body, cid: null, message });
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

async function openedWith(commit: Commit, lot: string): Promise<ReadonlyMap<string, number>> {
  const rows = await farmRows(commit, 'movements', { lot_id: lot, type: count.type, deleted: 0 })
    .select(['animals', 'payload'])
    .execute();
  const openings = rows.filter(({ payload }) => (JSON.parse(payload) as { kind?: unknown }).kind === 'opening');
  const heads = new Map<string, number>();
  for (const { type, count } of openings.flatMap(({ animals }) => JSON.parse(animals) as readonly Line[])) {
    heads.set(type, (heads.get(type) ?? 0) + count);
  }
  return heads;
}
