import type { Cycle } from '#domain';
import type { FarmViews } from '#sync/farm.ts';

export const editSheet = 'editar';
const insemination = 'inseminacion';

/** The sheet of an insemination, by its index; null for a new one. */
export const inseminationSheet = (index: number | null): string =>
  index === null ? insemination : `${insemination}.${index}`;

/** The index in a sheet's name; undefined if it is no insemination's. */
export function inseminationIn(sheet: string | null): number | null | undefined {
  const [name, place] = sheet?.split('.') ?? [];
  if (name !== insemination) return undefined;
  return place === undefined ? null : Number(place);
}

const besideList = new Set(['inseminations', 'inseminations_before', 'offline']);

type List = Cycle['inseminations'];

/** The first line that differs from what the list was; null if one was removed. */
function changedLine(sent: List, kept: List): number | null {
  const before = inseminationsOf({ inseminations: kept }).map((one) => JSON.stringify(one));
  const after = inseminationsOf({ inseminations: sent }).map((one) => JSON.stringify(one));
  const place = after.length < before.length ? -1 : after.findIndex((line, index) => line !== before[index]);
  return place === -1 ? null : place;
}

/** The sheet that corrects a rejected change: the rejected insemination, else the cycle's form. */
export async function sheetToCorrect(
  views: Pick<FarmViews, 'thing' | 'pending' | 'pendingPayload'>,
  cycleId: string,
): Promise<string> {
  const view = await views.thing('cycle', cycleId);
  const opId = view?.state === 'con_error' ? view.pendingOp : null;
  if (!view || opId === null) return editSheet;
  const [pending, payload] = await Promise.all([views.pending(), views.pendingPayload(opId)]);
  const sent: unknown = payload?.inseminations;
  if (!payload || !Array.isArray(sent)) return editSheet;
  const issues = pending.find((item) => item.opId === opId)?.problem?.issues ?? [];
  const named = issues.flatMap(({ path }) => /^inseminations\.(\d+)/.exec(path)?.[1] ?? []);
  const isListAlone = Object.keys(payload).every((name) => besideList.has(name));
  const [first] = named;
  const before = (payload.inseminations_before ?? view.row.inseminations) as List;
  const place = first !== undefined ? Number(first) : isListAlone ? changedLine(sent as List, before) : null;
  return place === null || sent[place] === undefined ? editSheet : inseminationSheet(place);
}

export interface Insemination {
  readonly date: string;
  readonly count: number;
  readonly sire: string | null;
  readonly technician: string | null;
  readonly protocol: string | null;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** In the order in which they were written. */
export const inseminationsOf = ({ inseminations }: Pick<Cycle, 'inseminations'>): readonly Insemination[] =>
  inseminations.map((one) => ({
    date: one.date,
    count: one.count,
    sire: textIn(one.sire),
    technician: textIn(one.technician),
    protocol: textIn(one.protocol),
  }));
