import { serverSentences } from '../../../contract/sentences-server.ts';
import {
  childIssues,
  complete,
  type DatedPosting,
  dayAt,
  formatDay,
  headsOf,
  limits,
  mayChange,
  moneyFieldsOf,
  parsePayload,
  type Payload,
  type Prepared,
  recordedKind,
  type Review,
  type ReviewReason,
  roleMay,
  unsexedCategory,
  unsexedIdOf,
} from '../../../domain/index.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { unsexedIssues } from '../../../domain/movements/unsexed-issues.ts';
import type { CategoryRow, MovementRow } from '../../database/tables.ts';
import { type Call, type Commit, idOf, refuse, roleOf, userOf } from '../../kernel/call.ts';
import { presentCategory } from '../../kernel/present.ts';
import { farmView, findShortage, postingsOf } from '../book/ledger.ts';
import { namedIn, namesOf, namesWithGone, seesMoney } from '../present/present-movement.ts';
import { findRow, isoOf, madeBy, namedPlace, refuseIssues, without } from '../../rows/stored.ts';
import { namedCycle } from '../book/cycles.ts';
import { isCount } from '../book/recounts.ts';

export interface Ready extends Prepared {
  readonly isFieldRecord: boolean;
  readonly was: Readonly<Record<string, string>>;
  /** A place or item was deleted meanwhile. */
  readonly namesGone: boolean;
  /** Prices sent by somebody who does not see them: typed offline, or before his rights changed. */
  readonly unseen: Payload;
  readonly reference: string;
  readonly animals: readonly { readonly type: string; readonly count: number }[];
}

/** Takes a body through all checks of its kind. `edits`: the record it replaces, whose postings are left out. */
export async function prepare(
  call: Call,
  commit: Commit,
  kind: RecordedKind,
  body: unknown,
  edits: string | null,
): Promise<Ready> {
  const parsed = parsePayload(kind, body, dayAt(call.now));
  if (!parsed.ok) return refuse('INVALID_BODY', { issues: parsed.problem });
  const isFieldRecord = parsed.value.offline === true;
  const { payload, was } = await resolveReferences(commit, kind, parsed.value, isFieldRecord);
  const own = edits === null ? [] : await postingsOf(commit.trx, edits);
  const whole = complete(kind, payload, await farmView(commit, own));
  if (!whole.ok) return refuse('INVALID_BODY', { issues: whole.problem });
  // A lot deleted meanwhile was still given, so dependent records lack nothing.
  const said = Object.fromEntries(Object.keys(was).map((name) => [name, parsed.value[name]]));
  const lacking = [
    ...unsexedIssues(kind, whole.value.payload),
    ...childIssues(kind.type, { ...whole.value.payload, ...said }, dayAt(call.now)),
  ];
  refuseIssues(lacking);
  const { unresolved, doubts } = whole.value;
  if (doubts.length > 0 && !isFieldRecord) return refuse('INVALID_BODY', { issues: [...doubts] });
  if (unresolved.length > 0 && !isFieldRecord) {
    const issues = unresolved.map((path) => ({
      path,
      message: path.includes('rodeo') ? serverSentences.chooseRodeo : serverSentences.chooseLot,
    }));
    return refuse('INVALID_BODY', { issues });
  }
  const animals = animalsOf(whole.value.payload);
  await makeUnsexed(call, commit, animals);
  const gone = new Map(Object.entries(was).map(([name, word]) => [said[name], word]));
  const names = namesWithGone(await namesOf(commit), gone);
  return {
    ...whole.value,
    isFieldRecord,
    was,
    unseen: await unseenPrices(call, commit, kind, parsed.value),
    namesGone: Object.keys(was).length > 0,
    reference: kind.summary({ ...whole.value.payload, ...said }, names),
    animals,
  };
}

/** Prices from a sender who sees none (domain.md §2.18): kept for those who do, and reviewed. */
async function unseenPrices(call: Call, commit: Commit, kind: RecordedKind, payload: Payload): Promise<Payload> {
  if (await seesMoney(call, commit)) return {};
  const money = new Set(moneyFieldsOf(kind));
  return Object.fromEntries(
    Object.entries(payload).filter(([name, value]) => money.has(name) && value !== null && value !== undefined),
  );
}

/** A movement's lines: those of its payload, or a recategorization's one. */
export function animalsOf(payload: Payload): { type: string; count: number }[] {
  const { animals, from_category: from, count } = payload;
  if (Array.isArray(animals)) return animals as { type: string; count: number }[];
  return typeof from === 'string' && typeof count === 'number' ? [{ type: from, count }] : [];
}

/** Refuses in the words of domain.md §3.0: 'Solo hay 38 novillos en El Ombú al 12/09/2026'. */
export async function refuseShortage(commit: Commit, deltas: readonly DatedPosting[]): Promise<void> {
  const shortage = await findShortage(commit, deltas);
  if (!shortage) return;
  const names = await namesOf(commit);
  const what = headsOf(shortage.available, names.category(shortage.cell.category));
  const where = names.lot(shortage.cell.lot);
  refuse('NOT_ENOUGH_ANIMALS', { message: serverSentences.onlySo(what, where, formatDay(shortage.day)) });
}

/** What a record leaves open, whoever sends it (domain.md §3.0). */
export function reasonsIn({ namesGone, unresolved, doubts, unseen }: Ready): readonly ReviewReason[] {
  return [
    ...(namesGone ? (['missing_reference'] as const) : []),
    ...(unresolved.length > 0 ? (['place_unsaid'] as const) : []),
    ...(doubts.length > 0 ? (['doubt'] as const) : []),
    ...(Object.keys(unseen).length > 0 ? (['price'] as const) : []),
  ];
}

