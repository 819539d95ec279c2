import { serverSentences } from '../../../contract/sentences-server.ts';
import { dayAt, formatDay } from '../../../domain/dates.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { childIssues } from '../../../domain/movements/children.ts';
import type { DatedPosting } from '../../../domain/movements/shortage.ts';
import { moneyFieldsOf } from '../../../domain/movements/permissions.ts';
import { unsexedIssues } from '../../../domain/movements/unsexed-issues.ts';
import { complete, parsePayload, type Payload, type Prepared } from '../../../domain/movements/prepare.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { farmView, findShortage, postingsOf } from '../book/ledger.ts';
import { namesOf, namesWithGone } from '../present/names.ts';
import { makeUnsexed } from './unsexed.ts';
import { visibilityOf } from '../present/present-movement.ts';
import { headsOf } from '../../../domain/text.ts';
import { resolveReferences } from './references.ts';

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
  const whole = complete(kind, payload, await farmView(commit.trx, commit.organizationId, own));
  if (!whole.ok) return refuse('INVALID_BODY', { issues: whole.problem });
  // A lot deleted meanwhile was still given, so dependent records lack nothing.
  const said = Object.fromEntries(Object.keys(was).map((name) => [name, parsed.value[name]]));
  const lacking = [
    ...unsexedIssues(kind, whole.value.payload),
    ...childIssues(kind.type, { ...whole.value.payload, ...said }, dayAt(call.now)),
  ];
  if (lacking.length > 0) return refuse('INVALID_BODY', { issues: lacking });
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
  const names = namesWithGone(await namesOf(commit.trx, commit.organizationId), gone);
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
  if ((await visibilityOf(commit.trx, commit.organizationId, call.role)) === 'with-money') return {};
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
  const shortage = await findShortage(commit.trx, commit.organizationId, deltas);
  if (!shortage) return;
  const names = await namesOf(commit.trx, commit.organizationId);
  const what = headsOf(shortage.available, names.category(shortage.cell.category));
  const where = names.lot(shortage.cell.lot);
  refuse('NOT_ENOUGH_ANIMALS', { message: serverSentences.onlySo(what, where, formatDay(shortage.day)) });
}
