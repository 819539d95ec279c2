import type { Day } from '../dates.ts';
import type { Issue } from '../validation.ts';
import type { Posting } from './ledger.ts';
import { bornIn } from './postings.ts';
import { type Payload, parsePayload } from './prepare.ts';
import { recordedKind } from './registry.ts';

/** A movement that another one brings about (domain.md §3.0, cascades). */
interface ChildDraft {
  readonly type: 'WEIGHING' | 'RECATEGORIZATION' | 'CHANGE_RODEO';
  readonly payload: Payload;
}

interface Weaned {
  readonly date: string;
  readonly to_lot_id?: string | null;
  readonly to_rodeo_id?: string | null;
  /** Left out by a backend of another make. */
  readonly animals?: readonly { readonly type: string; readonly to_type?: string; readonly count: number }[];
  readonly total_kg?: number;
}

interface Diagnosed {
  readonly date: string;
  readonly rodeo_id: string | null;
  readonly lot_id?: string | null;
  readonly empty: number;
  readonly from_category?: string;
  readonly to_category?: string;
  readonly to_rodeo_id?: string | null;
}

interface Born {
  readonly date: string;
  readonly lot_id?: string | null;
  readonly rodeo_id?: string | null;
  /** Left out by a backend of another make. */
  readonly animals?: readonly { readonly count: number }[];
  readonly stillborn?: number;
  readonly mother_category?: string;
  readonly to_category?: string;
  readonly mothers?: number;
}

const rounded = (kilos: number): number => Math.round(kilos * 100) / 100;

/** A weaning that says its kilos is a weighing of the calves, of the category and in the rodeo that they pass to. */
function weighingOf({ date, animals = [], total_kg, to_lot_id = null, to_rodeo_id = null }: Weaned): ChildDraft | null {
  const heads = animals.reduce((sum, line) => sum + line.count, 0);
  if (!total_kg || heads === 0) return null;
  const counts = new Map<string, number>();
  for (const { type: from, to_type = from, count } of animals) counts.set(to_type, (counts.get(to_type) ?? 0) + count);
  const average = total_kg / heads;
  const weighed = [...counts].map(([category, count]) => ({
    type: category,
    count,
    total_kg: rounded(average * count),
    average_kg: rounded(average),
  }));
  const payload = { date, rodeo_id: to_rodeo_id, lot_id: to_lot_id, animals: weighed, weighing_type: 'destete' };
  return { type: 'WEIGHING', payload };
}

/** The empty ones of a diagnosis pass to a category or to a rodeo, where that was said (domain.md §3.4). */
function cullingOf(diagnosed: Diagnosed): ChildDraft | null {
  const { date, rodeo_id, lot_id, empty, from_category, to_category, to_rodeo_id } = diagnosed;
  if (!(empty > 0)) return null;
  if (to_category !== undefined) {
    const where = { lot_id, rodeo_id, from_category, to_category };
    return { type: 'RECATEGORIZATION', payload: { date, ...where, count: empty, reason: 'descarte' } };
  }
  if (!to_rodeo_id) return null;
  const animals = [{ type: from_category, count: empty }];
  return { type: 'CHANGE_RODEO', payload: { date, from_rodeo_id: rodeo_id, to_rodeo_id, lot_id, animals } };
}

/** Heifers that have calved pass to the cows, where that was said: where their calves are put (domain.md §3.1, BIRTH). */
function calvedOf(born: Born): ChildDraft | null {
  const { date, lot_id, rodeo_id, animals = [], stillborn, mother_category: from_category, to_category } = born;
  const count = born.mothers ?? bornIn(animals, stillborn);
  if (!to_category || count === 0) return null;
  const payload = { date, lot_id, rodeo_id, from_category, to_category, count, reason: 'parto' };
  return { type: 'RECATEGORIZATION', payload };
}

/** What a completed payload of a type brings about. Null where nothing follows. */
export function childOf(type: string, payload: Payload): ChildDraft | null {
  if (type === 'WEANING') return weighingOf(payload as unknown as Weaned);
  if (type === 'BIRTH') return calvedOf(payload as unknown as Born);
  return type === 'PREGNANCY_DIAGNOSIS' ? cullingOf(payload as unknown as Diagnosed) : null;
}

/** What a movement's child books: the phone shows it with the parent until the server has made the child. */
export function childPostings(type: string, payload: Payload): readonly Posting[] {
  const child = childOf(type, payload);
  const kind = child && recordedKind(child.type);
  return kind ? kind.postings(child.payload as never) : [];
}

/** Fields of a child by the field of its parent that they come from. */
const parentFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PREGNANCY_DIAGNOSIS: { animals: 'from_category', from_rodeo_id: 'rodeo_id' },
  BIRTH: { from_category: 'mother_category', count: 'mothers' },
};

/**
 * What a child that moves animals lacks, at the fields of its parent. It passes the gate of its own kind; the weighing of a weaning
 * has passed it in its parent's.
 */
export function childIssues(type: string, payload: Payload, today: Day): readonly Issue[] {
  const child = childOf(type, payload);
  const kind = child && child.type !== 'WEIGHING' ? recordedKind(child.type) : null;
  const parsed = kind && parsePayload(kind, child?.payload, today);
  if (!parsed || parsed.ok) return [];
  return parsed.problem.map(({ path, message }) => {
    const field = path.split('.')[0] ?? '';
    return { path: parentFields[type]?.[field] ?? field, message };
  });
}