/** The place fields still to be given. */
export const unsaidIn = ({ unresolved }: Pick<Ready, 'unresolved'>): Pick<Review, 'unsaid'> =>
  unresolved.length > 0 ? { unsaid: unresolved } : {};

/** An edit gives places and lines anew, so these reasons are judged anew. */
const askedAnew: ReadonlySet<ReviewReason> = new Set(['missing_reference', 'place_unsaid', 'doubt', 'withdrawal']);

/** The row's review with these reasons added. */
export function marked(
  call: Call,
  row: MovementRow,
  reasons: readonly ReviewReason[],
  unsaid: Pick<Review, 'unsaid'> = {},
): { review: string | null; updated_at: string } {
  const review = row.review ? (JSON.parse(row.review) as Review) : { reasons: [] };
  const left = review.reasons.filter((reason) => !askedAnew.has(reason));
  const all = [...new Set([...left, ...reasons])];
  return {
    review: all.length > 0 ? JSON.stringify({ ...without(review, 'unsaid'), reasons: all, ...unsaid }) : null,
    updated_at: isoOf(call),
  };
}

const tables = { lot: 'lots', lots: 'lots', rodeo: 'rodeos', campo: 'campos' } as const;

interface Resolved {
  readonly payload: Payload;
  /** Names of places deleted before the record arrived, by field, to keep it readable (domain.md §3.0, F25). */
  readonly was: Readonly<Record<string, string>>;
}

/**
 * Checks that a payload's lots, rodeos and campos are the farm's. Unknown ones are refused, or awaited if from the
 * field. Deleted ones are refused from the office; a field record goes to 'Sin lote' with the old name.
 */
async function resolveReferences(
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
      const row = namedPlace((await namedIn(commit, table)).get(id), table, isFieldRecord);
      if (row.deleted === 1) was[name] = row.name;
      else kept.push(id);
    }
    result[name] = Array.isArray(value) ? kept : (kept[0] ?? null);
  }
  const { reproductive_cycle_id: cycle } = payload;
  if (cycle) result.reproductive_cycle_id = await namedCycle(commit, cycle, isFieldRecord);
  return { payload: result, was };
}

/** Makes the category of unsexed calves in the commit that first names it; needs no further right. */
async function makeUnsexed(call: Call, commit: Commit, lines: readonly { readonly type: string }[]): Promise<void> {
  const id = unsexedIdOf(commit.organizationId);
  if (lines.every((line) => line.type !== id)) return;
  const row: CategoryRow = {
    ...unsexedCategory(commit.organizationId),
    ...madeBy(call, commit, id),
    is_breeding_female: 0,
    active: 0,
  };
  const { numInsertedOrUpdatedRows: made } = await commit.trx
    .insertInto('categories')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (!made) return;
  commit.touch('categories', id);
  commit.announce('category-created', { category: presentCategory(row) });
}

/** When the change was made, by the phone, if between the record and now. */
export function changedAt(call: Call, row: MovementRow): number {
  const said = (call.body as { readonly recorded_at?: unknown } | null)?.recorded_at ?? call.query.recorded_at;
  const recordedMs = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  return recordedMs >= Date.parse(row.created_at) && recordedMs <= call.now ? recordedMs : call.now;
}

/** An author's change that is late by the server's clock is taken, and reviewed. */
export const isPastItsTime = (call: Call, row: Pick<MovementRow, 'synced_at'>): boolean =>
  !roleMay(roleOf(call), 'change-any-record') &&
  call.now - Date.parse(row.synced_at) > limits.authorMayEditHours * 3_600_000;

/** The movement that a call changes, if the caller may (domain.md §2.18). */
export async function changeable(call: Call, commit: Commit): Promise<MovementRow | null> {
  const row = await findRow(commit, 'movements', idOf(call));
  if (!row) return null;
  if (row.parent_id !== null) refuse('CONFLICT', { message: serverSentences.changeParent });
  // The server's own records of lots and rodeos change with those.
  if (!(recordedKind(row.type) ?? isCount(row)) || !mayChange(roleOf(call), userOf(call), row, changedAt(call, row)))
    refuse('FORBIDDEN');
  return row;
}

/** Refuses a change that leaves a later day short, naming the movements that need the animals. */
export async function refuseDependents(
  commit: Commit,
  row: MovementRow,
  deltas: readonly DatedPosting[],
): Promise<void> {
  const shortage = await findShortage(commit, deltas);
  if (!shortage) return;
  const { lot, rodeo, category } = shortage.cell;
  const later = await commit.trx
    .selectFrom('postings')
    .innerJoin('movements', 'movements.id', 'postings.movement_id')
    .select(['movements.id', 'movements.type', 'movements.date', 'movements.reference'])
    .where('postings.organization_id', '=', commit.organizationId)
    .where('postings.category_id', '=', category)
    .where('postings.lot_id', lot === null ? 'is' : '=', lot)
    .where('postings.rodeo_id', rodeo === null ? 'is' : '=', rodeo)
    .where('postings.head', '<', 0)
    .where('postings.date', '>=', row.date)
    .where('movements.id', '!=', row.id)
    .orderBy('movements.date')
    .limit(20)
    .execute();
  refuseLater(later, serverSentences.animalsGone);
}

/** Names the later movements that must be deleted first, or says `gone` if there are none. */
export function refuseLater(later: readonly Pick<MovementRow, 'type' | 'date' | 'reference'>[], gone: string): never {
  const names = later.map(({ reference, type, date }) => `${reference ?? type} (${formatDay(date)})`);
  const message = names.length > 0 ? serverSentences.deleteLaterFirst(names.slice(0, 3)) : gone;
  return refuse('DEPENDENT_MOVEMENTS', { message, parts: { movements: later } });
}
